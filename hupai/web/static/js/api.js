// Requests to the server. Errors carry `words`, `{zh, en}`, where the server gave them.
export class ServerError extends Error {
  constructor(name, words, status) {
    super(words ? words.en : name);
    this.name = name;
    this.words = words;
    this.status = status;
  }
}

function asError(status, body) {
  const error = body && body.error;
  return new ServerError(error ? error.name : "network", error && error.message, status);
}

async function request(method, path, { json, form, signal } = {}) {
  const options = { method, signal, headers: {} };
  if (json !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(json);
  } else if (form) {
    options.body = asForm(form);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServerError("network", null, 0);
  }
  const body = await response.json().catch(() => null);
  if (response.status === 401) location.reload();
  if (!response.ok) throw asError(response.status, body);
  return body;
}

function asForm(fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, value.name || "photo.jpg");
    else form.append(name, value);
  }
  return form;
}

/** Uploads a photo; `progress` hears 0 to 1 while it is sent. */
export function readPhoto(photo, name, progress, signal) {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open("POST", "/api/read");
    sending.responseType = "json";
    sending.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    sending.onload = () =>
      sending.status === 200 ? resolve(sending.response) : reject(asError(sending.status, sending.response));
    sending.onerror = () => reject(new ServerError("network", null, 0));
    sending.onabort = () => reject(new DOMException("cancelled", "AbortError"));
    signal.addEventListener("abort", () => sending.abort());
    const form = new FormData();
    form.append("photo", photo, name);
    sending.send(form);
  });
}

export const score = (form, signal) => request("POST", "/api/score", { form, signal });
export const offers = (form, signal) => request("POST", "/api/offers", { form, signal });
export const rules = () => request("GET", "/api/rules");
export const ruleSet = (name) => request("GET", `/api/rules/${encodeURIComponent(name)}`);
export const tiles = () => request("GET", "/api/tiles");
export const keepCorrection = (form) => request("POST", "/api/corrections", { form });
export const deleteCorrection = (id) => request("DELETE", `/api/corrections/${id}`);

const of = (evening, rest = "") => `/api/evenings/${encodeURIComponent(evening)}${rest}`;
export const newestEvening = () => request("GET", "/api/evenings/newest");
export const startEvening = () => request("POST", "/api/evenings");
export const evening = (id) => request("GET", of(id));
export const setTable = (id, table) => request("PUT", of(id, "/table"), { json: table });
export const setDealer = (id, seat) => request("PUT", of(id, "/dealer"), { json: { seat } });
export const addHand = (id, hand) => request("POST", of(id, "/hands"), { json: hand });
export const editHand = (id, number, hand) => request("PUT", of(id, `/hands/${number}`), { json: hand });
export const removeHand = (id, number) => request("DELETE", of(id, `/hands/${number}`));
export const undo = (id) => request("POST", of(id, "/undo"));
export const csvAddress = (id, language) => of(id, `/csv?lang=${language}`);
export const eventsAddress = (id) => of(id, "/events");
