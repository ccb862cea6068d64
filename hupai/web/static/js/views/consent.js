// A corrected photo may be given to training, and taken back.
import { html, useState } from "../../vendor/preact-htm.js";
import * as api from "../api.js";
import { say } from "../words.js";

export function Consent({ photo, hand, setError }) {
  const [kept, setKept] = useState(null);
  const [deleted, setDeleted] = useState(false);
  const boxed = Object.values(hand.tiles).filter((tile) => tile.box);
  async function act(action) {
    try {
      await action();
    } catch (error) {
      setError(error);
    }
  }
  const keep = () => act(async () => {
    const tiles = JSON.stringify(boxed.map(({ face, box }) => ({ tile: face, box })));
    const { id } = await api.keepCorrection({ photo: new File([photo.blob], "photo.jpg"), tiles, consent: "true" });
    setKept(id);
    setDeleted(false);
  });
  const take = () => act(async () => {
    await api.deleteCorrection(kept);
    setKept(null);
    setDeleted(true);
  });
  return html`<div class="consent">
    ${kept ? html`<p role="status">${say("corrections.kept")}</p><button type="button" class="quiet small" onClick=${take}>${say("corrections.delete")}</button>`
      : html`<button type="button" class="quiet small" onClick=${keep}>${say("corrections.ask")}</button>
        <p class="hint" role="status">${deleted ? say("corrections.deleted") : say("corrections.hint")}</p>`}
  </div>`;
}
