// The tiles that the reading is not sure of, photo beside face, to be looked at before settling.
import { html } from "../../vendor/preact-htm.js";
import { TileImage, tileName } from "../tiles.js";
import { pick, say } from "../words.js";
import { Crop } from "./photo.js";

export function Doubts({ photo, hand, open, notes, select, confirm }) {
  if (!open.length) return null;
  const title = open.length === 1 ? say("doubts.one") : say("doubts.title", { count: open.length });
  return html`
    <section class="card doubts" aria-labelledby="doubts-title">
      <h2 id="doubts-title">${title}</h2>
      <p class="hint">${say("doubts.hint")}</p>
      ${notes.map((note) => html`<p class="note">${pick(note)}</p>`)}
      <ul class="doubt-list">
        ${open.map((id) => {
          const tile = hand.tiles[id];
          return html`<li key=${id}><button type="button" class="doubt"
            aria-label=${say("doubts.change", { number: tile.number, tile: tileName(tile.face) })} onClick=${() => select(id)}>
            ${photo?.url && html`<${Crop} photo=${photo} box=${tile.box} />`}<${TileImage} face=${tile.face} label="" />
            <span class="number" aria-hidden="true">${tile.number}</span></button></li>`;
        })}
      </ul>
      <button type="button" class="primary" onClick=${() => confirm(open)}>${say("doubts.all")}</button>
    </section>`;
}
