// Who won, and how.
import { html } from "../../vendor/preact-htm.js";
import { say } from "../words.js";

export function How({ how, setHow, evening, addWinner, saveDraw }) {
  const dealer = how.dealer ?? evening.dealer;
  const manner = (value, label) => html`
    <button type="button" class="choice" aria-pressed=${how.manner === value} onClick=${() => setHow({ manner: value, from: null })}>${say(label)}</button>`;
  return html`
    <section class="card how" aria-labelledby="how-title">
      <div class="title-row"><h2 id="how-title">${say("how.title")}</h2>
        <span class="hint">${say("how.dealerNote", { name: evening.name(dealer) })}</span></div>
      <${Seats} label=${say("how.winner")} chosen=${how.winner} choose=${(winner) => setHow({ winner })} evening=${evening} dealer=${dealer} />
      <div class="group" role="group" aria-label=${say("how.manner")}><h3>${say("how.manner")}</h3>
        <div class="row">${manner("self_draw", "how.selfDraw")}${manner("discard", "how.discard")}${manner("rob", "how.rob")}
          ${saveDraw && how.winner === null && how.manner === null && html`<button type="button" class="choice quiet" onClick=${saveDraw}>${say("how.draw")}</button>`}</div></div>
      ${(how.manner === "discard" || how.manner === "rob") && html`
        <${Seats} label=${say(how.manner === "rob" ? "how.robbed" : "how.from")} chosen=${how.from} choose=${(from) => setHow({ from })}
          evening=${evening} dealer=${dealer} without=${how.winner} />`}
      ${(how.others.length > 0 || (addWinner && how.manner === "discard" && how.from !== null && how.winner !== null)) && html`
        <${Others} how=${how} setHow=${setHow} evening=${evening} addWinner=${addWinner} />`}
    </section>`;
}

/** Further winners of the same tile. */
function Others({ how, setHow, evening, addWinner }) {
  const taken = [how.winner, how.from, ...how.others.map((one) => one.seat)];
  const free = [0, 1, 2, 3].filter((seat) => !taken.includes(seat));
  return html`
    <details class="group others" open=${how.others.length > 0}>
      <summary><h3>${say("how.others")}</h3></summary>
      <p class="hint">${say("how.othersHint")}</p>
      ${how.others.map((one) => html`<div class="row other" key=${one.seat}><b>${evening.name(one.seat)}</b> <span class="hint">${one.hand}</span>
        <button type="button" class="quiet small" onClick=${() => setHow({ others: how.others.filter((other) => other !== one) })}>${say("how.removeOther")}</button></div>`)}
      ${addWinner && free.length > 0 && html`<div class="row">${free.map((seat) => html`
        <button type="button" class="small" data-also=${seat} onClick=${() => addWinner(seat)}>${say("how.addOther", { name: evening.name(seat) })}</button>`)}</div>`}
    </details>`;
}

/** A button for each seat. */
export function Seats({ label, chosen, choose, evening, dealer = null, without = null, seats = [0, 1, 2, 3] }) {
  return html`
    <div class="group" role="group" aria-label=${label}><h3>${label}</h3>
      <div class="row seats">${seats.filter((seat) => seat !== without).map((seat) => html`
        <button type="button" class="choice" key=${seat} data-seat=${seat} aria-pressed=${chosen === seat} onClick=${() => choose(seat)}>
          <span class="name">${evening.name(seat)}</span>${seat === dealer && html`<span class="dealer" aria-hidden="true">${say("how.dealer")}</span>`}</button>`)}</div></div>`;
}
