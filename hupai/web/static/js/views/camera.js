// The live camera with an outline to aim by.
import { html, useEffect, useRef, useState } from "../../vendor/preact-htm.js";
import * as camera from "../photo/camera.js";
import { say } from "../words.js";

export function Camera({ take, close, failed }) {
  const video = useRef(null);
  const [stream, setStream] = useState(null);
  const [torch, setTorch] = useState(false);

  useEffect(() => {
    let opened = null;
    let gone = false;
    camera.open().then((found) => {
      if (gone) return camera.close(found);
      opened = found;
      video.current.srcObject = found;
      setStream(found);
      return undefined;
    }, () => !gone && failed());
    return () => { gone = true; if (opened) camera.close(opened); };
  }, []);

  async function toggleTorch() {
    await camera.setTorch(stream, !torch);
    setTorch(!torch);
  }

  return html`
    <section class="camera" aria-label=${say("start.live")}>
      <div class="viewfinder">
        <video ref=${video} autoplay playsinline muted aria-label=${say("start.live")}></video>
        <div class="outline" aria-hidden="true"><span>${say("camera.aim")}</span></div>
      </div>
      <div class="row">
        <button type="button" class="primary" disabled=${!stream} onClick=${async () => take(await camera.shoot(video.current))}>${say("camera.shoot")}</button>
        ${stream && camera.hasTorch(stream) && html`<button type="button" aria-pressed=${torch} onClick=${toggleTorch}>${say("camera.torch")}</button>`}
        <button type="button" class="quiet" onClick=${close}>${say("camera.close")}</button>
      </div>
    </section>`;
}
