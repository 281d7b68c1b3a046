// The questions about how the hand was won: only those that the rules need, and that fit so far.
import { h, t, check, choices, keep, kept, redraw } from "./dom.js";

const WINDS = ["E", "S", "W", "N"];

export class Circumstances {
  /** `rules`: one rule set as the server describes it. `fixed`: answers known already (a game). */
  constructor(rules, { fixed = {}, change = () => {} } = {}) {
    this.fixed = fixed;
    this.facts = { kong: false, replaced: false };
    this.options = {};
    this.change = change;
    // the winds hold for more than one hand, so this browser remembers them
    this.answers = { is_winner: true, self_drawn: false, seat_wind: "E", round_wind: "E", ...kept("winds", {}) };
    this.box = h("section", { class: "card stack", aria: { label: t("how.title") } });
    this.rules(rules);
  }

  rules(rules) {
    this.set = rules;
    this.draw();
  }

  /** What the rack and the house rules say: some questions depend on them. */
  know(model, options = this.options) {
    const before = this.questions.map((q) => q.id).join();
    this.facts = model?.facts ?? this.facts;
    this.options = options;
    if (this.questions.map((q) => q.id).join() !== before) this.draw();
  }

  get questions() {
    const now = { ...this.answers, ...this.facts, ...this.fixed };
    return this.set.circumstances.filter((q) =>
      !(q.id in this.fixed) && q.id !== "is_winner" && q.id !== "dealer"
      && (q.for !== "winner" || now.is_winner)
      && Object.entries(q.option ?? {}).every(([id, value]) => this.options[id] === value)
      && Object.entries(q.needs ?? {}).every(([id, value]) => (now[id] ?? false) === value));
  }

  /** The context for `score`: only what was asked. */
  get context() {
    const context = { is_winner: this.answers.is_winner, ...this.fixed };
    for (const q of this.questions) {
      const answer = this.answers[q.id] ?? q.default;
      if (q.kind === "wind" || q.id === "self_drawn" || answer) context[q.id] = answer ?? false;
    }
    context.self_drawn ??= false;
    return context;
  }

  #answer(id, value) {
    this.answers[id] = value;
    const { seat_wind, round_wind } = this.answers;
    if (id === "seat_wind" || id === "round_wind") keep("winds", { seat_wind, round_wind });
    this.draw();
    this.change();
  }

  draw() {
    const { answers } = this;
    const unfolded = this.box.querySelector("details")?.open;
    const parts = [h("h2", {}, t("how.title"))];
    if (!("is_winner" in this.fixed)) {
      parts.push(choices("is_winner", t("how.outcome"), [[true, t("how.won")], [false, t("how.lost")]],
        answers.is_winner, (v) => this.#answer("is_winner", v)));
    }
    const flags = [];
    for (const q of this.questions) {
      if (q.kind === "wind") {
        parts.push(choices(q.id, q.question, WINDS.map((w) => [w, t(`wind.${w}`)]),
          answers[q.id] ?? q.default ?? "E", (v) => this.#answer(q.id, v)));
      } else if (q.id === "self_drawn") {
        parts.push(choices(q.id, t("how.last"), [[false, t("how.discard")], [true, t("how.drawn")]],
          answers.self_drawn, (v) => this.#answer("self_drawn", v)));
      } else flags.push(check(q.question, Boolean(answers[q.id] ?? q.default), (v) => this.#answer(q.id, v), { data: { key: q.id } }));
    }
    if (flags.length) {
      const open = unfolded || flags.length <= 2 || this.questions.some((q) => q.kind === "flag" && q.id !== "self_drawn" && answers[q.id]);
      parts.push(h("details", { ...(open && { open: "" }) }, h("summary", {}, t("how.more")), flags));
    }
    redraw(this.box, parts);
  }
}
