// Four seats round a table, with arrows from who pays to who is paid.
import { html } from "../../vendor/preact-htm.js";
import { say } from "../words.js";

// Turn order runs counter-clockwise, as on a real table; seat 0 sits at the bottom.
const PLACES = [{ x: 50, y: 80 }, { x: 83, y: 50 }, { x: 50, y: 20 }, { x: 17, y: 50 }];
const NAMES = ["bottom", "right", "top", "left"];

export const signed = (amount) => (amount > 0 ? `+${amount}` : `${amount}`.replace("-", "−"));

/** What each seat pays each other in all: [{payer, payee, amount}]. */
export function netTransfers(transfers) {
  const net = {};
  for (const { payer, payee, amount } of transfers) {
    const [low, high] = payer < payee ? [payer, payee] : [payee, payer];
    net[`${low}${high}`] = (net[`${low}${high}`] || 0) + (payer === low ? amount : -amount);
  }
  return Object.entries(net).filter(([, amount]) => amount).map(([[low, high], amount]) =>
    amount > 0 ? { payer: +low, payee: +high, amount } : { payer: +high, payee: +low, amount: -amount });
}

export function TableOfSeats({ score, evening, dealer, winners }) {
  const paid = netTransfers(score.transfers);
  return html`
    <div class="mahjong-table" role="group" aria-label=${say("result.seats")}>
      <svg viewBox="0 0 100 100" aria-hidden="true" class="felt">
        <rect x="1" y="1" width="98" height="98" rx="9" />
        ${paid.map((one) => html`<${Arrow} key=${`${one.payer}${one.payee}`} ...${one} />`)}
      </svg>
      ${[0, 1, 2, 3].map((seat) => html`
        <div class=${`seat ${NAMES[seat]} ${winners.includes(seat) ? "won" : ""}`} data-seat=${seat} key=${seat}>
          <span class="name">${evening.name(seat)}${seat === dealer && html`<span class="dealer">${say("how.dealer")}</span>`}</span>
          <span class=${`amount ${score.payments[seat] > 0 ? "gain" : score.payments[seat] < 0 ? "loss" : ""}`}>${signed(score.payments[seat])}</span>
        </div>`)}
      <ul class="sr">${paid.length ? paid.map((one) => html`<li>${say("result.pays", { payer: evening.name(one.payer), payee: evening.name(one.payee), amount: one.amount })}</li>`)
        : html`<li>${say("result.nobody")}</li>`}</ul>
    </div>`;
}

function Arrow({ payer, payee, amount }) {
  const [from, over, to] = curve(payer, payee);
  const angle = (Math.atan2(to.y - over.y, to.x - over.x) * 180) / Math.PI;
  const [x, y] = [(from.x + 2 * over.x + to.x) / 4, (from.y + 2 * over.y + to.y) / 4];
  return html`<g class="arrow">
    <path d=${`M${from.x} ${from.y}Q${over.x} ${over.y} ${to.x} ${to.y}`} />
    <path class="head" d="M1 0 -4.5 -3 -4.5 3Z" transform=${`translate(${to.x} ${to.y}) rotate(${angle})`} />
    <circle cx=${x} cy=${y} r="5" /><text x=${x} y=${y + 1.9} text-anchor="middle">${amount}</text></g>`;
}

/** Begin, control point and end of an arrow: round the corner to a neighbour, bent across. */
function curve(payer, payee) {
  const [from, to] = [PLACES[payer], PLACES[payee]];
  if (Math.abs(payer - payee) === 2) {
    const [ux, uy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
    const begin = { x: from.x + 16 * ux, y: from.y + 12 * uy };
    const end = { x: to.x - 17 * ux, y: to.y - 13 * uy };
    return [begin, { x: (begin.x + end.x) / 2 - 10 * uy, y: (begin.y + end.y) / 2 + 10 * ux }, end];
  }
  const [across, side] = from.x === 50 ? [from, to] : [to, from];
  const nearAcross = { x: across.x + 17 * Math.sign(side.x - 50), y: across.y };
  const nearSide = { x: side.x, y: side.y + 12 * Math.sign(across.y - 50) };
  const corner = { x: side.x, y: across.y };
  return from === across ? [nearAcross, corner, nearSide] : [nearSide, corner, nearAcross];
}
