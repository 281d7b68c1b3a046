// What the reading may be instead: shown with its odds, taken or refused, never slipped in.
import { h, t, number, redraw, say } from "./dom.js";
import { post } from "./api.js";
import { documentOf, named } from "./record.js";
import { crop, nameOf, picture } from "./tiles.js";

const PAUSE = 300; // ms; changes in quick succession are asked about once
const SPOKEN = 700; // ms; what the player just did is said first
const all = new Intl.ListFormat(document.documentElement.lang || "en");
const keyOf = ({ changes }) => changes.map(({ id, code }) => `${id}${code}`).join(" ");

export class Proposals {
  /** `image` is the photo or null, `light(ids)` marks tiles on it, and `onward(id)` finds where
   * the keyboard goes on when no proposal is left. */
  constructor(model, { image = null, light, onward }) {
    Object.assign(this, { model, image, light, onward });
    this.seen = model.size?.[0] > 0; // a hand that was put together by hand is what it is
    this.found = model.proposals ?? [];
    this.refused = new Set();
    this.turn = 0;
    this.card = h("div", {});
    this.status = h("p", { class: "sr", role: "status" });
    this.box = h("div", {}, this.card, this.status);
    model.addEventListener("change", () => {
      this.turn += 1;
      this.draw();
      if (this.seen) this.#soon();
    });
    if (this.seen && !model.proposals) this.#ask();
    this.draw();
  }

  /** The proposals that still stand: none of their tiles has been named or taken away meanwhile. */
  get standing() {
    return this.found.filter((each) => !this.refused.has(keyOf(each)) && each.changes.every(({ id, code }) => {
      const tile = this.model.get(id);
      return tile && !tile.checked && tile.code !== code;
    }));
  }

  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#ask(), PAUSE);
  }

  async #ask() {
    const { model, turn } = this;
    const ids = model.order;
    try {
      // which tile was the last makes no difference to what the tiles may be
      const { proposals } = await post("/proposals", { reading: documentOf(model, null) });
      if (turn !== this.turn) return; // about an earlier state
      this.found = named(proposals, ids);
    } catch {
      this.found = []; // the score, asked for at the same time, says what is wrong
    }
    this.draw();
  }

  draw() {
    const shown = this.standing;
    if (this.pointed) this.#point([]);
    const lost = redraw(this.card, shown.length ? h("section", { class: "note good perhaps", aria: { label: t("proposal.title") } },
      h("h2", {}, t("proposal.title")),
      h("p", { class: "small soft" }, t("proposal.lead")),
      shown.map((each) => this.#row(each))) : null);
    if (lost) (this.card.querySelector("button") ?? this.onward(this.last))?.focus({ preventScroll: true });
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      const text = shown.map((each) => this.#sentence(each)).join(". ");
      if (this.status.textContent !== text) this.status.textContent = text;
    }, SPOKEN);
  }

  #row(proposal) {
    const { changes, why } = proposal;
    const what = this.#what(proposal);
    const ids = changes.map(({ id }) => id);
    const key = keyOf(proposal);
    const button = (text, label, act, more = "") => h("button", {
      class: `btn slim ${more}`, type: "button", data: { key: `${text} ${key}` }, aria: { label },
      onclick: () => act(proposal),
    }, text);
    return h("div", {
      class: "row doubt-row", role: "group", aria: { label: what },
      onpointerenter: () => this.#point(ids), onpointerleave: () => this.#point([]),
      onfocusin: () => this.#point(ids), onfocusout: () => this.#point([]),
    },
    h("div", { class: "row" }, changes.map((change) => this.#swap(change))),
    h("span", {}, h("strong", {}, this.#sentence(proposal)), h("br"), h("span", { class: "small soft" }, why)),
    h("span", { class: "row" },
      button(t("proposal.take"), t("proposal.takeThis", { what }), (each) => this.#take(each), "main"),
      button(t("proposal.no"), t("proposal.noThis", { what }), (each) => this.#refuse(each))));
  }

  /** The tile as it is on the photo, and the face it may have. */
  #swap({ id, code }) {
    const tile = this.model.get(id);
    const seen = this.image && tile.quad ? crop(this.image, tile.quad) : null;
    return h("span", { class: "swap" },
      seen ?? picture(tile.code, { quiet: true }),
      h("span", { aria: { hidden: "true" } }, "→"),
      picture(code, { quiet: true }));
  }

  /** "tile 3 is 6 characters, not 5 characters": numbered as the page shows them. */
  #what({ changes }) {
    return all.format(changes.map(({ id, code }) => {
      const was = this.model.get(id).code;
      const n = this.model.order.indexOf(id) + 1;
      return was === "?" ? t("proposal.is", { n, now: nameOf(code) })
        : t("proposal.isNot", { n, now: nameOf(code), was: nameOf(was) });
    }));
  }

  #sentence(proposal) {
    const odds = Math.min(99, Math.round(100 * proposal.odds)); // never certain
    return t("proposal.perhaps", { what: this.#what(proposal), odds: number(odds) });
  }

  #take(proposal) {
    this.found = [];
    this.last = proposal.changes[0].id;
    this.model.take(proposal);
    say(t("edit.now", { name: all.format(proposal.changes.map(({ code }) => nameOf(code))) }));
  }

  #refuse(proposal) {
    this.refused.add(keyOf(proposal));
    this.last = proposal.changes[0].id;
    this.draw();
    say(t("proposal.left"));
  }

  #point(ids) {
    this.pointed = ids.length > 0;
    this.light(ids);
  }
}
