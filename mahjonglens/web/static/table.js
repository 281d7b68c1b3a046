// One game: seats, totals, what happened, and everything that can be entered.
import { $, h, has, t, number, problem, say, signed, tone } from "./dom.js";
import { get, post, remove } from "./api.js";
import { chart } from "./chart.js";
import { drawForm, eventForm, paymentForm } from "./moments.js";
import { HandForm } from "./handform.js";
import { closer, picture, sheet } from "./tiles.js";
import { payments, scoreSheet } from "./sheet.js";
import { takeOver } from "./handover.js";

const SEATS = ["E", "S", "W", "N"];

/** The players' own note; of an event without one, its name. */
const noteOf = ({ note }) => (has(`event.${note}`) ? t(`event.${note}`) : note);

/** What was read and what the player made of it. */
function corrected(list) {
  return h("div", { class: "row small soft", data: { corrections: String(list.length) } },
    t("entry.corrections", { n: list.length }),
    list.map(({ was, now }) => h("span", { class: "tiles" },
      was ? picture(was, { mini: true }) : t("entry.missing"), "→", now ? picture(now, { mini: true }) : t("entry.removed"))));
}

/** What the racks without tiles were said to score. */
function scoresOnly(entry, players) {
  const said = players.filter((_, i) => !entry.hands?.[i]?.sheet && entry.scores?.[i] > 0);
  return said.length ? h("p", { class: "num" }, said.map((p) => `${p} ${number(entry.scores[players.indexOf(p)])}`).join(" · ")) : null;
}

export class Table {
  constructor(place, sets) {
    this.place = place;
    this.sets = sets;
  }

  async open(id) {
    this.show(await get(`/games/${id}`));
    if (location.hash === "#hand") {
      history.replaceState(null, "", location.pathname);
      this.hand(takeOver());
    }
  }

  get rules() {
    return this.sets.find((s) => s.name === this.game.rules);
  }

  /** The game as the server has it now; `said` is announced. */
  show(game, said = "") {
    this.game = game;
    problem("");
    this.form = h("div", { id: "entry-form" });
    this.place.replaceChildren(
      this.#felt(), this.#actions(), this.form,
      h("div", { class: "cols" }, this.#totals(), this.#story()),
      this.#foot());
    if (said) say(said);
  }

  #felt() {
    const { game } = this;
    return h("section", { class: "card felt", aria: { label: t("game.seats") } },
      h("div", { class: "row between" },
        h("strong", { id: "where" }, t("game.where", { round: t(`wind.${game.round}`), n: game.hand_number })),
        h("span", { class: "soft" }, this.rules?.title ?? game.rules)),
      h("div", { class: "seats" }, SEATS.map((seat) => {
        const player = game.seats[seat];
        return h("div", { class: "seat", data: { seat, player: String(player) } },
          picture(`W${seat}`, { quiet: true }),
          h("div", { class: "who" }, game.players[player]),
          h("div", { class: "small soft" }, t(`wind.${seat}`), seat === "E" ? ` · ${t("game.dealer")}` : ""),
          h("div", { class: "sum num" }, number(game.totals[player])));
      })));
  }

  #actions() {
    const button = (id, text, act, more = "") =>
      h("button", { class: `btn ${more}`, type: "button", id, onclick: act }, text);
    return h("div", { class: "row card" },
      button("new-hand", t("game.hand"), () => this.hand(null), "main"),
      button("new-draw", t("game.draw"), () => this.open_(drawForm(this))),
      this.rules?.events?.length ? button("new-event", t("game.event"), () => this.open_(eventForm(this))) : null,
      button("new-payment", t("game.payment"), () => this.open_(paymentForm(this))),
      this.game.can_undo ? button("undo", t("game.undo"), () => this.act("undo"), "quiet") : null,
      this.game.can_redo ? button("redo", t("game.redo"), () => this.act("redo"), "quiet") : null);
  }

  open_(form) {
    this.form.replaceChildren(form);
    form.scrollIntoView({ block: "start" });
    form.querySelector("input,select,button")?.focus({ preventScroll: true });
  }

  close() {
    this.form.replaceChildren();
    $("new-hand").focus();
  }

  hand(doc) {
    const form = new HandForm(this);
    this.open_(form.box);
    if (doc) form.take(doc);
  }

  async act(what) {
    try {
      const { game, undone } = await post(`/games/${this.game.id}/${what}`);
      this.show(game, undone ? t("game.undone", { label: undone.label }) : t("game.redone"));
      ($(what) ?? $("new-hand")).focus();
    } catch (failure) {
      problem(failure.message);
    }
  }

  /** Send an entry; the game is shown anew when it is saved. Failures stay on the form. */
  async save(path, body) {
    this.place.inert = true; // nothing is begun that the game shown anew would sweep away
    try {
      const { game, entry } = await post(`/games/${this.game.id}/${path}`, body);
      this.show(game, t("game.saved", { label: entry.label }));
    } finally {
      this.place.inert = false;
    }
    $("new-hand").focus();
  }

  #totals() {
    const { game } = this;
    if (!game.series.length) return null; // nothing to draw yet
    const series = [[0, 0, 0, 0], ...game.series.map((point) => point.totals)];
    return h("section", { class: "card" }, h("h2", {}, t("game.totals")),
      chart(game.players, series),
      h("div", { class: "scroll" }, h("table", { id: "totals" },
        h("thead", {}, h("tr", {}, h("th", {}, ""), game.players.map((p) => h("th", { class: "num", scope: "col" }, p)))),
        h("tbody", {}, game.series.toReversed().map((point) => h("tr", {},
          h("th", { scope: "row" }, point.label),
          point.totals.map((v) => h("td", { class: "num" }, number(v)))))))));
  }

  #story() {
    const { game } = this;
    return h("section", { class: "card", id: "story" }, h("h2", {}, t("game.story")),
      game.entries.length ? null : h("p", { class: "soft" }, t("game.nothing")),
      game.entries.toReversed().map((entry) => this.#entry(entry)));
  }

  #entry(entry) {
    const { players } = this.game;
    const winner = entry.winner === null || entry.winner === undefined ? null : players[entry.winner];
    const what = {
      hand: () => t(entry.self_drawn ? "entry.drawn" : "entry.won", { who: winner, from: players[entry.discarder] ?? t("entry.aDiscard") }),
      draw: () => t("entry.draw"),
      event: () => noteOf(entry),
    }[entry.kind]?.() ?? entry.note ?? "";
    const photo = Object.values(entry.hands ?? {}).find((rack) => rack.photo)?.photo;
    return h("button", {
      class: "entry", type: "button", data: { entry: String(entry.id) }, onclick: () => this.#detail(entry),
    },
    photo ? h("img", { class: "thumb", src: `/api/photos/${photo}?width=240`, alt: "", loading: "lazy" }) : null,
    h("span", { class: "what" }, h("strong", {}, entry.label), h("span", { class: "small soft" }, what)),
    h("span", { class: "deltas small num" }, players.map((p, i) => h("span", {}, `${p} `,
      h("b", { class: tone(entry.deltas[i]) }, signed(entry.deltas[i]))))));
  }

  #detail(entry) {
    const { players } = this.game;
    const net = Object.fromEntries(entry.deltas.map((v, i) => [i, v]));
    sheet(entry.label, (close) => [
      h("div", { class: "row between" }, h("h2", {}, entry.label), closer(close)),
      entry.note ? h("p", {}, noteOf(entry)) : null,
      Object.entries(entry.hands ?? {}).filter(([, rack]) => rack.sheet || rack.photo).map(([who, rack]) => [
        h("h3", {}, players[who]),
        rack.photo ? h("img", { class: "full", src: `/api/photos/${rack.photo}`, alt: t("photo.yours") }) : null,
        rack.corrections?.length ? corrected(rack.corrections) : null,
        rack.sheet ? scoreSheet({ ...rack.sheet, explain: rack.explain ?? [] }) : null,
      ]),
      scoresOnly(entry, players),
      payments(entry.payments, net, (i) => players[i]),
    ]);
  }

  #foot() {
    const { id } = this.game;
    return h("div", { class: "row card" },
      h("a", { class: "btn slim", href: `/api/games/${id}/export.csv`, download: "" }, t("game.csv")),
      h("a", { class: "btn slim", href: `/api/games/${id}/export.json`, download: "" }, t("game.json")),
      h("a", { class: "btn slim quiet", href: "/game" }, t("game.all")),
      h("button", { class: "btn slim quiet danger", type: "button", id: "delete", onclick: () => this.#delete() }, t("game.delete")));
  }

  #delete() {
    sheet(t("game.delete"), (close) => [
      h("h2", {}, t("game.deleteSure")),
      h("div", { class: "row" },
        h("button", { class: "btn", type: "button", onclick: close }, t("cancel")),
        h("button", {
          class: "btn danger", type: "button", id: "delete-really",
          onclick: async () => {
            try {
              await remove(`/games/${this.game.id}`);
              location.assign("/game");
            } catch (failure) {
              close();
              problem(failure.message);
            }
          },
        }, t("game.deleteYes"))),
    ]);
  }
}
