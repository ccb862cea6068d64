import { html } from "../../vendor/preact-htm.js";
import { pick, say } from "../words.js";

/** What went wrong, said once and to screen readers too. */
export function Message({ error, close }) {
  const text = error && (error.text ?? (error.words ? pick(error.words) : say("error.network")));
  return html`<div role="alert" class="alerts">${text && html`
    <div class="message error"><p>${text}</p>
      <button type="button" onClick=${close}>${say("error.close")}</button></div>`}</div>`;
}
