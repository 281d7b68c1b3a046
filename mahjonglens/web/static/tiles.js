// Tile pictures, their names, and the sheet from which a tile is picked or changed.
import { addressOf, h, t, svg } from "./dom.js";
import { apart } from "./sets.js";

export const SUITS = [
  ["B", ["B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9"]],
  ["C", ["C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9"]],
  ["D", ["D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9"]],
  ["H", ["WE", "WS", "WW", "WN", "DR", "DG", "DW"]],
  ["F", ["F1", "F2", "F3", "F4", "S1", "S2", "S3", "S4"]],
  ["A", ["A1", "A2", "A3", "A4"]],
];
const ORDER = new Map(SUITS.flatMap(([, codes]) => codes).map((code, i) => [code, i]));

/** Sorting codes: bamboo, characters, dots, honours, bonus tiles, face down last. */
export const byCode = (a, b) => (ORDER.get(a) ?? 99) - (ORDER.get(b) ?? 99);

/** "3 bamboo", "east wind", "flower 1, plum": what a screen reader says. */
export function nameOf(code) {
  if (/^[BCD]\d$/.test(code)) return t(`suit.${code[0]}`, { n: code[1] });
  return t(`tile.${code}`);
}

/** The code with its name, for those who type codes: "B3 · 3 bamboo". Other faces as they are. */
export const titleOf = (code) => (ORDER.has(code) || code === "X" ? `${code} · ${nameOf(code)}` : code);

const CODE = "(?:[BCD][1-9]|W[ESWN]|D[RGW]|[FSA][1-4])";
const CODES = new RegExp(`\\b${CODE}(?: ${CODE})*\\b`, "g");

/** A sentence with tile codes in it, in words: "pung C9 C9 C9" becomes "pung 9 characters". */
export const inWords = (text) =>
  text.replace(CODES, (codes) => [...new Set(codes.split(" "))].map(nameOf).join(", "));

/** The picture of a tile; with `quiet` it says nothing, for use beside its name. */
export function picture(code, { mini = false, quiet = false } = {}) {
  return h("img", {
    class: mini ? "tile mini" : "tile",
    src: `/static/tiles/${code === "?" ? "unknown" : code}.svg`,
    alt: quiet ? "" : nameOf(code),
    title: quiet ? null : nameOf(code),
    width: 30, height: 40, draggable: "false",
  });
}

/** Tiles in a row, set by set: no line breaks within one. */
export const pictures = (codes, how) =>
  h("span", { class: "tiles apart" }, apart(codes).map((set) => h("span", {}, set.map((code) => picture(code, how)))));

/** Show `content` in a modal sheet; `close` is given to it. Focus goes back where it was, or, if
 * that is gone, to what `otherwise` finds. */
export function sheet(label, build, otherwise = () => null) {
  const before = document.activeElement;
  const place = addressOf(before);
  const box = h("dialog", { aria: { label } });
  const close = () => box.close();
  box.append(h("div", { class: "sheet-in stack" }, build(close)));
  box.addEventListener("click", (e) => e.target === box && close());
  box.addEventListener("close", () => {
    box.remove();
    const back = before?.isConnected ? before : (place && document.querySelector(place)) || otherwise();
    back?.focus({ preventScroll: back !== before });
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/** All faces as pictures, by suit; `pick(code)` on a tap. `back`: face down too. */
export function faces(pick, { chosen = null, back = false } = {}) {
  const all = back ? [...SUITS, ["X", ["X"]]] : SUITS;
  return h("div", { class: "stack" }, all.map(([suit, codes]) =>
    h("div", { class: "faces", role: "group", aria: { label: t(`faces.${suit}`) } },
      codes.map((code) => h("button", {
        class: code === chosen ? "pick lit" : "pick", type: "button", data: { code },
        aria: { label: nameOf(code) }, onclick: () => pick(code),
      }, picture(code, { quiet: true }))))));
}

/** Ask for a tile; resolves to its code, or null where the sheet was closed. */
export function ask(title, options) {
  return new Promise((resolve) => {
    let answer = null;
    sheet(title, (close) => [
      h("div", { class: "row between" }, h("h2", {}, title), closer(close)),
      faces((code) => {
        answer = code;
        close();
      }, options),
    ]).addEventListener("close", () => resolve(answer));
  });
}

export const closer = (close) =>
  h("button", { class: "btn slim", type: "button", onclick: close }, t("close"));

/** The tile's place in the photo, turned upright, as a small picture. */
export function crop(image, quad) {
  const [tl, tr, , bl] = quad;
  const wide = Math.hypot(tr[0] - tl[0], tr[1] - tl[1]);
  const high = Math.hypot(bl[0] - tl[0], bl[1] - tl[1]);
  if (!wide || !high) return null;
  const canvas = h("canvas", {
    class: "crop", width: 168, height: 224, role: "img", aria: { label: t("tile.photo") },
  });
  const pen = canvas.getContext("2d");
  const k = Math.min(150 / wide, 206 / high);
  // carry TL to the corner of the canvas, the TL→TR edge onto its top
  pen.translate((168 - wide * k) / 2, (224 - high * k) / 2);
  pen.scale(k, k);
  pen.rotate(-Math.atan2(tr[1] - tl[1], tr[0] - tl[0]));
  pen.translate(-tl[0], -tl[1]);
  pen.drawImage(image, 0, 0);
  return canvas;
}

export { svg };
