// The result as text or as a picture, to send to the others.
import { html, useState } from "../../vendor/preact-htm.js";
import { handText } from "../hand.js";
import { tileImage } from "../tiles.js";
import { pick, say } from "../words.js";
import { netTransfers, signed } from "./seats.js";

const WIDTH = 720;
const TILE = [42, 56];

export function Share({ outcome, evening, hand, how }) {
  const [said, setSaid] = useState("");
  async function text() {
    const words = resultText(outcome, evening, hand);
    try {
      if (navigator.share) await navigator.share({ text: words });
      else {
        await navigator.clipboard.writeText(words);
        setSaid(say("share.copied"));
      }
    } catch (error) {
      if (error.name !== "AbortError") setSaid(words);
    }
  }
  async function picture() {
    const blob = await resultPicture(outcome, evening, hand, how);
    const file = new File([blob], "hupai.png", { type: "image/png" });
    try {
      if (navigator.canShare?.({ files: [file] })) return await navigator.share({ files: [file] });
    } catch (error) {
      if (error.name === "AbortError") return undefined;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = "hupai.png";
    link.click();
    URL.revokeObjectURL(link.href);
    return setSaid(say("share.downloaded"));
  }
  return html`
    <button type="button" class="quiet" onClick=${text}>${say("share.text")}</button>
    <button type="button" class="quiet" onClick=${picture}>${say("share.picture")}</button>
    <p role="status" class="hint shared">${said}</p>`;
}

export function resultText({ score }, evening, hand) {
  const lines = score.lines.map((line) => `${pick(line.name)} ${line.value}`);
  const paid = netTransfers(score.transfers).map(({ payer, payee, amount }) =>
    say("result.pays", { payer: evening.name(payer), payee: evening.name(payee), amount }));
  const amounts = score.payments.map((amount, seat) => `${evening.name(seat)} ${signed(amount)}`);
  return [`${say("app.name")}  ${handText(hand)}`, ...lines, ...paid, amounts.join("  ")].join("\n");
}

/** A PNG with the tiles, the reasons and the payments. */
async function resultPicture({ score }, evening, hand, how) {
  const groups = [[...hand.concealed], ...hand.melds.map((meld) => meld.ids), hand.winning === null ? [] : [hand.winning]];
  const faces = groups.map((ids) => ids.map((id) => hand.tiles[id].face)).filter((group) => group.length);
  const images = Object.fromEntries(await Promise.all([...new Set(faces.flat())].map(async (face) => [face, await loaded(face)])));
  const tiles = placed(faces);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = tiles.bottom + 215 + 44 * score.lines.length;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#14532f";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  for (const { face, x, y } of tiles.places) pen.drawImage(images[face], x, y, ...TILE);
  let y = tiles.bottom + 44;
  for (const line of score.lines) {
    write(pen, pick(line.name), 24, y, "26px", "#ffffff");
    write(pen, String(line.value), WIDTH - 24, y, "bold 26px", "#ffe08a", "right");
    y += 44;
  }
  y += 24;
  score.payments.forEach((amount, seat) => {
    const left = 24 + seat * 170;
    write(pen, evening.name(seat), left, y, "24px", seat === how.winner ? "#ffe08a" : "#d6eadd", "left", 155);
    write(pen, signed(amount), left, y + 48, "bold 40px", amount > 0 ? "#9df0b4" : amount < 0 ? "#ffb3a8" : "#ffffff");
  });
  write(pen, "hupai 胡牌", WIDTH - 24, canvas.height - 18, "18px", "#a5cdb3", "right");
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Where each tile goes, group beside group; a group that does not fit begins a row. */
function placed(groups) {
  const places = [];
  let [x, y] = [24, 24];
  for (const group of groups) {
    if (x + group.length * TILE[0] > WIDTH - 20) [x, y] = [24, y + TILE[1] + 6];
    for (const face of group) {
      places.push({ face, x, y });
      x += TILE[0];
    }
    x += 14;
  }
  return { places, bottom: y + TILE[1] };
}

function write(pen, text, x, y, font, colour, align = "left", width = undefined) {
  pen.font = `${font} system-ui, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif`;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(text, x, y, width);
}

async function loaded(face) {
  const image = new Image();
  image.src = tileImage(face);
  await image.decode();
  return image;
}
