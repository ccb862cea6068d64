// Everything else about a win: only what the server offers for these rules and this hand.
import { html, useState } from "../../vendor/preact-htm.js";
import { copies } from "../hand.js";
import { TileImage, tileName } from "../tiles.js";
import { pick, say } from "../words.js";
import { Palette, Panel } from "./editor.js";
import { Seats } from "./how.js";
import { FileButton } from "./start.js";

export function Extras({ how, setHow, offers, hand, evening, usePhotoOf }) {
  const flags = offers.filter((offer) => offer.kind === "flag");
  const toggle = (key) =>
    setHow({ flags: how.flags.includes(key) ? how.flags.filter((one) => one !== key) : [...how.flags, key] });
  return html`
    <details class="card extras" open=${how.flags.length > 0 || how.codes.length > 0 || how.fish.length > 0 || how.kongs.length > 0}>
      <summary><h2>${say("extras.title")}</h2></summary>
      ${flags.length > 0 && html`<div class="row">${flags.map((offer) => html`
        <button type="button" class="choice flag" key=${offer.key} data-flag=${offer.key} aria-pressed=${offer.chosen} title=${pick(offer.hint)}
          onClick=${() => toggle(offer.key)}>${pick(offer.name)}<small>${pick(offer.hint)}</small></button>`)}</div>`}
      ${offers.filter((offer) => offer.kind === "tiles").map((offer) => html`
        <${TileList} key=${offer.key} offer=${offer} tiles=${how[offer.key]} hand=${hand} usePhotoOf=${usePhotoOf}
          change=${(tiles) => setHow({ [offer.key]: tiles })} />`)}
      ${offers.filter((offer) => offer.kind === "seat").map((offer) => html`
        <${Seats} key=${offer.key} label=${pick(offer.name)} chosen=${how.catcher} choose=${(catcher) => setHow({ catcher })} evening=${evening} seats=${offer.seats} />`)}
      <${Kongs} how=${how} setHow=${setHow} hand=${hand} evening=${evening} />
    </details>`;
}

function TileList({ offer, tiles, hand, change, usePhotoOf }) {
  const [adding, setAdding] = useState(false);
  const used = copies(hand);
  for (const face of tiles) used[face] = (used[face] || 0) + 1;
  const full = tiles.length >= offer.limit;
  const add = (faces) => change([...tiles, ...faces].slice(0, offer.limit));
  return html`
    <div class="group" role="group" aria-label=${pick(offer.name)}>
      <h3>${pick(offer.name)}</h3>
      <p class="hint">${say(`extras.${offer.key}`, { limit: offer.limit })}</p>
      <div class="tiles">
        ${tiles.map((face, place) => html`<button type="button" class="tile" aria-label=${say("extras.removeTile", { tile: tileName(face) })}
          onClick=${() => change(tiles.filter((_, index) => index !== place))}><${TileImage} face=${face} label="" /></button>`)}
        ${!full && html`<button type="button" class="tile add" data-add=${offer.key} aria-label=${`${pick(offer.name)}: ${say("extras.addTile")}`} onClick=${() => setAdding(true)}>+</button>`}
        ${!full && html`<${FileButton} label="extras.photo" small=${true} use=${async (file) => add(await usePhotoOf(file))} />`}
      </div>
      ${adding && !full && html`<${Panel} title=${pick(offer.name)} close=${() => setAdding(false)} focusKey=${offer.key}>
        <${Palette} used=${used} choose=${(face) => { add([face]); if (tiles.length + 1 >= offer.limit) setAdding(false); }} /><//>`}
    </div>`;
}

const KONG_KINDS = ["kan open", "kan added", "kan concealed"];

/** Kongs of the players who did not win; they are paid for too. */
function Kongs({ how, setHow, hand, evening }) {
  const [adding, setAdding] = useState(false);
  const others = [0, 1, 2, 3].filter((seat) => seat !== how.winner);
  const replace = (place, changes) => setHow({ kongs: how.kongs.map((kong, index) => (index === place ? { ...kong, ...changes } : kong)) });
  const seatsOf = (without) => [0, 1, 2, 3].filter((seat) => seat !== without);
  const select = (label, value, values, change) => html`<label>${label}
    <select value=${value ?? ""} onChange=${(event) => change(event.currentTarget.value)}>
      ${values.map(([one, text]) => html`<option value=${one} selected=${String(value ?? "") === String(one)}>${text}</option>`)}</select></label>`;
  return html`
    <div class="group" role="group" aria-label=${say("extras.kongs")}>
      <h3>${say("extras.kongs")}</h3>
      <p class="hint">${say("extras.kongsHint")}</p>
      ${how.kongs.map((kong, place) => html`<div class="meld" key=${place}>
        <div class="tiles small-tiles">${[0, 1, 2, 3].map(() => html`<${TileImage} face=${kong.face} label="" />`)}<span class="sr">${tileName(kong.face)}</span></div>
        ${select(say("extras.kongOwner"), kong.seat, others.map((seat) => [seat, evening.name(seat)]), (seat) => replace(place, { seat: Number(seat), from: null }))}
        ${select(say("hand.kind"), kong.kind, KONG_KINDS.map((kind) => [kind, say(`kind.${kind}`)]), (kind) => replace(place, { kind }))}
        ${kong.kind !== "kan concealed" && select(say("hand.from"), kong.from, [["", say("hand.unknown")], ...seatsOf(kong.seat).map((seat) => [seat, evening.name(seat)])],
          (from) => replace(place, { from: from === "" ? null : Number(from) }))}
        <button type="button" class="quiet small" onClick=${() => setHow({ kongs: how.kongs.filter((_, index) => index !== place) })}>${say("extras.removeKong")}</button>
      </div>`)}
      <button type="button" class="quiet small" onClick=${() => setAdding(true)}>${say("extras.addKong")}</button>
      ${adding && html`<${Panel} title=${say("extras.addKong")} close=${() => setAdding(false)} focusKey="kong">
        <${Palette} used=${copies(hand)} choose=${(face) => { setAdding(false); setHow({ kongs: [...how.kongs, { seat: others[0], kind: "kan concealed", face, from: null }] }); }} /><//>`}
    </div>`;
}
