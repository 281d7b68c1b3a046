// Photo → confirm → score.
import { $, h, t, problem, say } from "./dom.js";
import { get, post } from "./api.js";
import { Bench } from "./bench.js";
import { Rack } from "./rack.js";
import { intake } from "./photo.js";
import { handOver } from "./handover.js";
import { closer, sheet } from "./tiles.js";

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
    problem(failure.message, failure.passing ? () => got(file) : null);
  }
}

/** A way to take the hand into a game that is being played. */
async function offerGame() {
  const { games } = await get("/games");
  const open = games.filter((game) => !game.finished).slice(0, 3);
  onward.replaceChildren(...(open.length ? [h("section", { class: "card" }, h("h2", {}, t("photo.toGame")),
    h("div", { class: "row" }, open.map((game) => h("button", {
      class: "btn", type: "button", data: { game: String(game.id) }, onclick: () => handOver(game.id, rack),
    }, h("span", {}, game.players.join(", "), h("br"), h("span", { class: "small soft" }, gameLine(game)))))))] : []));
}

const gameLine = (game) => t("game.line", {
  rules: bench.sets.find((set) => set.name === game.rules)?.title ?? game.rules,
  n: game.hands, when: new Date(game.changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
});

/** A QR code for the next phone; only where the app listens to the network. */
async function invite() {
  try {
    const { url, svg } = await post("/pairing");
    sheet(t("pair.invite"), (close) => [
      h("div", { class: "row between" }, h("h2", {}, t("pair.invite")), closer(close)),
      h("p", { class: "soft" }, t("pair.scan")),
      h("img", { class: "qr", alt: t("pair.code"), src: `data:image/svg+xml,${encodeURIComponent(svg)}` }),
      h("p", { class: "small" }, h("code", {}, url)),
    ]);
  } catch (failure) {
    problem(failure.message);
  }
}

get("/status").then((status) => {
  $("phones").append(status.lan
    ? h("button", { class: "btn ghost slim", type: "button", id: "invite", onclick: invite }, t("pair.invite"))
    : h("span", { class: "soft small" }, t("pair.how")));
  if (status.reader === "missing") problem(status.why ?? t("photo.noReader"));
}).catch((failure) => problem(failure.message));
