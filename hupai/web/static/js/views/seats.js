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
  const [from, to] = [PLACES[payer], PLACES[payee]];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  // Opposite seats' arrows bend, so that two of them do not cross in the middle.
  const bend = Math.abs(payer - payee) === 2 ? 9 : 0;
  const [ax, ay] = [from.x + ux * 13, from.y + uy * 13];
  const [bx, by] = [to.x - ux * 17, to.y - uy * 17];
  const [mx, my] = [(ax + bx) / 2 - uy * bend, (ay + by) / 2 + ux * bend];
  const [hx, hy] = [bx - mx, by - my];
  const angle = (Math.atan2(hy, hx) * 180) / Math.PI;
  const [tx, ty] = [(ax + 2 * mx + bx) / 4, (ay + 2 * my + by) / 4];
  return html`<g class="arrow">
    <path d=${`M${ax} ${ay}Q${mx} ${my} ${bx} ${by}`} />
    <path class="head" d="M0 0 -4.5 -2.8 -4.5 2.8Z" transform=${`translate(${bx + ux} ${by + uy}) rotate(${angle})`} />
    <circle cx=${tx} cy=${ty} r="5" /><text x=${tx} y=${ty + 1.9} text-anchor="middle">${amount}</text></g>`;
}
