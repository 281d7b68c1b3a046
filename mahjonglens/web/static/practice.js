// Practice: what is this hand worth? Name and tally stay in this browser.
import { $, h, t, choices, field, keep, kept, problem, redraw, say, select } from "./dom.js";
import { get, post, ruleSets } from "./api.js";
import { Circumstances } from "./circumstances.js";
import { intakeRow, rackBox } from "./handform.js";
import { find, Model } from "./model.js";
import { picture } from "./tiles.js";
import { Rack } from "./rack.js";
import { scoreSheet } from "./sheet.js";

const place = $("practice");
const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000;

class Practice {
  constructor(sets, name) {
    this.sets = sets;
    this.name = sets.some((s) => s.name === name) ? name : sets[0].name;
    this.session = h("section", { class: "card" });
    this.stage = h("div", {});
    this.source = kept("practice.source", "dealt");
    place.replaceChildren(h("div", { class: "cols" }, this.stage, h("div", {}, this.session)));
  }

  get set() {
    return this.sets.find((s) => s.name === this.name);
  }

  /** Of this rule set: {seed, n, answers: {"0": "right"|"wrong"|"shown", …}}. */
  get tally() {
    return kept(`practice.${this.name}`, null) ?? { seed: newSeed(), n: 0, answers: {} };
  }

  remember(change) {
    keep(`practice.${this.name}`, { ...this.tally, ...change });
    this.drawSession();
  }

  /** Only the first answer to a hand counts. */
  count(id, how) {
    const { answers } = this.tally;
    if (!(id in answers)) this.remember({ answers: { ...answers, [id]: how } });
  }

  async start() {
    this.remember({});
    await (this.source === "photo" ? this.photo() : this.deal(this.tally.n));
  }

  drawSession() {
    const { answers } = this.tally;
    const all = Object.values(answers);
    const right = all.filter((a) => a === "right").length;
    const number_ = (value, text, id) => h("div", {}, h("b", { class: "num", id }, String(value)), h("span", { class: "small soft" }, text));
    const name = h("input", {
      type: "text", maxlength: "40", value: kept("practice.name", ""), id: "practice-name", autocomplete: "off",
      onchange: () => keep("practice.name", name.value.trim()),
    });
    redraw(this.session,
      h("div", { class: "stack" },
        h("h2", {}, t("practice.session")),
        field(t("rules.which"), select(this.sets.map((s) => [s.name, s.title]), this.name, (chosen) => {
          this.name = chosen;
          history.replaceState(null, "", `/practice/${chosen}`);
          this.start().catch((failure) => problem(failure.message));
        }, { id: "practice-rules" })),
        choices("source", t("practice.from"), [["dealt", t("practice.dealt")], ["photo", t("practice.photo")]], this.source, (source) => {
          this.source = source;
          keep("practice.source", source);
          this.start().catch((failure) => problem(failure.message));
        }),
        field(t("practice.name"), name),
        h("div", { class: "score-strip" },
          number_(all.length, t("practice.played"), "played"), number_(right, t("practice.right"), "right"),
          number_(all.length - right, t("practice.missed"), "missed"),
          number_(all.length ? `${Math.round((100 * right) / all.length)}%` : "–", t("practice.rate"), "rate")),
        this.#past(answers),
        h("p", { class: "small soft" }, t("practice.where")),
        h("button", { class: "btn slim danger", type: "button", id: "reset", onclick: () => this.reset() }, t("practice.reset"))));
  }

  #past(answers) {
    const dealt = Object.entries(answers).filter(([id]) => /^\d+$/.test(id));
    if (!dealt.length) return null;
    return h("details", {}, h("summary", {}, t("practice.past")), h("div", { class: "row" },
      dealt.map(([id, how]) => h("button", {
        class: "btn slim", type: "button", data: { past: id },
        onclick: () => this.deal(Number(id)).catch((failure) => problem(failure.message)),
      }, `${Number(id) + 1} ${how === "right" ? "✓" : "✗"}`, h("span", { class: "sr" }, t(`practice.was.${how}`))))));
  }

  reset() {
    for (const set of this.sets) keep(`practice.${set.name}`, null);
    keep("practice.name", null);
    say(t("practice.resetDone"));
    this.start().catch((failure) => problem(failure.message));
  }

  async deal(n) {
    problem("");
    const { seed } = this.tally;
    const hand = await get(`/practice/${this.name}/deal?n=${n}&seed=${seed}`);
    const model = Model.hand(hand.hand, hand.flowers);
    const table = dealt(hand, model);
    this.remember({ n });
    this.stage.replaceChildren(
      h("section", { class: "card felt", id: "dealt" },
        h("div", { class: "row between" }, h("h2", {}, t("practice.hand", { n: n + 1 })),
          this.tally.answers[n] ? h("span", { class: "tag" }, t(`practice.was.${this.tally.answers[n]}`)) : null),
        h("p", { id: "question" }, hand.question), table.box,
        hand.minimum_note ? h("p", { class: "small soft" }, hand.minimum_note) : null),
      this.#answer(hand.asks, { n, seed }, String(n), model, (ids) => table.light(ids)),
      h("div", { class: "row" },
        n > 0 ? h("button", { class: "btn", type: "button", id: "before", onclick: () => this.go(n - 1) }, t("practice.before")) : null,
        h("button", { class: "btn", type: "button", id: "next", onclick: () => this.go(n + 1) }, t("practice.next"))));
  }

  go(n) {
    this.deal(n).then(() => {
      $("points")?.focus({ preventScroll: true });
      scrollTo({ top: 0 });
    }).catch((failure) => problem(failure.message));
  }

  /** The form for points and doubles; `what` names the hand for the server, `id` in the tally. */
  #answer(asks, what, id, model, light) {
    const input = (name) => h("input", { type: "number", min: "0", step: "any", inputmode: "decimal", id: name });
    const whole = asks.includes("total"); // of a limit hand only the total is asked
    const points = asks.length ? input("points") : null;
    const doubles = asks.includes("doubles") ? input("doubles") : null;
    const verdict = h("div", { id: "verdict", role: "status" });
    const send = async (given) => {
      problem("");
      try {
        const asked = typeof what === "function" ? what() : what;
        const answer = await post(`/practice/${this.name}/check`, { ...asked, ...given });
        this.count(typeof id === "function" ? id() : id, given.reveal ? "shown" : answer.right ? "right" : "wrong");
        verdict.replaceChildren(said(answer), scoreSheet(answer.sheet, { model: typeof model === "function" ? model() : model, light }));
      } catch (failure) {
        problem(failure.message);
      }
    };
    return h("form", {
      class: "card stack", novalidate: true, id: "answer",
      onsubmit: (e) => {
        e.preventDefault();
        if (!points) return send({ points: 0 });
        if (points.value === "" || (doubles && doubles.value === "")) return problem(t("practice.both"));
        return send({ points: Number(points.value), doubles: doubles ? Number(doubles.value) : 0 });
      },
    },
    points ? null : h("p", {}, t("practice.special")),
    h("div", { class: "grid4" }, points ? field(t(whole ? "practice.total" : "practice.points"), points) : null, doubles ? field(t("practice.doubles"), doubles) : null),
    h("div", { class: "row" },
      h("button", { class: "btn main", type: "submit", id: "check" }, t("practice.check")),
      h("button", { class: "btn", type: "button", id: "reveal", onclick: () => send({ reveal: true }) }, t("practice.reveal")),
      h("span", { class: "small soft" }, t("practice.revealMiss"))),
    verdict);
  }

  async photo() {
    problem("");
    const rack = new Rack();
    const how = new Circumstances(this.set);
    const ask = h("div", { hidden: true });
    rack.addEventListener("change", () => {
      ask.hidden = false;
      how.know(rack.model, kept(`options.${this.name}`, {}));
    });
    ask.append(how.box, this.#answer(["points", "doubles"],
      () => ({ hand: rack.model.hand(), flowers: rack.model.flowers, context: how.context, options: kept(`options.${this.name}`, {}) }),
      () => `photo ${rack.photo ?? ""} ${[...rack.model.playing].sort().join(" ")}`,
      () => rack.model, (ids) => rack.light(ids)));
    this.stage.replaceChildren(
      h("section", { class: "card" }, h("h2", {}, t("practice.photoTitle")), h("p", { class: "soft" }, t("practice.photoLead")), intakeRow(rack)),
      rackBox(rack), ask);
  }
}

function said(answer) {
  if (answer.reveal) return h("p", { class: "note" }, t("practice.shown"));
  if (answer.right) return h("p", { class: "note good" }, t("practice.yes"));
  const half = answer.points_right ? "practice.doublesWrong" : answer.doubles_right ? "practice.pointsWrong" : "practice.no";
  return h("p", { class: "note" }, t(half));
}

/** The dealt hand on the felt, set by set; `light(ids)` marks the tiles a line counts. */
function dealt(hand, model) {
  const taken = new Set();
  const marks = new Map();
  const tiles = (codes) => {
    const ids = find(model, codes, taken);
    return h("span", { class: "tiles" }, codes.map((code, i) => {
      const mark = h("span", { class: ids[i] === model.winning ? "spot win" : "spot" }, picture(code));
      if (ids[i] !== undefined) marks.set(ids[i], mark);
      return mark;
    }));
  };
  const sets = hand.sets.map((set) => h("div", { class: "set" },
    h("span", { class: "cap" }, t(`state.${set.type}.${set.state === "concealed" ? "concealed" : "exposed"}`)), tiles(set.tiles)));
  const flowers = hand.flowers.length
    ? h("div", { class: "set" }, h("span", { class: "cap" }, t("kind.bonus")), tiles(hand.flowers)) : null;
  const won = hand.winning_tile
    ? h("div", { class: "set" }, h("span", { class: "cap" }, t("practice.winning")), picture(hand.winning_tile)) : null;
  return {
    box: h("div", { class: "sets" }, sets, flowers, won),
    light(ids) {
      for (const [id, mark] of marks) mark.classList.toggle("lit", ids.includes(id));
    },
  };
}

try {
  const asked = location.pathname.split("/")[2];
  await new Practice(await ruleSets(), asked ?? kept("rules", "goulash")).start();
} catch (failure) {
  problem(failure.message);
}
