// The hand on the page: a value that is never changed in place, and every way to mend it.
//
// {tiles: {id: tile}, concealed: [id], melds: [{kind, from, ids}], flowers: [id], winning: id|null,
//  aside: [id], next: number} where a tile is {id, number, face, box, runnerUp, doubtful, looked}.
import { isFlower, order } from "./tiles.js";

export const KINDS = ["pon", "kan open", "kan added", "kan concealed", "chow"];
export const EMPTY = {
  tiles: {}, concealed: [], melds: [], flowers: [], winning: null, aside: [], next: 1,
};

/** The hand as the server read it from a photo. */
export function fromReading({ reading, doubtful }) {
  const boxed = reading.tiles.filter((tile) => tile.box);
  const tiles = {};
  boxed.forEach((tile, index) => {
    tiles[index] = {
      id: index, number: index + 1, face: tile.tile, box: tile.box, runnerUp: tile.runner_up,
      doubtful: doubtful.includes(index + 1), looked: false,
    };
  });
  const { layout } = reading;
  const inKans = new Set(layout.kans.flatMap((kan) => kan.indices));
  return {
    tiles,
    concealed: [...layout.concealed.filter((id) => !inKans.has(id)), ...layout.unresolved],
    melds: [...layout.kans, ...layout.melds].map((meld) => ({ kind: meld.kind, from: null, ids: meld.indices })),
    flowers: layout.flowers,
    winning: layout.winning,
    aside: layout.aside.map((one) => one.index),
    next: boxed.length,
  };
}

/** The hand that one line of hand notation of the server's own writing names. */
export function fromText(text) {
  let hand = EMPTY;
  const add = (faces, put) => {
    for (const face of faces) {
      const id = hand.next;
      const tile = { id, number: null, face, box: null, runnerUp: face, doubtful: false, looked: true };
      hand = put({ ...hand, tiles: { ...hand.tiles, [id]: tile }, next: id + 1 }, id);
    }
  };
  const [body, winning] = text.split("+");
  for (const meld of body.match(/\[[^\]]*\]/g) || []) {
    const words = meld.slice(1, -1).split(" ");
    const kind = ["open", "added", "concealed"].find((one) => words.includes(one));
    const from = words.includes("from") ? Number(words[words.indexOf("from") + 1]) : null;
    hand = { ...hand, melds: [...hand.melds, { kind: kind ? `kan ${kind}` : words[0], from, ids: [] }] };
    add(facesOf(words[1]), (h, id) => putInto(h, id, `meld ${h.melds.length - 1}`));
  }
  add(facesOf(body.replace(/\[[^\]]*\]/g, " ")), (h, id) => putInto(h, id, isFlower(h.tiles[id].face) ? "flowers" : "concealed"));
  if (winning) add(facesOf(winning), (h, id) => putInto(h, id, "winning"));
  return hand;
}

function facesOf(text) {
  return [...text.matchAll(/([1-9]+)([mps])|([fz][1-4])|([ESWNCFBX])/g)].flatMap(([whole, ranks, suit]) =>
    ranks ? [...ranks].map((rank) => rank + suit) : [whole]);
}

/** One line of hand notation; "" for a hand without tiles. */
export function handText(hand) {
  const faces = (ids) => ids.map((id) => hand.tiles[id].face);
  const parts = [faces(hand.concealed).filter((face) => face !== "X").join("")];
  for (const meld of hand.melds) {
    const shown = faces(meld.ids);
    if (!shown.some((face) => face !== "X")) continue;
    const [name, how] = meld.kind.split(" ");
    const from = meld.from !== null && meld.kind !== "kan concealed" ? [`from ${meld.from}`] : [];
    parts.push(`[${[name, shown.join(""), ...(how ? [how] : []), ...from].join(" ")}]`);
  }
  if (hand.flowers.length) parts.push("|", ...faces(hand.flowers));
  if (hand.winning !== null) parts.push("+", hand.tiles[hand.winning].face);
  return parts.filter(Boolean).join(" ");
}

/** Tiles with each kong counted as three. */
export const tileCount = (hand) =>
  hand.concealed.length + 3 * hand.melds.length + (hand.winning === null ? 0 : 1);

/** The ids of the tiles that a person should still look at, in the order of the photo. */
export const openDoubts = (hand) =>
  Object.values(hand.tiles)
    .filter((tile) => tile.doubtful && !tile.looked && !hand.aside.includes(tile.id))
    .map((tile) => tile.id);

/** How many copies of each face the hand holds, but for the tile `except`. */
export function copies(hand, except = null) {
  const counts = {};
  const shown = { ...hand.tiles };
  for (const id of [...hand.aside, except]) delete shown[id];
  for (const tile of Object.values(shown)) counts[tile.face] = (counts[tile.face] || 0) + 1;
  return counts;
}

/** `concealed`, `winning`, `flowers`, `aside` or `meld N` (from 0). */
export function groupOf(hand, id) {
  if (hand.winning === id) return "winning";
  const meld = hand.melds.findIndex((one) => one.ids.includes(id));
  if (meld >= 0) return `meld ${meld}`;
  return ["concealed", "flowers", "aside"].find((name) => hand[name].includes(id));
}

function changeTile(hand, id, changes) {
  return { ...hand, tiles: { ...hand.tiles, [id]: { ...hand.tiles[id], ...changes } } };
}

function takeOut(hand, id) {
  const without = (ids) => ids.filter((one) => one !== id);
  return {
    ...hand,
    concealed: without(hand.concealed),
    flowers: without(hand.flowers),
    aside: without(hand.aside),
    winning: hand.winning === id ? null : hand.winning,
    melds: hand.melds.map((meld) => ({ ...meld, ids: without(meld.ids) })),
  };
}

function putInto(hand, id, group) {
  if (group === "winning") {
    const before = hand.winning === null ? [] : [hand.winning];
    return { ...hand, winning: id, concealed: [...hand.concealed, ...before] };
  }
  if (group.startsWith("meld ")) {
    const place = Number(group.slice(5));
    const melds = hand.melds.map((meld, index) => (index === place ? fitKind(hand, { ...meld, ids: [...meld.ids, id] }) : meld));
    return { ...hand, melds };
  }
  if (group === "new set") return { ...hand, melds: [...hand.melds, { kind: "pon", from: null, ids: [id] }] };
  return { ...hand, [group]: [...hand[group], id] };
}

/** The meld with a kind that its number of tiles can have. */
function fitKind(hand, meld) {
  const faces = new Set(meld.ids.map((id) => hand.tiles[id].face));
  if (meld.ids.length >= 4 && !meld.kind.startsWith("kan"))
    return { ...meld, kind: faces.has("X") ? "kan concealed" : "kan open" };
  if (meld.ids.length === 3 && meld.kind.startsWith("kan") && !faces.has("X"))
    return { ...meld, kind: faces.size === 3 ? "chow" : "pon" };
  if (meld.ids.length === 3 && meld.kind === "pon" && faces.size === 3) return { ...meld, kind: "chow" };
  if (meld.ids.length === 3 && meld.kind === "chow" && faces.size === 1) return { ...meld, kind: "pon" };
  return meld;
}

const withoutEmptySets = (hand) => ({ ...hand, melds: hand.melds.filter((meld) => meld.ids.length) });

/** Move a tile to another group. */
export function move(hand, id, group) {
  const moved = putInto(takeOut(hand, id), id, group);
  const melds = moved.melds.map((meld) => fitKind(moved, meld));
  return withoutEmptySets(look({ ...moved, melds }, [id]));
}

/** The tiles of the same face in the same group, a set's worth at most, `id` first. */
export function likeTiles(hand, id) {
  const group = groupOf(hand, id);
  if (!["concealed", "aside"].includes(group)) return [];
  return [id, ...hand[group].filter((one) => one !== id && hand.tiles[one].face === hand.tiles[id].face)].slice(0, 4);
}

/** Make a set of a tile and those like it. */
export function makeSet(hand, id) {
  const [first, ...others] = likeTiles(hand, id);
  const begun = move(hand, first, "new set");
  const place = groupOf(begun, first);
  return others.reduce((grown, one) => move(grown, one, place), begun);
}

/** Say which face a tile has; a flower goes to the flowers, and back. */
export function setFace(hand, id, face) {
  const changed = changeTile(hand, id, { face, looked: true });
  const group = groupOf(hand, id);
  if (isFlower(face) && group !== "aside") return move(changed, id, "flowers");
  if (!isFlower(face) && group === "flowers") return move(changed, id, "concealed");
  return { ...changed, melds: changed.melds.map((meld) => fitKind(changed, meld)) };
}

/** Note that a person looked at these tiles. */
export const look = (hand, ids) =>
  ids.reduce((changed, id) => changeTile(changed, id, { looked: true }), hand);

/** Leave a tile out: one of the photo goes aside, one that was added goes away. */
export function remove(hand, id) {
  if (hand.tiles[id].box) return move(hand, id, "aside");
  const taken = withoutEmptySets(takeOut(hand, id));
  const { [id]: gone, ...tiles } = taken.tiles;
  return { ...taken, tiles };
}

/** Add a tile that was not found. */
export function add(hand, face, group = "concealed") {
  const id = hand.next;
  const tile = { id, number: null, face, box: null, runnerUp: face, doubtful: false, looked: true };
  const grown = { ...hand, tiles: { ...hand.tiles, [id]: tile }, next: id + 1 };
  return putInto(grown, id, isFlower(face) && group === "concealed" ? "flowers" : group);
}

/** Add a whole set of one face. */
export function addSet(hand, face, kind = "pon") {
  let grown = add(hand, face, "new set");
  const place = `meld ${grown.melds.length - 1}`;
  for (let copy = kind === "pon" ? 2 : 3; copy > 0; copy -= 1) grown = add(grown, face, place);
  return setMeld(grown, grown.melds.length - 1, { kind });
}

/** Change the kind of a set, or who fed it. A pon that becomes a kong gets its fourth tile. */
export function setMeld(hand, place, changes) {
  const melds = hand.melds.map((meld, index) => (index === place ? { ...meld, ...changes } : meld));
  const meld = melds[place];
  const grown = { ...hand, melds };
  if (changes.kind?.startsWith("kan") && meld.ids.length === 3) {
    const face = meld.ids.map((id) => hand.tiles[id].face).find((one) => one !== "X");
    return face ? add(grown, face, `meld ${place}`) : grown;
  }
  const extra = meld.ids.find((id) => !hand.tiles[id].box);
  if (changes.kind === "pon" && meld.ids.length === 4 && extra !== undefined) {
    return { ...remove(grown, extra), melds: remove(grown, extra).melds.map((one, index) => (index === place ? { ...one, kind: "pon" } : one)) };
  }
  return grown;
}

/** Put the tiles of a set back among the concealed ones. */
export function dissolve(hand, place) {
  const { ids } = hand.melds[place];
  const melds = hand.melds.filter((_, index) => index !== place);
  return { ...hand, melds, concealed: [...hand.concealed, ...ids] };
}

/** Sort the concealed tiles by suit and rank. */
export const sorted = (hand) => ({
  ...hand,
  concealed: [...hand.concealed].sort((a, b) => order(hand.tiles[a].face) - order(hand.tiles[b].face)),
});
