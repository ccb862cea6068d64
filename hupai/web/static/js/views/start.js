// Where a hand begins: a photo by any way, or no photo.
import { html, useRef, useState } from "../../vendor/preact-htm.js";
import * as hands from "../hand.js";
import * as undoing from "../history.js";
import { whyNot } from "../photo/camera.js";
import { say } from "../words.js";
import { Camera } from "./camera.js";

export function StartView({ usePhoto, begin, progress, setError }) {
  const [live, setLive] = useState(false);
  const [noCamera, setNoCamera] = useState(whyNot());
  if (progress) return html`<${Progress} ...${progress} />`;
  if (live) {
    return html`<${Camera} take=${(file) => { setLive(false); usePhoto(file); }} close=${() => setLive(false)}
      failed=${() => { setLive(false); setNoCamera("start.noCamera"); }} />`;
  }
  return html`
    <section class="start">
      <h1>${say("app.name")}</h1>
      <p class="tagline">${say("app.tagline")}</p>
      <div class="start-tiles" aria-hidden="true">${["2p", "2p", "2p", "E", "C", "1s", "8m"].map((face) => html`<img src=${`/tiles/${face}.svg`} alt="" />`)}</div>
      <div class="choices">
        <${FileButton} label="start.photograph" capture="environment" use=${usePhoto} main=${true} />
        <${FileButton} label="start.choose" use=${usePhoto} />
        <button type="button" disabled=${noCamera !== null} aria-describedby=${noCamera ? "no-live" : null}
          onClick=${() => { setError(null); setLive(true); }}>${say("start.live")}</button>
        <button type="button" class="quiet" onClick=${() => begin({ history: undoing.begin(hands.EMPTY) })}>${say("start.write")}</button>
      </div>
      ${noCamera && html`<p class="note" id="no-live">${say(noCamera)}</p>`}
      <p class="hint">${say("start.hint")}</p>
      <p class="hint wide-only">${say("start.drop")}</p>
    </section>`;
}

/** A button that opens the file chooser, or the phone's own camera. */
export function FileButton({ label, capture, use, main = false, small = false }) {
  const input = useRef(null);
  const chosen = (event) => {
    const [file] = event.currentTarget.files;
    event.currentTarget.value = "";
    if (file) use(file);
  };
  return html`
    <button type="button" class=${main ? "primary" : small ? "quiet" : ""} onClick=${() => input.current.click()}>${say(label)}</button>
    <input type="file" ref=${input} hidden accept="image/*,.heic,.heif" capture=${capture} data-for=${label} onChange=${chosen} />`;
}

function Progress({ step, part, stop }) {
  const percent = Math.round((part ?? 0) * 100);
  return html`
    <section class="progress" aria-busy="true">
      <div class="shuffle" aria-hidden="true">${["3s", "E", "7p", "C", "5m"].map((face) => html`<img src=${`/tiles/${face}.svg`} alt="" />`)}</div>
      <p role="status">${say(`upload.${step}`, { percent })}</p>
      <progress max="100" value=${step === "sending" ? percent : null} aria-label=${say(`upload.${step}`, { percent })}></progress>
      <button type="button" class="quiet" onClick=${() => stop.abort()}>${say("upload.cancel")}</button>
    </section>`;
}
