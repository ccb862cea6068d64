// The whole page: which view is open, and the hand that is being settled.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import * as api from "./api.js";
import * as circumstances from "./circumstances.js";
import * as hands from "./hand.js";
import * as undoing from "./history.js";
import { judge } from "./photo/quality.js";
import { shrink } from "./photo/shrink.js";
import * as unfinished from "./unfinished.js";
import { useEvening } from "./use_evening.js";
import { EveningView } from "./views/evening.js";
import { HandView } from "./views/hand.js";
import { Header } from "./views/header.js";
import { Message } from "./views/message.js";
import { RulesView } from "./views/rules.js";
import { StartView } from "./views/start.js";
import { currentLanguage, pick, say, setLanguage } from "./words.js";

export const errorText = (error) => (error.words ? pick(error.words) : say("error.network"));

export function App({ rules, firstEvening }) {
  const [language, choose] = useState(currentLanguage());
  const [view, setView] = useState("hand");
  const [work, setWork] = useState(unfinished.restore);
  useEffect(() => unfinished.keep(work), [work]);
  const [progress, setProgress] = useState(null);
  const [error, setError] = useState(null);
  const evening = useEvening(firstEvening, setError);
  const main = useRef(null);

  const shown = useRef(null);
  useEffect(() => {
    // A new view takes the focus, so that a screen reader begins there; the first one does not.
    if (shown.current) {
      main.current.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    shown.current = view;
  }, [view, Boolean(work)]);

  function switchLanguage() {
    setLanguage(language === "zh" ? "en" : "zh");
    choose(currentLanguage());
  }

  async function usePhoto(file) {
    if (!file || (file.type && !file.type.startsWith("image/"))) return setError({ text: say("error.notPicture") });
    const stop = new AbortController();
    setProgress({ step: "shrinking", stop });
    setError(null);
    try {
      const photo = await shrink(file, judge);
      const read = await api.readPhoto(photo.blob, photo.name, (part) =>
        setProgress(part < 1 ? { step: "sending", part, stop } : { step: "reading", stop }), stop.signal);
      if (!photo.url) Object.assign(photo, { width: read.reading.size[0], height: read.reading.size[1] });
      // The photo of a further winner of the same tile goes on with the hand that was begun.
      const goesOn = work?.how.others.length || work?.editing ? { how: work.how, editing: work.editing, key: work.key } : {};
      begin({ photo, read, history: undoing.begin(hands.fromReading(read)), ...goesOn });
    } catch (problem) {
      if (problem.name !== "AbortError") setError(problem);
    } finally {
      setProgress(null);
    }
    return undefined;
  }

  const begin = (given) => { setWork({ photo: null, read: null, how: circumstances.UNKNOWN, editing: null, key: crypto.randomUUID?.() ?? String(Math.random()).slice(2) + Date.now(), ...given }); setView("hand"); };

  function edit(played) {
    begin({
      history: undoing.begin(hands.fromText(played.hand)),
      how: circumstances.fromText(played.circumstances, played.others),
      editing: played,
    });
  }

  usePasteAndDrop(usePhoto);
  useEffect(() => { given().then((photo) => photo && usePhoto(photo), setError); }, []);
  const page = { rules, evening, work, setWork, setError, progress, usePhoto, begin, edit, setView };
  return html`
    <${Header} view=${view} setView=${setView} language=${language} switchLanguage=${switchLanguage}
      startNew=${() => { setWork(null); setView("hand"); }} />
    <${Message} error=${error} close=${() => setError(null)} />
    <main id="content" ref=${main} tabindex="-1">
      ${view === "hand" && !work && html`<${StartView} ...${page} />`}
      ${view === "hand" && work && html`<${HandView} ...${page} />`}
      ${view === "table" && html`<${EveningView} ...${page} />`}
      ${view === "rules" && html`<${RulesView} ...${page} />`}
    </main>`;
}

/** The photo that `hupai camera` opened the page on, if it did. */
async function given() {
  const number = new URLSearchParams(location.search).get("given");
  if (number === null) return null;
  const response = await fetch(`given/${Number(number)}`);
  return response.ok ? new File([await response.blob()], "camera.jpg", { type: "image/jpeg" }) : null;
}

function usePasteAndDrop(use) {
  const latest = useRef(use);
  latest.current = use;
  useEffect(() => {
    const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
    const over = (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      document.body.classList.add("dropping");
    };
    const leave = (event) => event.relatedTarget === null && document.body.classList.remove("dropping");
    const drop = (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      document.body.classList.remove("dropping");
      latest.current(event.dataTransfer.files[0]);
    };
    const paste = (event) => {
      const file = [...(event.clipboardData?.files ?? [])][0];
      if (file) latest.current(file);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
      document.removeEventListener("paste", paste);
    };
  }, []);
}
