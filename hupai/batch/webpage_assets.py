"""Style and script of the report."""

STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
* { box-sizing: border-box; }
body { font: 15px/1.45 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
  margin: 0; }
html[data-language="en"] span[lang="zh"], html[data-language="zh"] span[lang="en"] {
  display: none; }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 16px;
  align-items: center; padding: 8px 16px; background: Canvas;
  border-bottom: 1px solid var(--line); }
h1 { font-size: 18px; margin: 0; }
nav { display: flex; flex-wrap: wrap; gap: 6px; flex: 1; }
button { font: inherit; padding: 4px 10px; border: 1px solid var(--line); border-radius: 14px;
  background: var(--soft); color: inherit; cursor: pointer; }
button[aria-pressed="true"] { background: #1d6b3f; color: white; }
#language { margin-left: auto; }
main { max-width: 1100px; margin: 0 auto; padding: 12px 16px; }
article { display: grid; grid-template-columns: 420px 1fr; gap: 16px; padding: 14px 0;
  border-bottom: 1px solid var(--line); }
article[hidden] { display: none; }
article img { max-width: 100%; border-radius: 6px; cursor: zoom-in; }
article.large { grid-template-columns: 1fr; }
article.large img { width: 100%; cursor: zoom-out; }
.none { display: grid; place-items: center; min-height: 80px; font-size: 32px; opacity: .4;
  background: var(--soft); border-radius: 6px; }
h2 { font-size: 15px; margin: 0 0 6px; overflow-wrap: anywhere; }
h2 small { opacity: .6; font-weight: normal; }
h2 em { font-style: normal; font-size: 12px; padding: 1px 8px; border-radius: 9px; color: white;
  white-space: nowrap; background: #1d6b3f; }
h2 em.doubtful { background: #946200; }
h2 em.unsettled { background: #a3401f; }
h2 em.refused { background: #8a1f2d; }
p { margin: 4px 0; }
.hand { font: 17px/1.4 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.doubt, .note { color: #946200; }
.problem { color: #b3261e; }
.said { opacity: .75; }
.notice { padding: 8px 12px; border-left: 4px solid #946200; background: var(--soft); }
table { border-collapse: collapse; margin: 6px 0; }
th, td { padding: 2px 10px 2px 0; text-align: left; font-weight: normal; vertical-align: top; }
.payments th, .payments td { padding: 2px 12px 2px 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.gain { color: #1d7a45; } .loss { color: #b3261e; } .zero { opacity: .6; }
summary { cursor: pointer; }
@media (prefers-color-scheme: dark) {
  .doubt, .note { color: #e5b550; } .problem, .loss { color: #ff8a80; } .gain { color: #6fd39a; } }
@media (max-width: 760px) { article { grid-template-columns: 1fr; } }
"""

SCRIPT = """
const root = document.documentElement;
const articles = [...document.querySelectorAll("article")];
const filters = [...document.querySelectorAll("[data-filter]")];
const shows = (filter, status) => filter === "all" || filter === status ||
  (filter === "check" && status !== "settled");
const choose = (filter) => {
  for (const article of articles) article.hidden = !shows(filter, article.dataset.status);
  for (const button of filters)
    button.setAttribute("aria-pressed", String(button.dataset.filter === filter));
};
for (const button of filters) {
  const count = articles.filter((a) => shows(button.dataset.filter, a.dataset.status)).length;
  button.querySelector(".count").textContent = count;
  button.addEventListener("click", () => choose(button.dataset.filter));
}
for (const image of document.querySelectorAll("article img"))
  image.addEventListener("click", () => image.closest("article").classList.toggle("large"));
document.getElementById("language").addEventListener("click", () => {
  const language = root.dataset.language === "zh" ? "en" : "zh";
  root.dataset.language = language;
  root.lang = language === "zh" ? "zh-CN" : "en";
});
choose("all");
"""
