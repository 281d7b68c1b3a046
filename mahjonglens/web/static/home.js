// Photo → confirm → score.
import { $, h, t, problem, busy, kept, say } from "./dom.js";
import { get } from "./api.js";
import { Bench } from "./bench.js";
import { Rack } from "./rack.js";
import { intake } from "./photo.js";
import { handOver } from "./handover.js";

const rack = new Rack();
const again = h("button", { class: "btn slim", type: "button", id: "again", onclick: restart }, t("photo.again"));
const onward = h("div", {});
const bench = new Bench(rack, { extra: onward });

intake({
  take: $("take"), choose: $("choose"), camera: $("camera"), file: $("file"), drop: $("intake"), got,
});

function restart() {
  rack.clear();
  $("work").hidden = true;
  $("intake").hidden = false;
  $("take").focus();
  problem("");
}

async function got(file) {
  problem("");
  $("intake").hidden = true;
  $("work").hidden = false;
  $("work").replaceChildren(h("div", { class: "row between bar" }, h("h1", {}, t("confirm.title")), again), bench.box);
  bench.result.replaceChildren();
  try {
    const doc = await rack.read(file);
    say(t("photo.found", { n: doc.tiles.length, doubts: doc.doubts.length }));
    if (doc.hint) problem(doc.hint);
    await bench.start();
    offerGame();
  } catch (failure) {
    restart();
    problem(failure.message);
  }
}

/** A way to take the hand into a game that is being played. */
async function offerGame() {
  const { games } = await get("/games");
  const open = games.filter((game) => !game.finished).slice(0, 3);
  onward.replaceChildren(...(open.length ? [h("section", { class: "card" }, h("h2", {}, t("photo.toGame")),
    h("div", { class: "row" }, open.map((game) => h("button", {
      class: "btn", type: "button", onclick: () => handOver(game.id, rack),
    }, game.players.join(", ")))))] : []));
}

get("/status").then((status) => {
  if (status.reader === "missing") problem(status.why ?? t("photo.noReader"));
}).catch((failure) => problem(failure.message));
