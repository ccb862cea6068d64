// The OpenAPI description as a page to read.
import { html, render } from "../vendor/preact-htm.js";

const described = await (await fetch("/api/openapi.json")).json();

function fields(schema) {
  const named = schema?.$ref ? described.components.schemas[schema.$ref.split("/").at(-1)] : schema;
  return Object.entries(named?.properties ?? {}).map(([name, one]) => ({ name, needed: named.required?.includes(name), text: one.description ?? "" }));
}

function Operation({ path, method, operation }) {
  const content = Object.entries(operation.requestBody?.content ?? {});
  return html`<section class="card">
    <h2><code>${method.toUpperCase()} ${path}</code></h2>
    <p>${operation.summary}</p>
    ${(operation.parameters ?? []).map((one) => html`<p><code>${one.name}</code> (${one.in})</p>`)}
    ${content.map(([type, { schema }]) => html`<p><code>${type}</code></p>
      <ul>${fields(schema).map((one) => html`<li><code>${one.name}</code>${one.needed ? " *" : ""} ${one.text}</li>`)}</ul>`)}
  </section>`;
}

const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => html`<${Operation} path=${path} method=${method} operation=${operation} />`));
render(html`<div>${operations}</div>`, document.getElementById("operations"));
