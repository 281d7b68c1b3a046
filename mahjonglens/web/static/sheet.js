// The score sheet: total, lines that explain it, who pays whom.
import { h, t, number, signed, tone } from "./dom.js";
import { inWords, pictures } from "./tiles.js";
import { find } from "./model.js";

/** `light(ids)` is told which tiles a touched line counts. `model` may be null. */
export function scoreSheet(doc, { model = null, light = () => {}, head = null } = {}) {
  const card = h("section", { class: "card", id: "sheet", aria: { label: t("sheet.title") } });
  const lines = (doc.explain ?? []).map((line) => row(line, model, light, card));
  card.append(...[
    head,
    h("div", { class: "row between" }, h("h2", {}, t("sheet.title")), special(doc)),
    h("div", { class: "total num", id: "total" }, doc.moon_game ? t("sheet.moon") : number(doc.total)),
    doc.summary ? h("p", { class: "formula num", id: "formula" }, doc.summary) : null,
    paper(doc),
    model ? h("p", { class: "small soft" }, t("sheet.touch")) : null,
    h("ul", { class: "lines" }, lines),
  ].filter(Boolean));
  return card;
}

/** Asks for the winning tile of a hand that won, where none is marked. */
export const unmarked = (model) =>
  (model.winning === null ? h("p", { class: "note" }, t("score.noWinTile")) : null);

function special(doc) {
  if (!doc.limit_hand) return null;
  return h("span", { class: "tag" }, doc.limit_hand === true ? t("sheet.limit") : t("sheet.limitHand", { name: String(doc.limit_hand).replaceAll("_", " ") }));
}

function paper(doc) {
  if (doc.paper_total === undefined || doc.paper_total === null || doc.paper_total === doc.total) return null;
  return h("p", { class: "note" }, t(doc.total === 0 ? "sheet.paperNothing" : "sheet.paper", { n: number(doc.paper_total) }));
}

function row(line, model, light, card) {
  const button = h("button", {
    class: "line", type: "button", data: { line: line.line }, aria: { pressed: "false" },
    onclick: () => {
      const on = button.getAttribute("aria-pressed") === "false";
      for (const other of card.querySelectorAll(".line")) other.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-pressed", String(on));
      light(on && model ? find(model, line.tiles ?? []) : []);
    },
  },
  h("span", {}, line.name.replaceAll("*", "")), h("span", { class: "worth num" }, line.worth),
  h("span", { class: "why" }, inWords(line.why ?? ""), line.tiles?.length ? [" ", pictures(line.tiles, { mini: true })] : null));
  return h("li", {}, button);
}

/** Who pays whom, and what each player has after it. `nameOf(seatOrIndex)` names a player. */
export function payments(list, net, nameOf) {
  const card = h("section", { class: "card", id: "payments", aria: { label: t("pay.title") } }, h("h2", {}, t("pay.title")));
  if (!list.length) card.append(h("p", { class: "soft" }, t("pay.none")));
  for (const pay of list) {
    card.append(h("div", { class: "pay" },
      h("span", {}, t("pay.line", { payer: nameOf(pay.payer), receiver: nameOf(pay.receiver) }), pay.why ? h("span", { class: "soft small" }, ` · ${pay.why}`) : null),
      h("span", { class: "amount num" }, number(pay.amount))));
  }
  if (net) {
    card.append(h("div", { class: "net" }, Object.entries(net).map(([who, sum]) =>
      h("span", {}, `${nameOf(who)} `, h("strong", { class: `num ${tone(sum)}` }, signed(sum))))));
  }
  return card;
}
