// The photo with an outline on each tile; touching an outline is touching the tile.
import { h, svg, t } from "./dom.js";
import { nameOf } from "./tiles.js";

const look = (kind) =>
  ({ kong: "exposed", concealed_kong: "exposed", winning_tile: "win" })[kind] ?? kind;

/** `media` is an <img> or <video>; `touch(id)` is called with the tile's id. */
export class Overlay {
  constructor(media, touch = null) {
    this.touch = touch;
    this.marks = new Map();
    this.svg = svg("svg", { role: "group", "aria-label": t("photo.outlines") });
    this.box = h("div", { class: "shot" }, media, this.svg);
  }

  /** From a model: outlines, doubts, the winning tile. */
  model(model) {
    this.begin(model.size);
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
    const x = quad.reduce((sum, p) => sum + p[0], 0) / 4;
    const y = quad.reduce((sum, p) => sum + p[1], 0) / 4;
    const size = Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]) * 0.8;
    this.svg.append(svg("text", { x, y, "font-size": size }, "?"));
  }

  /** Light these tiles up and dim the others; none: as before. */
  light(ids) {
    this.box.classList.toggle("dim", ids.length > 0);
    for (const [id, shape] of this.marks) shape.classList.toggle("lit", ids.includes(id));
  }
}
