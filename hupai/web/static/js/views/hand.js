// One hand from photo to payments: look, mend, say how it was won, see who pays, save.
import { html, useMemo, useState } from "../../vendor/preact-htm.js";
import * as api from "../api.js";
import * as circumstances from "../circumstances.js";
import * as hands from "../hand.js";
import * as undoing from "../history.js";
import { judge } from "../photo/quality.js";
import { shrink } from "../photo/shrink.js";
import { useScore } from "../use_score.js";
import { pick, say } from "../words.js";
import { Consent } from "./consent.js";
import { Doubts } from "./doubts.js";
import { Editor, Palette, Panel } from "./editor.js";
import { Extras } from "./extras.js";
import { Groups } from "./groups.js";
import { How } from "./how.js";
import { Photo } from "./photo.js";
import { Result, SummaryBar, isSettled } from "./result.js";
import { FileButton } from "./start.js";

export function HandView({ work, setWork, evening, rules, usePhoto, setError, setView, progress }) {
  const { history, photo, read, how, editing } = work;
  const hand = history.now;
  const [selected, setSelected] = useState(null);
  const change = (changes) => setWork((before) => ({ ...before, ...changes }));
  const setHand = (next) => change({ history: undoing.change(history, next) });
  const setHow = (changes) => change({ how: circumstances.changeHow(how, changes) });
  const open = hands.openDoubts(hand);
  const text = hands.handText(hand);
  const ruleName = editing ? editing.rules : evening.rules;
  const answer = useScore(text, circumstances.circumstancesText(how, evening), ruleName,
    JSON.stringify(circumstances.othersOf(how)));
  const actions = useActions({ hand, setHand, selected, setSelected });
  const mended = useMemo(() => photo && isMended(hand), [hand]);
  const seats = [0, 1, 2, 3].map(evening.name);

  async function save(circumstancesText, handText = text) {
    const kept = { hand: handText, circumstances: circumstancesText, rules: ruleName, others: handText ? circumstances.othersOf(how) : {} };
    const done = await evening.change((id) =>
      editing ? api.editHand(id, editing.id, kept) : api.addHand(id, { ...kept, key: work.key }));
    if (!done) return;
    setWork(null);
    setView("table");
  }

  /** Put this winner's hand aside and begin that of the next winner of the same tile. */
  function addWinner(seat) {
    setSelected(null);
    const others = [...how.others, { seat: how.winner, hand: text }];
    setWork({ ...work, photo: null, read: null, history: undoing.begin(hands.EMPTY), how: { ...how, winner: seat, others } });
    window.scrollTo(0, 0);
  }

  const undoHand = (move) => { setSelected(null); change({ history: move(history) }); };
  const again = html`<span><${FileButton} label="photo.again" use=${usePhoto} small=${true} /></span>`;
  return html`
    <div class=${`hand-view ${selected === null ? "" : "with-panel"}`}>
      <div class="column">
        ${photo?.url && html`<${Photo} photo=${photo} hand=${hand} selected=${selected} select=${setSelected} again=${again} />`}
        ${progress ? html`<p role="status">${say(`upload.${progress.step}`, { percent: Math.round(100 * (progress.part ?? 0)) })}</p>`
          : !photo?.url && html`<div class="row">${again}</div>`}
        <${Notes} photo=${photo} read=${read} untouched=${!history.past.length} />
        <${Doubts} photo=${photo} hand=${hand} open=${open} notes=${layoutNotes(read)} select=${setSelected}
          confirm=${(ids) => setHand(hands.look(hand, ids))} />
        <${Groups} hand=${hand} history=${history} selected=${selected} select=${setSelected} seats=${seats} winner=${how.winner}
          change=${(what, place) => setHand(what === "dissolve" ? hands.dissolve(hand, place) : hands.setMeld(hand, place, what))}
          actions=${{ sort: () => setHand(hands.sorted(hand)) }} undo=${() => undoHand(undoing.undo)} redo=${() => undoHand(undoing.redo)} />
      </div>
      <div class="column">
        <${How} how=${how} setHow=${setHow} evening=${evening} addWinner=${open.length || !text ? null : addWinner} saveDraw=${editing ? null : () => save(circumstances.drawText(how, evening), "")} />
        <${Extras} how=${how} setHow=${setHow} offers=${answer.offers} hand=${hand} evening=${evening} usePhotoOf=${readTiles(setError)} />
        <${Result} answer=${answer} how=${how} open=${open.length} count=${hands.tileCount(hand)} evening=${evening} rules=${rules} hand=${hand}
          editing=${editing} save=${() => save(circumstances.circumstancesText(how, evening))}
          consent=${mended && html`<${Consent} photo=${photo} hand=${hand} setError=${setError} />`} />
      </div>
      ${selected === null && isSettled(answer, how, open.length) && html`<${SummaryBar} answer=${answer} evening=${evening}
        save=${() => save(circumstances.circumstancesText(how, evening))} />`}
      <${SelectedPanel} selected=${selected} photo=${photo} hand=${hand} setHand=${setHand} actions=${actions}
        close=${() => setSelected(null)} moreDoubts=${open.some((id) => id !== selected)} />
    </div>`;
}

const layoutNotes = (read) => (read ? read.reading.layout.doubts.map((doubt) => doubt.message) : []);

/** Whether a person changed what was read on the photo. */
const isMended = (hand) => Object.values(hand.tiles).some((tile) => tile.looked || !tile.box);

function Notes({ photo, read, untouched }) {
  if (!read) return null;
  // The number of tiles is said beside the result, where it follows every change.
  const problems = untouched ? read.reading.problems.filter((one) => one.name !== "tile_count") : [];
  const seen = [...photo.notes.map((key) => say(key)), ...read.notes.map(pick), ...problems.map((one) => pick(one.message))];
  return html`<div role="status">${seen.map((text) => html`<p class="note">${text}</p>`)}</div>`;
}

/** The edits of the panel; each chooses what is shown next. */
function useActions({ hand, setHand, selected, setSelected }) {
  function nextDoubt(next, id) {
    const wasDoubt = hands.openDoubts(hand).includes(id);
    const left = hands.openDoubts(next);
    setSelected(wasDoubt && left.length ? left[0] : null);
  }
  const apply = (edit) => (id, ...rest) => {
    const next = edit(hand, id, ...rest);
    setHand(next);
    nextDoubt(next, id);
  };
  return {
    setFace: apply(hands.setFace),
    move: apply(hands.move),
    makeSet: apply(hands.makeSet),
    remove: apply(hands.remove),
    right: apply((now, id) => hands.look(now, [id])),
    selected,
  };
}

function SelectedPanel({ selected, photo, hand, setHand, actions, close, moreDoubts }) {
  if (selected === null) return null;
  if (typeof selected === "object") {
    const put = (face) => {
      setHand(selected.addSet ? hands.addSet(hand, face) : hands.add(hand, face, selected.add));
      if (selected.addSet || hands.tileCount(hand) >= 13) close();
    };
    return html`<${Panel} title=${say(selected.addSet ? "hand.addSet" : "editor.titleAdd")} close=${close} focusKey="add">
      <${Palette} used=${hands.copies(hand)} choose=${put} /><//>`;
  }
  if (!hand.tiles[selected]) return null;
  return html`<${Editor} photo=${photo} hand=${hand} id=${selected} actions=${actions} close=${close} moreDoubts=${moreDoubts} />`;
}

/** Reads the tiles of a second photo (codes, fished tiles), in their order. */
const readTiles = (setError) => async (file) => {
  try {
    const { blob, name } = await shrink(file, judge);
    const { reading } = await api.readPhoto(blob, name, () => {}, new AbortController().signal);
    return reading.tiles.map((tile) => tile.tile).filter((face) => face !== "X");
  } catch (error) {
    setError(error);
    return [];
  }
};
