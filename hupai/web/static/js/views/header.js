import { html } from "../../vendor/preact-htm.js";
import { say } from "../words.js";

export function Header({ view, setView, language, switchLanguage, startNew }) {
  const tab = (name, label, act) => html`
    <button type="button" class="tab" aria-current=${view === name ? "page" : null} onClick=${act}>${say(label)}</button>`;
  return html`
    <header class="top">
      <a class="skip" href="#content">${say("skip")}</a>
      <span class="brand" aria-hidden="true"><img src="/tiles/C.svg" alt="" width="24" height="32" /></span>
      <nav aria-label=${say("app.name")}>
        ${tab("hand", "nav.new", startNew)}
        ${tab("table", "nav.table", () => setView("table"))}
        ${tab("rules", "nav.rules", () => setView("rules"))}
      </nav>
      <button type="button" class="tab language" lang=${language === "zh" ? "en" : "zh"} aria-label=${say("language.switch")}
        onClick=${switchLanguage}>${say("language.other")}</button>
    </header>`;
}
