// The tiles: their order, names, look-alikes, and how one is shown.
import { html } from "../vendor/preact-htm.js";
import { pick, say } from "./words.js";

const ranks = [1, 2, 3, 4, 5, 6, 7, 8, 9];
export const ROWS = [
  ranks.map((rank) => `${rank}m`),
  ranks.map((rank) => `${rank}p`),
  ranks.map((rank) => `${rank}s`),
  ["E", "S", "W", "N", "C", "F", "B"],
  ["f1", "f2", "f3", "f4", "z1", "z2", "z3", "z4"],
];
export const FACES = ROWS.flat();
const LOOK_ALIKE = {
  m: { 1: "23", 2: "31", 3: "21", 4: "75", 5: "64", 6: "85", 7: "94", 8: "69", 9: "78" },
  p: { 1: "23", 2: "31", 3: "24", 4: "56", 5: "46", 6: "574", 7: "689", 8: "796", 9: "87" },
  s: { 1: "72", 2: "31", 3: "24", 4: "56", 5: "46", 6: "574", 7: "689", 8: "967", 9: "87" },
};
const LOOK_ALIKE_HONOURS = { E: "C", S: "W", W: "S", N: "F", C: "E", F: "N", B: "X", X: "B" };

let names = {};
export const setNames = (given) => { names = given; };

export const isFlower = (face) => /^[fz]\d$/.test(face);
export const order = (face) => (FACES.indexOf(face) + FACES.length + 1) % (FACES.length + 1);
export const tileName = (face) => (face === "X" ? say("tile.back") : pick(names[face]));
export const mostCopies = (face) => (isFlower(face) ? 1 : 4);
export const tileImage = (face) => `/tiles/${face}.svg`;

/** What a tile read as `face` most likely is: itself, the detector's second choice, look-alikes. */
export function likely(face, runnerUp) {
  const [rank, suit] = [face[0], face[1]];
  const alike = suit in LOOK_ALIKE && !isFlower(face)
    ? [...LOOK_ALIKE[suit][rank]].map((one) => one + suit)
    : [...(LOOK_ALIKE_HONOURS[face] || "")];
  return [...new Set([face, runnerUp, ...alike])].slice(0, 5);
}

/** The drawing of a tile; its name is for those who cannot see it. */
export const TileImage = ({ face, label = tileName(face) }) =>
  html`<img class="tile-image" src=${tileImage(face)} alt=${label} width="60" height="80" draggable=${false} />`;
