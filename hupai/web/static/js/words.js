// The page's language: `say("key", {name})`, and which of two server texts to show.
import en from "./words/en.js";
import zh from "./words/zh.js";

const ALL = { zh, en };
const KEPT = "hupai.language";

function first() {
  const kept = localStorage.getItem(KEPT);
  if (kept in ALL) return kept;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
}

let language = first();

export const currentLanguage = () => language;

export function setLanguage(chosen) {
  language = chosen;
  localStorage.setItem(KEPT, chosen);
  document.documentElement.lang = chosen === "zh" ? "zh-CN" : "en";
  document.title = say("title");
}

export function say(key, values = {}) {
  const text = ALL[language][key];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export const hasWords = (key) => key in ALL[language];

/** A text of the server, `{zh, en}`, in the page's language. */
export const pick = (words) => words[language];
