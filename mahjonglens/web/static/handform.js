// Entering a won hand into a game: who, how, the racks, a look at the payments, saved.
import { h, t, check, choices, field, number, redraw } from "./dom.js";
import { advice } from "./advice.js";
import { key, post } from "./api.js";
import { Circumstances } from "./circumstances.js";
import { entryCard } from "./moments.js";
import { Rack } from "./rack.js";
import { payments, scoreSheet, unmarked } from "./sheet.js";

export class HandForm {
  constructor(table) {
    this.table = table;
    this.key = key();
    this.winner = null;
    this.discarder = null; // a player, or null: self-drawn; undefined: not said yet
    this.how = new Circumstances(table.rules, { fixed: this.#fixed(), change: () => this.soon() });
    this.rack = this.#rack();
    this.losers = table.game.players.map(() => ({ score: 0, rack: null }));
    this.consent = false;
    this.dead = null; // a player with a wrong number of tiles, where the rules know of that
    this.who = h("div", { class: "stack" });
    this.losersBox = h("div", { class: "stack" });
    this.preview = h("div", { id: "preview" });
    this.box = entryCard(table, t("hand.title", { n: table.game.hand_number }), [
      this.who,
      h("h3", {}, t("hand.rack")), intakeRow(this.rack), rackBox(this.rack),
      this.how.box, this.losersBox,
      check(t("hand.consent"), false, (on) => (this.consent = on)),
      this.preview,
    ], () => this.save());
    this.draw();
  }

  #rack() {
    const rack = new Rack();
    rack.addEventListener("change", () => this.soon());
    return rack;
  }

  #fixed() {
    const { game } = this.table;
    const seat = Object.keys(game.seats).find((s) => game.seats[s] === this.winner) ?? "S";
    return { is_winner: true, self_drawn: this.discarder === null, seat_wind: seat, round_wind: game.round };
  }

  /** A rack that another page confirmed. */
  async take(doc) {
    const image = new Image();
    image.alt = t("photo.yours");
    if (doc.photo) {
      image.src = `/api/photos/${doc.photo}`;
      await image.decode().catch(() => null);
    }
    this.rack.open(doc, doc.photo ? image : null);
  }

  draw() {
    const { players } = this.table.game;
    redraw(this.who,
      choices("winner", t("hand.winner"), players.map((p, i) => [i, p]), this.winner, (i) => {
        this.winner = i;
        if (this.discarder === i) this.discarder = null;
        if (this.dead === i) this.dead = null;
        this.draw();
        this.soon();
      }),
      this.winner === null ? null : choices("from", t("hand.from"),
        [[null, t("hand.drawn")], ...players.map((p, i) => [i, p]).filter(([i]) => i !== this.winner)],
        this.discarder, (i) => {
          this.discarder = i;
          this.draw();
          this.soon();
        }),
      this.winner === null || !this.table.rules.dead_hands ? null : choices("dead", t("hand.dead"),
        [[null, t("hand.nobody")], ...players.map((p, i) => [i, p]).filter(([i]) => i !== this.winner)],
        this.dead, (i) => {
          this.dead = i;
          this.soon();
        }));
    this.how.fixed = this.#fixed();
    this.how.draw();
    this.how.box.hidden = !this.how.questions.length;
    this.#drawLosers();
  }

  #drawLosers() {
    const { table } = this;
    this.losersBox.hidden = this.winner === null || !table.game.losers_count;
    if (this.losersBox.hidden) return;
    this.losersBox.replaceChildren(h("h3", {}, t("losers.title")), h("p", { class: "small soft" }, t("losers.lead")),
      h("div", { class: "stack" }, table.game.players.map((name, i) => i === this.winner ? null : this.#loser(name, i)).filter(Boolean)));
  }

  #loser(name, i) {
    const loser = this.losers[i];
    if (loser.rack) {
      return h("div", { class: "stack" },
        h("div", { class: "row between" }, h("strong", {}, name),
          h("button", { class: "btn slim", type: "button", onclick: () => {
            loser.rack = null;
            this.#drawLosers();
            this.soon();
          } }, t("losers.number"))),
        intakeRow(loser.rack), rackBox(loser.rack));
    }
    return h("div", { class: "row loser" },
      field(t("losers.of", { name }), h("input", {
        type: "number", min: "0", step: "1", inputmode: "numeric", value: String(loser.score), id: `score-${i}`,
        onchange: (e) => {
          loser.score = Math.round(Number(e.target.value)) || 0;
          this.soon();
        },
      })),
      h("button", { class: "btn slim", type: "button", onclick: () => {
        loser.rack = this.#rack();
        this.#drawLosers();
      } }, t("losers.rack")));
  }

  get body() {
    const hands = { [this.winner]: { ...this.rack.entry, ...(this.rack.photo !== null && { consent: this.consent }) } };
    if (this.table.game.losers_count) {
      this.losers.forEach((loser, i) => {
        if (i === this.winner) return;
        hands[i] = loser.rack?.model ? loser.rack.entry : { score: loser.score };
      });
    }
    const { is_winner, self_drawn, seat_wind, round_wind, ...context } = this.how.context;
    return {
      key: this.key, hand_number: this.table.game.hand_number, winner: this.winner,
      discarder: this.discarder, context, hands, ...(this.dead !== null && { dead: this.dead }),
    };
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), 200);
  }

  async look() {
    if (this.winner === null || !this.rack.model?.playing.length) return;
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const { table } = this;
    const { model } = this.rack;
    const { unknown } = model;
    const still = () => turn === this.turn && model === this.rack.model; // no other picture meanwhile
    if (unknown.length) {
      this.preview.replaceChildren(h("p", { class: "note" }, t("score.unknown", { n: unknown.length })));
      return;
    }
    this.how.know(this.rack.model, table.game.options);
    this.how.box.hidden = !this.how.questions.length;
    try {
      const { entry } = await post(`/games/${table.game.id}/hands?preview=true`, this.body);
      if (!still()) return;
      const rack = entry.hands[this.winner];
      const net = Object.fromEntries(entry.deltas.map((v, i) => [i, v]));
      this.rack.light([]);
      this.preview.replaceChildren(
        scoreSheet({ ...rack.sheet, explain: rack.explain }, { model, light: (ids) => this.rack.light(ids), head: unmarked(model) }),
        entry.scores ? h("p", { class: "small soft num" }, table.game.players.map((p, i) =>
          entry.scores[i] === null ? null : `${p} ${number(entry.scores[i])}`).filter(Boolean).join(" · ")) : "",
        payments(entry.payments, net, (i) => table.game.players[i]));
    } catch (failure) {
      if (!still()) return;
      this.preview.replaceChildren(advice(failure, { model, set: table.rules, winner: true }));
    }
  }

  save() {
    if (this.winner === null) throw new Error(t("hand.noWinner"));
    if (!this.rack.model?.playing.length) throw new Error(t("hand.noRack"));
    return this.table.save("hands", this.body);
  }
}

/** Photo, picture or by hand: how a rack comes in. */
export function intakeRow(rack) {
  const trouble = h("div", { role: "alert" });
  const input = (capture) => h("input", {
    type: "file", accept: "image/*", hidden: true, ...(capture && { capture: "environment" }),
    aria: { label: t(capture ? "photo.take" : "photo.choose") },
    onchange: async (e) => {
      const [file] = e.target.files;
      e.target.value = "";
      if (!file) return;
      trouble.replaceChildren();
      try {
        const doc = await rack.read(file);
        if (doc.hint) trouble.replaceChildren(h("p", { class: "error" }, doc.hint));
      } catch (failure) {
        trouble.replaceChildren(h("p", { class: "error" }, failure.message));
      }
    },
  });
  const camera = input(true);
  const file = input(false);
  const button = (text, act, more = "") => h("button", { class: `btn slim ${more}`, type: "button", onclick: act }, text);
  return h("div", { class: "intake-row" }, h("div", { class: "row" },
    button(t("photo.take"), () => camera.click()),
    button(t("photo.choose"), () => file.click()),
    button(t("rack.byHand"), () => rack.blank(), "by-hand")), camera, file, trouble);
}

export const rackBox = (rack) => h("div", { class: "cols rack" }, h("div", { class: "stay" }, rack.picture), rack.list);
