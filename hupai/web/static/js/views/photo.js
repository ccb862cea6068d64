// The photo with numbered boxes, near or whole, and crops of single tiles.
import { html, useEffect, useRef, useState } from "../../vendor/preact-htm.js";
import { groupOf } from "../hand.js";
import { say } from "../words.js";

const MARGIN = 0.6; // of a tile's longer side, around the hand
const FLATTEST = 0.3; // height over width of what is shown

/** The part of the photo that shows all tiles of the hand: [x, y, width, height]. */
function nearPart(photo, tiles) {
  if (!tiles.length) return [0, 0, photo.width, photo.height];
  const sides = tiles.map(({ box: [l, t, r, b] }) => Math.max(r - l, b - t));
  const room = MARGIN * Math.max(...sides);
  const left = Math.max(0, Math.min(...tiles.map(({ box }) => box[0])) - room);
  const top = Math.max(0, Math.min(...tiles.map(({ box }) => box[1])) - room);
  const right = Math.min(photo.width, Math.max(...tiles.map(({ box }) => box[2])) + room);
  const bottom = Math.min(photo.height, Math.max(...tiles.map(({ box }) => box[3])) + room);
  const [width, height] = [right - left, Math.min(photo.height, Math.max(bottom - top, FLATTEST * (right - left)))];
  return [left, Math.max(0, Math.min((top + bottom - height) / 2, photo.height - height)), width, height];
}

export function Photo({ photo, hand, selected, select, again }) {
  const [whole, setWhole] = useState(false);
  const boxed = Object.values(hand.tiles).filter((tile) => tile.box);
  const own = boxed.filter((tile) => groupOf(hand, tile.id) !== "aside");
  const part = whole ? [0, 0, photo.width, photo.height] : nearPart(photo, own);
  const figure = useRef(null);
  useEffect(() => {
    if (typeof selected === "number") figure.current.scrollIntoView({ block: "nearest" });
  }, [selected]);
  const pixel = part[2] / (innerWidth < 900 ? 340 : 620);

  function tapped(event) {
    const svg = event.currentTarget;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const reach = ({ box: [l, t, r, b] }) => Math.max(l - point.x, point.x - r, t - point.y, point.y - b, 0);
    const nearest = [...boxed].sort((a, b) => reach(a) - reach(b))[0];
    if (nearest && reach(nearest) < 24 * pixel) select(nearest.id);
  }

  return html`
    <figure class="photo" ref=${figure}>
      <svg viewBox=${part.join(" ")} role="img" aria-label=${say("photo.label", { count: boxed.length })} onClick=${tapped}
        preserveAspectRatio="xMidYMid meet">
        <image href=${photo.url} x="0" y="0" width=${photo.width} height=${photo.height} />
        ${boxed.map((tile) => html`<${Box} key=${tile.id} tile=${tile} pixel=${pixel} selected=${tile.id === selected}
          aside=${groupOf(hand, tile.id) === "aside"} />`)}
      </svg>
      <figcaption>
        ${again}
        <button type="button" class="quiet small" aria-pressed=${whole} onClick=${() => setWhole(!whole)}>
          ${say(whole ? "photo.near" : "photo.whole")}</button>
      </figcaption>
    </figure>`;
}

function Box({ tile, pixel, selected, aside }) {
  const [left, top, right, bottom] = tile.box;
  const state = selected ? "selected" : aside ? "aside" : tile.doubtful && !tile.looked ? "doubtful" : "";
  const size = Math.min(11 * pixel, (right - left) * 0.5);
  const width = size * (String(tile.number).length * 0.62 + 0.5);
  return html`
    <g class=${`box ${state}`}>
      <rect class="edge" x=${left} y=${top} width=${right - left} height=${bottom - top} rx=${3 * pixel}
        stroke-width=${(selected ? 3.5 : 1.6) * pixel} />
      <rect class="plate" x=${left} y=${top - size * 0.8} width=${width} height=${size * 1.15} rx=${size * 0.25} />
      <text x=${left + width / 2} y=${top + size * 0.12} font-size=${size} text-anchor="middle">${tile.number}</text>
    </g>`;
}

/** One tile as it is on the photo, with a little of its neighbours. */
export function Crop({ photo, box, label = "", room = 0.15 }) {
  const [left, top, right, bottom] = box;
  const [w, h] = [right - left, bottom - top];
  const part = [left - w * room, top - h * room, w * (1 + 2 * room), h * (1 + 2 * room)];
  return html`
    <svg class="crop" viewBox=${part.join(" ")} role=${label ? "img" : null} aria-label=${label || null} aria-hidden=${label ? null : "true"}>
      <image href=${photo.url} x="0" y="0" width=${photo.width} height=${photo.height} />
    </svg>`;
}
