// The photo with an outline on each tile; touching an outline is touching the tile.
import { h, svg, t } from "./dom.js";
import { nameOf } from "./tiles.js";

const look = (kind) =>
  ({ kong: "exposed", concealed_kong: "exposed", winning_tile: "win" })[kind] ?? kind;

/** `media` is an <img> or <video>; `touch(id)` is called with the tile's id. */
export class Overlay {
  constructor(media, touch = null) {
    this.media = media;
    this.touch = touch;
    this.marks = new Map();
    this.close = true; // a still photo is shown close up, cut to its tiles
    this.svg = svg("svg", { role: "group", "aria-label": t("photo.outlines") });
    this.zoom = h("button", { class: "zoom", type: "button", hidden: true, onclick: () => this.frame(!this.close) });
    this.box = h("div", { class: "shot" }, media, this.svg, this.zoom);
  }

  /** Show a still photo close up, or whole. */
  frame(close) {
    this.close = close;
    const [wide, high] = this.size;
    const around = this.around ?? [0, 0, wide, high];
    const worth = around[2] * around[3] < 0.7 * wide * high;
    const [x, y, w, h_] = close && worth ? around : [0, 0, wide, high];
    this.zoom.hidden = !worth;
    this.zoom.setAttribute("aria-label", t(close ? "photo.whole" : "photo.closer"));
    this.zoom.replaceChildren(svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
      svg("path", { d: close ? "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5" : "M4 9h5V4M20 9h-5V4M4 15h5v5M20 15h-5v5" })));
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h_}`);
    this.box.classList.add("still");
    this.box.style.setProperty("--ratio", w / h_);
    Object.assign(this.media.style, {
      width: `${(100 * wide) / w}%`, left: `${(-100 * x) / w}%`, top: `${(-100 * y) / h_}%`,
    });
  }

  /** From a model: outlines, doubts, the winning tile. */
  model(model) {
    this.begin(model.size);
    this.size = model.size;
    this.around ??= surround([...model.tiles.values()].filter((tile) => tile.quad), model.size);
    this.frame(this.close);
    for (const group of model.groups) {
      for (const id of group.tiles) {
        const tile = model.get(id);
        if (!tile.quad) continue;
        const doubt = tile.doubt ? "doubt" : "";
        this.mark(id, tile, `${look(group.kind)} ${doubt} ${id === model.winning ? "win" : ""}`);
      }
    }
  }

  begin(size) {
    this.marks.clear();
    this.svg.replaceChildren();
    this.svg.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    this.svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
  }

  mark(id, tile, classes) {
    const shape = svg("polygon", {
      points: tile.quad.map((point) => point.join(",")).join(" "), class: classes.trim(),
    });
    shape.append(svg("title", {}, nameOf(tile.code)));
    if (this.touch) shape.addEventListener("click", () => this.touch(id));
    this.svg.append(shape);
    this.marks.set(id, shape);
    if (classes.includes("doubt")) this.#question(tile.quad);
  }

  #question(quad) {
    // in the corner that is highest on the picture: the face stays to be seen
    const [x, y] = quad.toSorted((a, b) => a[1] - b[1])[0];
    const wide = Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]);
    const centre = [0, 1].map((axis) => quad.reduce((sum, p) => sum + p[axis], 0) / 4);
    const r = wide * 0.26;
    const at = [x + (centre[0] - x) * 0.25, y + (centre[1] - y) * 0.25];
    this.svg.append(
      svg("circle", { class: "mark", cx: at[0], cy: at[1], r }),
      svg("text", { x: at[0], y: at[1], "font-size": r * 1.5 }, "?"));
  }

  /** Light these tiles up and dim the others; none: as before. */
  light(ids) {
    this.box.classList.toggle("dim", ids.length > 0);
    for (const [id, shape] of this.marks) shape.classList.toggle("lit", ids.includes(id));
  }
}

/** The part of the photo that holds all tiles, with a margin: [x, y, width, height] in px. */
function surround(tiles, [wide, high]) {
  if (!tiles.length) return null;
  const xs = tiles.flatMap((tile) => tile.quad.map((point) => point[0]));
  const ys = tiles.flatMap((tile) => tile.quad.map((point) => point[1]));
  const margin = 0.04 * Math.max(wide, high);
  const x = Math.max(0, Math.min(...xs) - margin);
  const y = Math.max(0, Math.min(...ys) - margin);
  return [x, y, Math.min(wide, Math.max(...xs) + margin) - x, Math.min(high, Math.max(...ys) + margin) - y];
}
