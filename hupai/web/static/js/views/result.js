// What the hand scores and who pays whom, or what is still missing for it.
import { html } from "../../vendor/preact-htm.js";
import { isComplete } from "../circumstances.js";
import { tileName } from "../tiles.js";
import { hasWords, pick, say } from "../words.js";
import { Share } from "./share.js";
import { TableOfSeats, signed } from "./seats.js";

/** The engine's words with the players' names in place of "seat 2" and "座位 2". */
export const named = (text, evening) =>
  text.replace(/(?:座位 ?|\bseat )([0-3](?:(?:、|, )[0-3]\b)*)/gi, (_, seats) =>
    seats.replace(/[0-3]/g, (seat) => evening.name(Number(seat))));

/** Whether the hand can be saved: it wins, nothing is wrong, nothing is left to look at. */
export const isSettled = ({ outcome }, how, open) =>
  outcome?.score.result === "win" && !outcome.problems.length && !open && isComplete(how) && Array.isArray(outcome.score.payments);

/** On a phone: who gains and pays what, at the bottom of the screen. */
export function SummaryBar({ answer, evening, save }) {
  return html`
    <div class="summary-bar" role="group" aria-label=${say("result.seats")}>
      <ul>${answer.outcome.score.payments.map((amount, seat) => html`<li key=${seat}><span class="name">${evening.name(seat)}</span>
        <span class=${`amount ${amount > 0 ? "gain" : amount < 0 ? "loss" : ""}`}>${signed(amount)}</span></li>`)}</ul>
      <button type="button" class="primary" disabled=${answer.working} onClick=${save}>${say("result.saveShort")}</button>
    </div>`;
}

export function Result({ answer, how, open, count, evening, rules, hand, editing, save, consent }) {
  const { outcome, working, error } = answer;
  const scored = outcome && outcome.score;
  const complete = isComplete(how);
  const shown = isSettled(answer, how, open);
  return html`
    <section class="card result" aria-labelledby="result-title" aria-busy=${working} data-settled=${shown && !working ? "yes" : "no"}>
      <h2 id="result-title">${say("result.title")}</h2>
      <div role="status" aria-live="polite">
        ${error && html`<p class="note">${error.words ? pick(error.words) : say("error.network")}</p>`}
        ${outcome && html`<${Problems} outcome=${outcome} count=${count} evening=${evening} />`}
        ${open > 0 && html`<p class="note">${say("doubts.first")}</p>`}
        ${!open && scored?.result === "win" && !outcome.problems.length && !complete && html`<p class="hint">${say("result.choose")}</p>`}
      </div>
      ${shown && html`
        <${TableOfSeats} score=${scored} evening=${evening} dealer=${how.dealer ?? evening.dealer} winners=${[how.winner, ...how.others.map((one) => one.seat)]} />
        <${Lines} lines=${scored.lines} rules=${rules} evening=${evening} several=${how.others.length > 0} />
        ${scored.next_dealer !== null && html`<p class="hint">${say("result.next", { name: evening.name(scored.next_dealer) })}</p>`}
        ${consent}
        <div class="row save-row"><button type="button" class="primary big" disabled=${working} onClick=${save}>${say(editing ? "result.change" : "result.save")}</button>
          <${Share} outcome=${outcome} evening=${evening} hand=${hand} how=${how} /></div>`}
      ${!shown && !open && scored?.result === "win" && !complete && html`<${Lines} lines=${scored.lines} rules=${rules} evening=${evening} several=${false} />`}
    </section>`;
}

function Problems({ outcome, count, evening }) {
  const { score, problems } = outcome;
  // Some messages name what to write; on the page there is something to tap instead.
  const text = (problem) => {
    const key = `problem.${problem.name}`;
    return hasWords(key) ? say(key, { count }) : named(pick(problem.message), evening);
  };
  const tiles = (faces) => facesOf(faces).map(tileName).join(say("language.other") === "English" ? "、" : ", ");
  return html`
    ${problems.length > 0 && html`<p>${say("result.problems")}</p><ul class="problems">${problems.map((one) => html`<li>${text(one)}</li>`)}</ul>`}
    ${score.result === "not_a_win" && html`<p class="note">${say("result.notWin")}
      ${score.distances.map((away) => html` ${say("result.away", { count: away.tiles_away })}${away.waits && ` ${say("result.waits", { tiles: tiles(away.waits) })}`}`)}</p>`}
    ${score.warnings.map((one) => html`<p class="hint">${text(one)}</p>`)}`;
}

const facesOf = (text) =>
  [...text.matchAll(/([1-9]+)([mps])|[ESWNCFB]/g)].flatMap(([whole, ranks, suit]) => (ranks ? [...ranks].map((rank) => rank + suit) : [whole]));

/** One row a reason; a tap shows the sentence of the rules behind it. */
function Lines({ lines, rules, evening, several }) {
  return html`<ul class="lines">${lines.map((line) => {
    const item = rules.items[line.rule_id];
    return html`<li><details>
      <summary><span class="line-name">${several && html`<small>${evening.name(line.seat)} · </small>`}${pick(line.name)}${line.column && html` <small>${say(line.column === "discard" ? "how.discard" : "how.selfDraw")}</small>`}</span>
        <span class="line-value">${line.part === "codes" ? say("line.times", { value: line.value }) : line.value}</span></summary>
      <p>${named(pick(line.why), evening)}</p>
      ${item && item.source ? html`<blockquote lang="zh-CN"><p>${item.source}</p><footer><cite>${say("result.source")} · ${line.rule_id}</cite></footer></blockquote>`
        : html`<p class="hint">${say("result.noSource")} · ${line.rule_id}</p>`}
    </details></li>`;
  })}</ul>`;
}
