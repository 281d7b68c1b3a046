// The list of games and the beginning of a new one; one game is in table.js.
import { $, h, t, field, keep, kept, number, problem, select, check } from "./dom.js";
import { get, post, ruleSets } from "./api.js";
import { optionsForm } from "./options.js";
import { Table } from "./table.js";

const place = $("game");
const id = location.pathname.match(/^\/game\/([^/]+)/)?.[1];

try {
  const sets = await ruleSets();
  if (id) await new Table(place, sets).open(id);
  else await lobby(sets);
} catch (failure) {
  problem(failure.message);
}

async function lobby(sets) {
  const { games } = await get("/games");
  place.replaceChildren(h("div", { class: "cols" }, beginning(sets), earlier(games, sets)));
}

function earlier(games, sets) {
  const title = (name) => sets.find((s) => s.name === name)?.title ?? name;
  return h("section", { class: "card" }, h("h2", {}, t("game.earlier")),
    games.length ? null : h("p", { class: "soft" }, t("game.none")),
    games.map((game) => h("a", { class: "game-link", href: `/game/${game.id}` },
      h("strong", {}, game.players.join(", ")),
      h("span", { class: "small soft" }, t("game.line", {
        rules: title(game.rules), n: game.hands, when: new Date(game.changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
      })),
      h("span", { class: "small num" }, game.totals.map(number).join(" · ")))));
}

function beginning(sets) {
  const names = kept("players", ["", "", "", ""]);
  const inputs = names.map((name, i) => h("input", {
    type: "text", maxlength: "40", value: name, id: `player-${i}`, autocomplete: "off", required: true,
  }));
  const state = { rules: kept("rules", "goulash"), options: {}, keeps: false };
  if (!sets.some((s) => s.name === state.rules)) state.rules = sets[0].name;
  const options = h("div", {});
  const draw = () => {
    const set = sets.find((s) => s.name === state.rules);
    state.options = {};
    options.replaceChildren(optionsForm(set, {}, (chosen) => (state.options = chosen)));
  };
  draw();
  const submit = async (e) => {
    e.preventDefault();
    const players = inputs.map((input) => input.value.trim());
    if (players.some((name) => !name)) return problem(t("game.allNames"));
    if (new Set(players).size < 4) return problem(t("game.sameNames"));
    keep("players", players);
    try {
      const game = await post("/games", {
        players, rules: state.rules, options: state.options, draw_keeps_dealer: state.keeps,
      });
      location.assign(`/game/${game.id}`);
    } catch (failure) {
      problem(failure.message);
    }
  };
  return h("form", { class: "card stack", onsubmit: submit, id: "new-game", novalidate: true },
    h("h2", {}, t("game.new")),
    h("p", { class: "small soft" }, t("game.seating")),
    h("div", { class: "grid2" }, inputs.map((input, i) => field(t(`game.player${i}`), input))),
    field(t("rules.which"), select(sets.map((s) => [s.name, s.title]), state.rules, (name) => {
      state.rules = name;
      keep("rules", name);
      draw();
    }, { id: "game-rules" })),
    check(t("game.drawKeeps"), false, (on) => (state.keeps = on)),
    options,
    h("button", { class: "btn main wide", type: "submit", id: "start-game" }, t("game.start")));
}
