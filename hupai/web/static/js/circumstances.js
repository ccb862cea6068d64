// How the hand was won, as a value, and as the text that the server takes.
//
// {winner, manner: null|"self_draw"|"discard"|"rob", from, flags: [key], codes: [face], catcher,
//  fish: [face], kongs: [{seat, kind, face, from}], others: [{seat, hand}]} where `others` are the
// further winners of the same tile, with their hands as text.
export const UNKNOWN = {
  winner: null, manner: null, from: null, flags: [], codes: [], catcher: null, fish: [], kongs: [], others: [],
};

/** Whether a score with payments can follow. */
export const isComplete = (how) =>
  how.winner !== null && (how.manner === "self_draw" || (how.manner !== null && how.from !== null));

/** The same with another winner or manner; what no longer fits is dropped. */
export function changeHow(how, changes) {
  const next = { ...how, ...changes };
  if (next.manner === "self_draw" || next.from === next.winner) next.from = null;
  const kongs = next.kongs.filter((kong) => kong.seat !== next.winner);
  next.others = next.manner === "self_draw" ? [] : next.others.filter((one) => one.seat !== next.winner);
  if (changes.manner !== undefined || changes.winner !== undefined) {
    return { ...next, kongs, flags: [], codes: [], catcher: null, fish: [] };
  }
  return { ...next, kongs };
}

export function circumstancesText(how, evening) {
  const winners = [how.winner ?? 0, ...how.others.map((one) => one.seat)];
  const parts = [`winner=${winners.join("+")}`, `dealer=${how.dealer ?? evening.dealer}`];
  if (how.manner === "self_draw") parts.push("self_draw");
  if (how.manner === "discard" && how.from !== null) parts.push(`discard_by=${how.from}`);
  if (how.manner === "rob" && how.from !== null) parts.push("rob_kong", `robbed=${how.from}`);
  parts.push(...how.flags);
  if (how.codes.length) parts.push(`codes=${how.codes.join("")}`);
  if (how.catcher !== null) parts.push(`catcher=${how.catcher}`);
  if (how.fish.length) parts.push(`fish=${how.fish.join("")}`);
  parts.push(...kongParts(how.kongs), ...tableParts(how, evening));
  return parts.join("; ");
}

/** The hands of the further winners, as the server takes them. */
export const othersOf = (how) => Object.fromEntries(how.others.map((one) => [one.seat, one.hand]));

/** A hand that nobody won. */
export const drawText = (how, evening) =>
  [`dealer=${evening.dealer}`, "exhaustive_draw", ...kongParts(how.kongs), ...tableParts(how, evening)].join("; ");

function kongParts(kongs) {
  const bySeat = {};
  for (const kong of kongs) (bySeat[kong.seat] ||= []).push(kongText(kong));
  return Object.entries(bySeat).map(([seat, texts]) => `melds_of_${seat}=${texts.join(" ")}`);
}

function kongText({ face, kind, from }) {
  const fed = from !== null && kind !== "kan concealed" ? ` from ${from}` : "";
  return `[kan ${face.repeat(4)} ${kind.slice(4)}${fed}]`;
}

function tableParts(how, evening) {
  const won = how.prevWon ?? evening.prev_hand_won;
  const before = won === null ? [] : [`prev_hand_won=${won ? "yes" : "no"}`];
  return [...before, ...Object.entries(how.options ?? evening.options).map(([key, value]) => `option:${key}=${value}`)];
}

/** What `circumstancesText` wrote, read back, for the correction of an old hand. */
export function fromText(text, others) {
  const how = { ...UNKNOWN, options: {}, others: Object.entries(others).map(([seat, hand]) => ({ seat: Number(seat), hand })) };
  const seats = { dealer: "dealer", catcher: "catcher" };
  for (const part of text.split(";")) {
    const [key, value] = part.trim().split(/=(.*)/s);
    if (key === "winner") how.winner = Number(value.split("+")[0]);
    else if (key in seats) how[seats[key]] = Number(value);
    else if (key === "self_draw") how.manner = "self_draw";
    else if (key === "discard_by") Object.assign(how, { manner: "discard", from: Number(value) });
    else if (key === "robbed") Object.assign(how, { manner: "rob", from: Number(value) });
    else if (key.startsWith("option:")) how.options = { ...how.options, [key.slice(7)]: value };
    else if (key === "prev_hand_won") how.prevWon = value === "yes";
    else if (key === "codes" || key === "fish") how[key] = [...value.matchAll(/([1-9]+)([mps])|[ESWNCFB]|[fz]\d/g)].flatMap(([whole, ranks, suit]) => (ranks ? [...ranks].map((rank) => rank + suit) : [whole]));
    else if (key.startsWith("melds_of_")) how.kongs = [...how.kongs, ...readKongs(Number(key.slice(9)), value)];
    else if (key && value === undefined && key !== "rob_kong") how.flags = [...how.flags, key];
  }
  return how;
}

function readKongs(seat, text) {
  return [...text.matchAll(/\[kan (\S+) (\w+)(?: from (\d))?\]/g)].map(([, tiles, kind, from]) => ({
    seat, kind: `kan ${kind}`, from: from === undefined ? null : Number(from),
    face: /\d[mps]$/.test(tiles) ? tiles.slice(-2) : tiles[0],
  }));
}
