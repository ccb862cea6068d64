// The evening: names, totals, and every hand that was saved.
import { html, useEffect, useState } from "../../vendor/preact-htm.js";
import * as api from "../api.js";
import { currentLanguage, pick, say } from "../words.js";
import { Seats } from "./how.js";
import { signed } from "./seats.js";

export function EveningView({ evening, edit, setWork }) {
  const { hands, totals } = evening;
  return html`
    <div class="evening">
      <section class="card" aria-labelledby="totals-title">
        <div class="title-row"><h1 id="totals-title">${say("evening.totals")}</h1>
          <span class="hint" role="status">${say(evening.live ? "evening.live" : "evening.offline")}</span></div>
        <ul class="totals">${totals.map((total, seat) => html`<li key=${seat} data-seat=${seat}>
          <span class="name">${evening.name(seat)}</span>${seat === evening.dealer && html`<span class="dealer">${say("how.dealer")}</span>`}
          <span class=${`amount ${total > 0 ? "gain" : total < 0 ? "loss" : ""}`}>${signed(total)}</span></li>`)}</ul>
        <div class="row">
          <button type="button" disabled=${!evening.can_undo} onClick=${() => evening.change(api.undo)}>${say("evening.undo")}</button>
          <a class="button quiet" href=${api.csvAddress(evening.id, currentLanguage())} download>${say("evening.csv")}</a>
          <button type="button" class="quiet" onClick=${() => confirm(say("evening.newSure")) && evening.start().then(() => setWork(null))}>${say("evening.new")}</button>
        </div>
      </section>
      <section class="card" aria-labelledby="hands-title">
        <h2 id="hands-title">${say("evening.hands")}</h2>
        ${hands.length === 0 ? html`<p class="hint">${say("evening.empty")}</p>` : html`
          <ol class="played">${hands.map((played, place) => html`<${Played} key=${played.id} played=${played} number=${place + 1} evening=${evening} edit=${edit} />`).reverse()}</ol>`}
      </section>
      <section class="card"><${Seats} label=${say("evening.deals")} chosen=${evening.dealer} evening=${evening}
        choose=${(seat) => evening.change((id) => api.setDealer(id, seat))} /></section>
      <${Names} evening=${evening} />
    </div>`;
}

function Played({ played, number, evening, edit }) {
  const names = played.result === "draw" ? say("evening.draw")
    : [...new Set(played.outcome.score.lines.filter((line) => line.part === "hand").map((line) => pick(line.name)))].join(" · ");
  return html`<li>
    <div class="title-row"><span class="played-number">${say("evening.number", { number })}</span><span class="played-name">${names}</span></div>
    <ul class="amounts">${played.payments.map((amount, seat) => html`<li><span class="name">${evening.name(seat)}</span>
      <span class=${`amount ${amount > 0 ? "gain" : amount < 0 ? "loss" : ""}`}>${signed(amount)}</span></li>`)}</ul>
    <div class="row">
      ${played.result !== "draw" && html`<button type="button" class="quiet small" aria-label=${`${say("evening.edit")} ${number}`} onClick=${() => edit(played)}>${say("evening.edit")}</button>`}
      <button type="button" class="quiet small" aria-label=${`${say("evening.remove")} ${number}`}
        onClick=${() => confirm(say("evening.removeSure")) && evening.change((id) => api.removeHand(id, played.id))}>${say("evening.remove")}</button>
    </div></li>`;
}

function Names({ evening }) {
  const [names, setNames] = useState(evening.names);
  const [saved, setSaved] = useState(false);
  useEffect(() => setNames(evening.names), [evening.names.join("\n")]);
  async function save(event) {
    event.preventDefault();
    const { rules, options } = evening;
    setSaved(await evening.change((id) => api.setTable(id, { names, rules, options })));
  }
  return html`
    <form class="card" onSubmit=${save} aria-labelledby="names-title">
      <h2 id="names-title">${say("names.title")} <small class="hint">${say("names.order")}</small></h2>
      <div class="names">${names.map((name, seat) => html`<label key=${seat}>${say("names.seat", { number: seat + 1 })}
        <input type="text" maxlength="24" autocomplete="off" value=${name} placeholder=${say(`seat.${seat}`)}
          onInput=${(event) => { setSaved(false); setNames(names.map((old, index) => (index === seat ? event.currentTarget.value : old))); }} /></label>`)}</div>
      <div class="row"><button type="submit" class="primary">${say("names.save")}</button><span role="status" class="hint">${saved ? say("names.saved") : ""}</span></div>
    </form>`;
}
