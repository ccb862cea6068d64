// The hand as tiles in groups.
import { html } from "../../vendor/preact-htm.js";
import { KINDS, openDoubts, tileCount } from "../hand.js";
import { TileImage, tileName } from "../tiles.js";
import { say } from "../words.js";

// A photo of the whole table shows many tiles of others; more than a row of them is folded away.
const FEW = 7;

export function Groups({ hand, history, selected, select, change, actions, seats, winner, undo, redo }) {
  const count = tileCount(hand);
  const doubts = new Set(openDoubts(hand));
  const tile = (id) => html`<${TileButton} key=${id} tile=${hand.tiles[id]} selected=${selected === id} doubtful=${doubts.has(id)}
    winning=${hand.winning === id} select=${select} />`;
  return html`
    <section class="card groups" aria-labelledby="hand-title">
      <div class="title-row">
        <h2 id="hand-title">${say("hand.title")}</h2>
        <button type="button" class="quiet icon" aria-label=${say("hand.undo")} title=${say("hand.undo")} disabled=${!history.past.length} onClick=${undo}>↶</button>
        <button type="button" class="quiet icon" aria-label=${say("hand.redo")} title=${say("hand.redo")} disabled=${!history.future.length} onClick=${redo}>↷</button>
        <button type="button" class="quiet small" onClick=${actions.sort}>${say("hand.sort")}</button>
      </div>
      <div class="group" role="group" aria-label=${say("hand.concealed")}>
        <h3>${say("hand.concealed")}</h3>
        <div class="tiles">${hand.concealed.map(tile)}
          <button type="button" class="tile add" aria-label=${say("hand.add")} title=${say("hand.add")} onClick=${() => select({ add: "concealed" })}>+</button>
        </div>
      </div>
      <div class="group" role="group" aria-label=${say("hand.winning")}>
        <h3>${say("hand.winning")}</h3>
        ${hand.winning === null ? html`<p class="hint">${say("hand.noWinning")}</p>` : html`<div class="tiles">${tile(hand.winning)}</div>`}
      </div>
      ${hand.melds.map((meld, place) => html`<${Meld} key=${meld.ids[0]} meld=${meld} place=${place} tile=${tile} change=${change} seats=${seats} winner=${winner} />`)}
      ${hand.flowers.length > 0 && html`<div class="group" role="group" aria-label=${say("hand.flowers")}>
        <h3>${say("hand.flowers")}</h3><div class="tiles">${hand.flowers.map(tile)}</div></div>`}
      ${hand.aside.length > 0 && html`<details class="group aside" open=${hand.aside.length <= FEW}>
        <summary><h3>${say("hand.asideCount", { count: hand.aside.length })}</h3></summary>
        <div class="tiles">${hand.aside.map(tile)}</div></details>`}
      <div class="row">
        <button type="button" class="quiet small" onClick=${() => select({ addSet: true })}>${say("hand.addSet")}</button>
        <span class=${count === 14 ? "count" : "count wrong"}>${say("hand.count", { count })}</span>
      </div>
    </section>`;
}

export function TileButton({ tile, selected, doubtful, winning, select }) {
  const name = tileName(tile.face);
  const label = (tile.number ? say("tile.numbered", { tile: name, number: tile.number }) : name)
    + (doubtful ? say("tile.doubtful") : "") + (winning ? say("tile.winning") : "");
  return html`
    <button type="button" class=${`tile ${doubtful ? "doubtful" : ""} ${winning ? "winning" : ""}`} data-tile=${tile.id}
      aria-label=${label} aria-pressed=${selected} onClick=${() => select(tile.id)}>
      <${TileImage} face=${tile.face} label="" />
      ${tile.number && html`<span class="number" aria-hidden="true">${tile.number}</span>`}
      ${doubtful && html`<span class="badge" aria-hidden="true">?</span>`}
    </button>`;
}

function Meld({ meld, place, tile, change, seats, winner }) {
  const title = say("hand.set", { number: place + 1 });
  return html`
    <div class="group" role="group" aria-label=${title}>
      <h3>${title}</h3>
      <div class="meld">
        <div class="tiles">${meld.ids.map(tile)}</div>
        <label>${say("hand.kind")}
          <select value=${meld.kind} onChange=${(event) => change({ kind: event.currentTarget.value }, place)}>
            ${KINDS.map((kind) => html`<option value=${kind} selected=${kind === meld.kind}>${say(`kind.${kind}`)}</option>`)}
          </select></label>
        ${meld.kind !== "kan concealed" && html`<label>${say("hand.from")}
          <select value=${meld.from ?? ""} onChange=${(event) => change({ from: event.currentTarget.value === "" ? null : Number(event.currentTarget.value) }, place)}>
            <option value="">${say("hand.unknown")}</option>
            ${seats.map((name, seat) => seat !== winner && html`<option value=${seat} selected=${meld.from === seat}>${name}</option>`)}
          </select></label>`}
        <button type="button" class="quiet small" onClick=${() => change("dissolve", place)}>${say("hand.dissolve")}</button>
      </div>
    </div>`;
}
