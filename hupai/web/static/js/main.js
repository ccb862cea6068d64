// Starts the page.
import { html, render } from "../vendor/preact-htm.js";
import * as api from "./api.js";
import { App } from "./app.js";
import { FACES, setNames, tileImage } from "./tiles.js";
import { currentLanguage, say, setLanguage } from "./words.js";

setLanguage(currentLanguage());
const root = document.getElementById("app");
try {
  const [names, rules, evening] = await Promise.all([api.tiles(), api.rules(), api.newestEvening()]);
  setNames(names);
  root.replaceChildren();
  // Asked for before they are needed, so that the palette opens with all its tiles.
  for (const face of [...FACES, "X"]) new Image().src = tileImage(face);
  render(html`<${App} rules=${rules} firstEvening=${evening} />`, root);
} catch (error) {
  root.textContent = say("error.network");
  throw error;
}
