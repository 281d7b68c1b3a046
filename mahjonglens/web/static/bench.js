// Confirm and score: the rack, the circumstances, the sheet and the payments on one page.
import { h, t, field, kept, keep, number, redraw, select, say } from "./dom.js";
import { post, ruleSets } from "./api.js";
import { advice } from "./advice.js";
import { Circumstances } from "./circumstances.js";
import { optionsForm } from "./options.js";
import { payments, scoreSheet, unmarked } from "./sheet.js";

const SEATS = ["E", "S", "W", "N"];

/** Scores `rack` again whenever anything changes. `extra` is put below the payments. */
export class Bench {
  constructor(rack, { extra = null, photo = true } = {}) {
    this.rack = rack;
    this.turn = 0;
    this.others = {};
    this.result = h("div", { id: "result" });
    this.quick = h("a", { class: "quick num", href: "#result", hidden: true });
    this.side = h("div", {});
    const parts = photo
      ? [h("div", { class: "stay" }, rack.picture, this.quick), h("div", {}, rack.list, this.side, this.result, extra)]
      : [h("div", {}, rack.list), h("div", {}, this.side, this.result)];
    this.box = h("div", { class: "cols" }, parts);
    rack.addEventListener("change", () => this.soon());
  }

  async start(name = kept("rules", "goulash")) {
    this.sets = await ruleSets();
    this.set = this.sets.find((s) => s.name === name) ?? this.sets[0];
    this.options = kept(`options.${this.set.name}`, {});
    this.how = new Circumstances(this.set, { change: () => this.soon() });
    this.drawSide();
    this.soon();
  }

  drawSide() {
    const rules = select(this.sets.map((s) => [s.name, s.title]), this.set.name,
      (name) => this.play(name), { id: "rules-choice" });
    redraw(this.side,
      h("section", { class: "card stack" }, field(t("rules.which"), rules),
        optionsForm(this.set, this.options, (options) => {
          this.options = options;
          keep(`options.${this.set.name}`, options);
          this.soon();
        })),
      this.how.box);
  }

  /** Score by other rules. */
  play(name) {
    this.set = this.sets.find((s) => s.name === name);
    keep("rules", name);
    this.options = kept(`options.${name}`, {});
    this.how.rules(this.set);
    this.drawSide();
    this.soon();
  }

  soon() {
    clearTimeout(this.timer);
    if (this.set && this.rack.model) this.timer = setTimeout(() => this.score(), 150);
  }

  async score() {
    const turn = ++this.turn;
    const { model } = this.rack;
    if (!model) return; // another picture is being read
    const still = () => turn === this.turn && model === this.rack.model;
    const missing = !model.playing.length ? t("score.empty")
      : model.unknown.length ? t("score.unknown", { n: model.unknown.length }) : "";
    if (missing) {
      this.quick.hidden = true;
      this.result.replaceChildren(h("p", { class: "note" }, missing));
      return;
    }
    this.how.know(model, this.options);
    const { context } = this.how;
    try {
      const doc = await post("/score?draft=true", {
        rules: this.set.name, hand: model.hand(), flowers: model.flowers, context,
        options: this.options,
      });
      await this.#settle(doc, context);
      if (still()) this.show(doc, context);
    } catch (failure) {
      if (still()) this.refuse(failure);
    }
  }

  /** Payments where the others' racks count too: the score alone takes them as nothing. */
  async #settle(doc, context) {
    const others = Object.values(this.others).some(Boolean);
    if (!others || !context.is_winner || !this.set.losers_count || doc.moon_game) return;
    const winner = context.seat_wind ?? "E";
    const { payments: list, net } = await post("/score?draft=true", {
      rules: this.set.name, kind: "settlement", options: this.options,
      input: {
        winner, scores: { ...Object.fromEntries(SEATS.map((s) => [s, this.others[s] ?? 0])), [winner]: doc.total },
        self_drawn: context.self_drawn, ...(context.fa_seon && { fa_seon: true }),
      },
    });
    Object.assign(doc, { payments: list, net });
  }

  refuse(failure) {
    this.rack.light([]);
    this.quick.hidden = true;
    this.doc = null;
    const winner = this.how.context.is_winner;
    const { model } = this.rack;
    this.result.replaceChildren(advice(failure, {
      model, set: this.set, winner, sets: this.sets,
      play: (name) => {
        this.play(name);
        document.getElementById("rules-choice")?.focus({ preventScroll: true });
      },
    }));
  }

  show(doc, context) {
    const focus = document.activeElement?.id;
    const lit = this.result.querySelector(".line[aria-pressed=true]")?.dataset.line;
    const doubts = this.rack.model.doubts.length;
    this.doc = doc;
    this.rack.light([]);
    const head = doubts ? h("p", { class: "note" }, t("score.doubts", { n: doubts }))
      : context.is_winner ? unmarked(this.rack.model) : null;
    const parts = [scoreSheet(doc, { model: this.rack.model, light: (ids) => this.rack.light(ids), head })];
    if (context.is_winner && this.set.losers_count) parts.push(this.#losers(context));
    if (doc.payments) {
      const me = context.seat_wind ?? "E";
      const who = (seat) => (seat === me ? t("pay.you", { seat: t(`wind.${seat}`) }) : t(`wind.${seat}`));
      parts.push(payments(doc.payments, doc.net, who));
    }
    this.result.replaceChildren(...parts);
    if (lit) this.result.querySelector(`.line[data-line="${lit}"]`)?.click(); // still lit in the new sheet
    this.quick.hidden = false;
    this.quick.replaceChildren(h("strong", {}, doc.moon_game ? t("sheet.moon") : number(doc.total)), h("span", {}, doc.summary ?? ""), h("span", { class: "go" }, t("score.see")));
    if (focus) document.getElementById(focus)?.focus();
    clearTimeout(this.telling); // after what the player did has been said
    if (doc.total !== this.told) this.telling = setTimeout(() => say(t("score.said", { total: number(doc.total) })), 1500);
    this.told = doc.total;
  }

  #losers(context) {
    const seats = SEATS.filter((s) => s !== (context.seat_wind ?? "E"));
    return h("section", { class: "card" },
      h("details", { ...(Object.values(this.others).some(Boolean) && { open: "" }) },
        h("summary", {}, t("losers.title")),
        h("p", { class: "small soft" }, t("losers.lead")),
        h("div", { class: "grid4" }, seats.map((seat) => field(t(`wind.${seat}`), h("input", {
          type: "number", min: "0", step: "1", inputmode: "numeric", id: `loser-${seat}`,
          value: String(this.others[seat] ?? 0),
          onchange: (e) => {
            this.others[seat] = Math.round(Number(e.target.value)) || 0;
            this.soon();
          },
        }))))));
  }
}
