// The panel that mends one tile, or chooses a tile to add.
import { html, useEffect, useRef } from "../../vendor/preact-htm.js";
import { copies, groupOf, likeTiles } from "../hand.js";
import { ROWS, TileImage, likely, mostCopies, tileName } from "../tiles.js";
import { say } from "../words.js";
import { Crop } from "./photo.js";

/** A panel at the bottom that takes the focus and gives it back. */
export function Panel({ title, close, children, focusKey }) {
  const panel = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    return () => { if (before?.isConnected) before.focus(); };
  }, []);
  useEffect(() => { panel.current.focus({ preventScroll: true }); }, [focusKey]);
  useEffect(() => {
    const key = (event) => event.key === "Escape" && close();
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  });
  return html`
    <div class="panel" role="dialog" aria-label=${title} tabindex="-1" ref=${panel}>
      <div class="title-row"><h2>${title}</h2>
        <button type="button" class="quiet icon" aria-label=${say("editor.close")} onClick=${close}>✕</button></div>
      ${children}
    </div>`;
}

/** All faces; those of which no copy is left are greyed. */
export function Palette({ used, current, choose }) {
  // The row of the tile that is there comes first: a misread tile mostly has the right suit.
  const rows = [...ROWS].sort((a, b) => b.includes(current) - a.includes(current));
  return html`
    <div class="palette" role="group" aria-label=${say("editor.all")}>
      ${rows.map((row) => html`<div class="palette-row">${row.map((face) => {
        const gone = (used[face] || 0) >= mostCopies(face);
        const label = gone ? `${tileName(face)}, ${say("tile.none")}` : tileName(face);
        return html`<button type="button" class="tile" key=${face} data-face=${face} disabled=${gone} aria-label=${label} title=${label}
          aria-pressed=${face === current} onClick=${() => choose(face)}><${TileImage} face=${face} label="" /></button>`;
      })}</div>`)}
    </div>`;
}

export function Editor({ photo, hand, id, actions, close, moreDoubts }) {
  const tile = hand.tiles[id];
  const group = groupOf(hand, id);
  const used = copies(hand, id);
  const title = tile.number ? say("tile.numbered", { tile: tileName(tile.face), number: tile.number }) : tileName(tile.face);
  const targets = [
    ["concealed", "editor.toConcealed"],
    ...hand.melds.map((_, place) => [`meld ${place}`, "editor.toSet", { number: place + 1 }]),
    ["new set", "editor.toNewSet"],
    ["flowers", "editor.toFlowers"],
    ["aside", "editor.toAside"],
  ].filter(([name]) => name !== group && !(name === "aside" && !tile.box));
  return html`
    <${Panel} title=${title} close=${close} focusKey=${id}>
      <div class="editor-top">
        ${tile.box && photo?.url && html`<${Crop} photo=${photo} box=${tile.box} label=${say("editor.crop")} room=${0.35} />`}
        <div class="likely" role="group" aria-label=${say("editor.likely")}>
          <h3>${say("editor.likely")}</h3>
          <div class="tiles">${likely(tile.face, tile.runnerUp).map((face) => html`
            <button type="button" class="tile" key=${face} data-likely=${face} aria-label=${tileName(face)} aria-pressed=${face === tile.face}
              disabled=${face !== tile.face && (used[face] || 0) >= mostCopies(face)}
              onClick=${() => actions.setFace(id, face)}><${TileImage} face=${face} label="" /></button>`)}</div>
        </div>
      </div>
      <div class="row">
        <button type="button" class="primary" onClick=${() => actions.right(id)}>${say(moreDoubts ? "editor.next" : "editor.right")}</button>
        ${group === "winning"
          ? html`<button type="button" onClick=${() => actions.move(id, "concealed")}>${say("editor.notWinning")}</button>`
          : tile.face !== "X" && group === "concealed" && html`<button type="button" onClick=${() => actions.move(id, "winning")}>${say("editor.winning")}</button>`}
        ${likeTiles(hand, id).length >= 3 && html`<button type="button" onClick=${() => actions.makeSet(id)}>${say("editor.makeSet")}</button>`}
        <button type="button" onClick=${() => actions.remove(id)}>${say(tile.box ? "editor.remove" : "editor.delete")}</button>
      </div>
      <h3>${say("editor.all")}</h3>
      <${Palette} used=${used} current=${tile.face} choose=${(face) => actions.setFace(id, face)} />
      <h3>${say("editor.move")}</h3>
      <div class="row">${targets.map(([name, words, values]) => html`
        <button type="button" class="small" onClick=${() => actions.move(id, name)}>${say(words, values)}</button>`)}</div>
    <//>`;
}
