// The list of what was read: doubtful tiles first, then the groups. Everything can be changed.
import { h, t, say, number, redraw } from "./dom.js";
import { ask, closer, crop, faces, nameOf, picture, sheet } from "./tiles.js";
import { KINDS } from "./model.js";

const FEW = 4; // doubts that are asked one by one

export class Editor {
  /** `image` is the photo (for cut-outs), or null where a hand is put together without one. */
  constructor(model, image = null) {
    this.model = model;
    this.image = image;
    this.lit = [];
    this.box = h("section", { class: "card", aria: { label: t("edit.label") } });
    model.addEventListener("change", () => this.draw());
    this.draw();
  }

  draw() {
    const { model } = this;
    const doubts = model.doubts;
    const count = model.playing.length;
    const lost = redraw(this.box, [
      doubts.length ? this.#doubts(doubts) : null,
      h("div", { class: "row between" },
        h("h2", {}, t("edit.title")),
        h("span", { class: "tag", id: "tile-count" }, t("edit.count", { n: count, bonus: model.flowers.length }))),
      ...model.groups.map((group) => this.#group(group)),
      h("div", { class: "row" },
        h("button", { class: "btn slim", type: "button", id: "add-set", onclick: () => this.#newSet() }, t("edit.newSet")),
        model.past.length ? h("button", { class: "btn slim", type: "button", id: "edit-undo", onclick: () => model.undo() }, t("edit.undo")) : null),
    ]);
    if (lost) this.next()?.focus({ preventScroll: true });
    this.light(this.lit);
  }

  /** Where the keyboard goes on when its place is gone: the next doubt, else tile `id`, else any. */
  next(id = null) {
    return this.box.querySelector("#doubts .pick")
      ?? this.box.querySelector(`[data-key="tile-${id}"]`) ?? this.box.querySelector("[data-tile], #add-set");
  }

  /** A few doubts are asked about one by one; many are shown together, to be tapped or passed. */
  #doubts(ids) {
    const kongs = ids.filter((id) => this.model.hiding(id));
    const plain = ids.filter((id) => !kongs.includes(id));
    const many = plain.length > FEW;
    return h("div", { class: "note", id: "doubts" },
      h("h2", {}, ids.length === 1 ? t("edit.doubt") : t("edit.doubts", { n: ids.length })),
      many ? h("p", { class: "small" }, t("edit.tapWrong")) : null,
      many ? h("div", { class: "tiles" }, plain.map((id) => this.#tile(id, "doubt"))) : this.#asked(plain),
      kongs.map((id) => this.#kong(id)),
      ids.length > 1 ? h("button", {
        class: "btn slim", type: "button", id: "all-right", onclick: () => this.model.agree(ids),
      }, t("edit.allRight")) : null);
  }

  /** Three tiles of a kong are seen: one tap says that the fourth is there, or that it is none. */
  #kong(id) {
    const tile = this.model.get(id);
    return h("div", { class: "row doubt-row" },
      this.#tile(id, "doubt"),
      h("span", {}, h("strong", {}, t("edit.kongOrPung", { name: nameOf(tile.code) })), h("br"),
        h("span", { class: "small soft" }, tile.doubt)),
      this.#fourth(id));
  }

  #fourth(id, then = () => {}) {
    const button = (key, there) => h("button", {
      class: "btn slim", type: "button", data: { key: `${key}-${id}` },
      onclick: () => {
        this.model.fourth(id, there);
        say(t(there ? "edit.nowKong" : "edit.nowPung"));
        then();
      },
    }, t(there ? "edit.isKong" : "edit.isPung"));
    return h("div", { class: "row" }, button("kong", true), button("pung", false));
  }

  #asked(ids) {
    return ids.map((id) => {
      const tile = this.model.get(id);
      return h("div", { class: "row doubt-row" },
        this.#tile(id, "doubt"),
        h("span", {}, h("strong", {}, t("edit.isIt", { name: nameOf(tile.code) })), h("br"),
          h("span", { class: "small soft" }, tile.doubt)),
        h("span", { class: "row" },
          h("button", {
            class: "btn slim", type: "button", data: { key: `yes-${id}` }, aria: { label: t("edit.yesIs", { name: nameOf(tile.code) }) },
            onclick: () => this.model.name(id, tile.code),
          }, t("edit.yes")),
          h("button", {
            class: "btn slim", type: "button", data: { key: `no-${id}` }, aria: { label: t("edit.noNot", { name: nameOf(tile.code) }) },
            onclick: () => this.open(id),
          }, t("edit.no"))));
    });
  }

  #group(group) {
    const kind = h("select", {
      aria: { label: t("edit.kindOf") }, class: "kind", data: { key: `kind-${group.id}` },
      onchange: (e) => this.model.kind(group.id, e.target.value),
    }, KINDS.map((k) => h("option", { value: k, selected: k === group.kind }, t(`kind.${k}`))));
    return h("div", { class: "group", data: { kind: group.kind } },
      h("header", {}, kind, h("span", { class: "small soft num" }, t(group.tiles.length === 1 ? "edit.tile" : "edit.tiles", { n: group.tiles.length }))),
      h("div", { class: "tiles" },
        group.tiles.map((id) => this.#tile(id)),
        h("button", {
          class: "pick plus", type: "button", data: { key: `plus-${group.id}` }, aria: { label: t("edit.addTo", { kind: t(`kind.${group.kind}`) }) },
          onclick: async () => {
            const code = await ask(t("edit.addTitle"), { back: group.kind === "concealed_kong" });
            if (code) this.model.add(group.id, code);
          },
        }, "+")));
  }

  #tile(id, where = "tile") {
    const tile = this.model.get(id);
    const win = id === this.model.winning;
    const fixed = tile.was && tile.was !== tile.code;
    const name = [nameOf(tile.code), tile.doubt && t("edit.doubtful"), win && t("edit.isWin")];
    return h("button", {
      class: ["pick", tile.doubt && "doubt", fixed && "fixed", win && "win"].filter(Boolean).join(" "),
      type: "button", data: { tile: String(id), code: tile.code, key: `${where}-${id}` },
      aria: { label: name.filter(Boolean).join(", ") }, onclick: () => this.open(id),
    }, picture(tile.code, { quiet: true }));
  }

  light(ids) {
    this.lit = ids;
    for (const button of this.box.querySelectorAll("[data-tile]")) {
      button.classList.toggle("lit", ids.includes(Number(button.dataset.tile)));
    }
  }

  /** The sheet of one tile: alternatives first, then what can be done, then all faces. */
  open(id) {
    const { model } = this;
    const tile = model.get(id);
    if (!tile) return;
    const name = (code, close) => {
      model.name(id, code);
      say(t("edit.now", { name: nameOf(code) }));
      close();
    };
    sheet(t("edit.tileTitle"), (close) => [
      h("div", { class: "row between" },
        h("h2", {}, tile.doubt ? t("edit.isIt", { name: nameOf(tile.code) }) : nameOf(tile.code)), closer(close)),
      tile.doubt ? h("p", { class: "soft" }, tile.doubt) : null,
      h("div", { class: "row" },
        this.image && tile.quad ? crop(this.image, tile.quad) : null,
        h("div", { class: "alts", role: "group", aria: { label: t("edit.alternatives") } },
          this.#likely(tile).map(([code, chance]) => h("button", {
            class: "btn", type: "button", data: { alt: code }, aria: { pressed: code === tile.code },
            onclick: () => name(code, close),
          }, picture(code, { quiet: true }), nameOf(code),
          chance === null ? null : h("span", { class: "soft num" }, `${number(Math.round(chance * 100))}%`))))),
      model.hiding(id) ? this.#fourth(id, close) : null,
      this.#actions(id, close),
      h("h3", {}, t("edit.all")),
      faces((code) => name(code, close), { chosen: tile.code, back: true }),
    ], () => this.next(id));
  }

  #likely(tile) {
    const list = tile.alternatives.filter(([, chance]) => chance >= 0.005).slice(0, 4);
    if (!list.some(([code]) => code === tile.code)) list.unshift([tile.code, null]);
    return list;
  }

  #actions(id, close) {
    const { model } = this;
    const here = model.groupOf(id);
    const then = (edit) => () => {
      edit();
      close();
    };
    const button = (text, edit, more = "") =>
      h("button", { class: `btn slim ${more}`, type: "button", onclick: then(edit) }, text);
    const playing = here.kind !== "bonus" && here.kind !== "other";
    const others = model.groups.filter((g) => g !== here);
    return h("div", { class: "stack" },
      h("div", { class: "row" },
        playing ? button(model.winning === id ? t("edit.notWin") : t("edit.win"), () => model.win(id), "win-btn") : null,
        button(t("edit.remove"), () => model.remove(id), "danger")),
      h("details", {}, h("summary", {}, t("edit.move")),
        h("div", { class: "row" },
          others.map((g) => button(
            `${t(`kind.${g.kind}`)}: ${g.tiles.slice(0, 4).map((i) => nameOf(model.get(i).code)).join(", ")}${g.tiles.length > 4 ? "…" : ""}`,
            () => model.move(id, g.id))),
          ["exposed", "concealed_kong", "bonus", "other"].filter((kind) => !model.hasOne(kind)).map((kind) =>
            button(t("edit.moveNew", { kind: t(`kind.${kind}`) }), () => model.move(id, { kind }))))));
  }

  /** A whole set at once: pick its kind, then its lowest tile. */
  #newSet() {
    const make = (text, kind, codes) => h("button", {
      class: "btn", type: "button",
      onclick: async (e) => {
        e.target.closest("dialog").close();
        const code = await ask(text);
        const tiles = code && codes(code);
        if (tiles) this.model.addSet(kind, tiles);
        else if (code) say(t("edit.noChow"));
      },
    }, text);
    const same = (n) => (code) => Array(n).fill(code);
    const run = (code) =>
      /^[BCD][1-7]$/.test(code) ? [0, 1, 2].map((i) => code[0] + (Number(code[1]) + i)) : null;
    sheet(t("edit.newSet"), (close) => [
      h("div", { class: "row between" }, h("h2", {}, t("edit.newSet")), closer(close)),
      h("div", { class: "grid2" },
        make(t("set.pungExposed"), "exposed", same(3)),
        make(t("set.pungConcealed"), "concealed", same(3)),
        make(t("set.chowExposed"), "exposed", run),
        make(t("set.chowConcealed"), "concealed", run),
        make(t("set.kongExposed"), "kong", same(4)),
        make(t("set.kongConcealed"), "concealed_kong", same(4)),
        make(t("set.pair"), "concealed", same(2)),
        make(t("set.bonus"), "bonus", same(1))),
    ]);
  }
}
