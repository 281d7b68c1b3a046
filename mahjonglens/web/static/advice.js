// Why a rack is no hand yet, and what the player can do about it.
import { h, t } from "./dom.js";
import { nameOf, pictures } from "./tiles.js";

/** `failure`: the refusal of a draft, with its `problems`; `winner`: is the rack said to have won?
 * Of `sets`, those that the tiles would fit are offered; `play(name)` takes one. */
export function advice(failure, { model, set, winner, sets = [], play = null }) {
  const told = (failure.problems ?? []).map((problem) => sentence(problem, model, set, winner)).filter(Boolean);
  const known = told.length > 0 && told.length === failure.problems.length;
  const ask = winner && model.winning === null;
  return h("div", { class: "note", id: "refused" },
    h("strong", {}, t("score.notYet")),
    known ? told : h("p", {}, failure.message),
    ask ? h("p", {}, t("score.markWin")) : null,
    winner ? others(failure.problems ?? [], model, set, sets, play) : null);
}

/** Rules that play with so many tiles, or with chows, where these do not. */
function others(problems, model, set, sets, play) {
  const what = problems.map((problem) => problem.what);
  if (!what.some((each) => ["tile_count", "chow", "not_a_win"].includes(each))) return null;
  const tiles = model.playing.length - model.facts.kongs;
  const fit = sets.filter((other) => other.tiles_in_hand === tiles && (set.tiles_in_hand !== tiles || (other.chows && !set.chows)));
  if (!fit.length) return null;
  return h("div", { id: "other-rules" }, h("p", {}, t("score.otherRules")), h("div", { class: "row" },
    fit.map((other) => h("button", { class: "btn slim", type: "button", data: { rules: other.name }, onclick: () => play(other.name) }, other.title))));
}

function sentence({ what, tiles }, model, set, winner) {
  const kinds = [...new Set(tiles)];
  const names = kinds.map(nameOf).join(", ");
  if (what === "tile_count") return count(model, set, winner);
  if (what === "copies") {
    const most = /^[FSA]/.test(kinds[0]) ? 1 : 4;
    return line(t(most === 1 ? "problem.bonusCopies" : "problem.copies", { names, n: tiles.length }), kinds);
  }
  if (what === "set" || what === "chow") return line(t(`problem.${what}`), tiles);
  if (what === "foreign" || what === "bonus_in_hand" || what === "not_bonus") return line(t(`problem.${what}`, { names }), kinds);
  if (what === "not_a_win") return line(t(set.chows ? "problem.noWinChows" : "problem.noWin"), []);
  return null; // the server's own sentence says it
}

const line = (text, codes) => h("p", {}, text, codes.length ? [" ", pictures(codes, { mini: true })] : null);

/** Too many tiles or too few: how many, and how that comes about. */
function count(model, set, winner) {
  const have = model.playing.length;
  const { kongs } = model.facts;
  const need = set.tiles_in_hand - (winner ? 0 : 1) + kongs;
  const gap = have - need;
  const told = t(winner ? "problem.countWon" : "problem.countLost", { need, have });
  const why = kongs ? ` ${t("problem.kongs")}` : "";
  const todo = gap < 0 ? t(gap === -1 ? "problem.addOne" : "problem.add", { n: -gap })
    : t(gap === 1 ? "problem.dropOne" : "problem.drop", { n: gap });
  return h("p", {}, `${told}${why} ${todo}`);
}
