// Which rules this table plays, and its house rules.
import { html, useEffect, useState } from "../../vendor/preact-htm.js";
import * as api from "../api.js";
import { pick, say } from "../words.js";

export function RulesView({ evening, rules, setError }) {
  const [set, setSet] = useState(null);
  const [search, setSearch] = useState("");
  useEffect(() => {
    let gone = false;
    api.ruleSet(evening.rules).then((found) => !gone && setSet(found), setError);
    return () => { gone = true; };
  }, [evening.rules]);
  const { names, options } = evening;
  const keep = (changes) => evening.change((id) => api.setTable(id, { names, rules: evening.rules, options, ...changes }));
  const setOption = (option, value) => {
    const { [option.key]: before, ...others } = options;
    return keep({ options: value === option.value ? others : { ...others, [option.key]: value } });
  };
  const wanted = search.trim().toLowerCase();
  const found = set ? set.options.filter((option) => option.key !== "system" && `${option.key} ${pick(option.name)}`.toLowerCase().includes(wanted)) : [];
  return html`
    <div class="rules">
      <section class="card" aria-labelledby="rules-title"><h1 id="rules-title">${say("rules.title")}</h1>
        <div class="row" role="group" aria-label=${say("rules.set")}>${rules.sets.map((one) => html`
          <button type="button" class="choice" key=${one.name} data-rules=${one.name} aria-pressed=${one.name === evening.rules} onClick=${() => keep({ rules: one.name })}>${pick(one.title)}</button>`)}</div>
      </section>
      <section class="card" aria-labelledby="options-title"><h2 id="options-title">${say("rules.options")}</h2>
        <p class="hint">${say("rules.hint")}</p>
        <div class="row"><label>${say("rules.search")} <input type="search" value=${search} onInput=${(event) => setSearch(event.currentTarget.value)} /></label>
          <button type="button" class="quiet" disabled=${!Object.keys(options).length} onClick=${() => keep({ options: {} })}>${say("rules.reset")}</button></div>
        <ul class="options">${found.map((option) => html`<${Option} key=${option.key} option=${option} value=${options[option.key] ?? option.value} change=${(value) => setOption(option, value)} />`)}</ul>
      </section>
    </div>`;
}

function Option({ option, value, change }) {
  const changed = value !== option.value;
  const shown = (choice) => (choice === "true" ? say("rules.on") : choice === "false" ? say("rules.off") : choice);
  return html`<li class=${changed ? "changed" : ""}>
    <label>${pick(option.name)}
      ${option.kind === "choice"
        ? html`<select data-option=${option.key} value=${value} onChange=${(event) => change(event.currentTarget.value)}>
            ${option.choices.map((choice) => html`<option value=${choice} selected=${choice === value}>${shown(choice)}</option>`)}</select>`
        : html`<input type="text" data-option=${option.key} value=${value} list=${`list-${option.key}`} onChange=${(event) => change(event.currentTarget.value.trim())} />
            <datalist id=${`list-${option.key}`}>${[...option.choices, ...option.examples].map((one) => html`<option value=${one}></option>`)}</datalist>`}
    </label>
    <small>${changed && html`<span>${say("rules.default", { value: shown(option.value) })}</span> · `}${option.kind === "choice" ? "" : pick(option.allowed)}</small></li>`;
}
