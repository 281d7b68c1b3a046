// What happens beside won hands: draws, instant payments, penalties, house payments.
import { h, t, check, choices, field, select } from "./dom.js";
import { key } from "./api.js";
import { ask, nameOf, pictures } from "./tiles.js";

/** A card with a title, its fields and the two buttons; `send` may throw a failure. */
export function entryCard(table, title, fields, send, more = {}) {
  const trouble = h("div", { role: "alert" });
  const save = h("button", { class: "btn main", type: "submit", id: "save-entry" }, t("save"));
  return h("form", {
    class: "card stack", novalidate: true, ...more,
    onsubmit: async (e) => {
      e.preventDefault();
      trouble.replaceChildren();
      try {
        await send();
      } catch (failure) {
        trouble.replaceChildren(h("p", { class: "error" }, failure.message));
        save.focus({ preventScroll: true });
      }
    },
  },
  h("h2", {}, title), fields, trouble,
  h("div", { class: "row" }, save,
    h("button", { class: "btn", type: "button", onclick: () => table.close() }, t("cancel"))));
}

const people = (table) => table.game.players.map((name, i) => [i, name]);

export function drawForm(table) {
  const once = key();
  const note = h("input", { type: "text", maxlength: "200" });
  return entryCard(table, t("draw.title"), [h("p", { class: "soft" }, t("draw.lead")), field(t("entry.note"), note)],
    () => table.save("draws", { key: once, note: note.value }));
}

export function eventForm(table) {
  const once = key();
  const { events } = table.rules;
  const state = { type: events[0].type, player: 0 };
  const fields = h("div", { class: "stack" });
  let answers = {};
  const draw = () => {
    answers = {};
    const event = events.find((e) => e.type === state.type);
    fields.replaceChildren(
      h("p", { class: "small soft" }, `${event.name}: ${event.amount}.`),
      /\d/.test(event.amount) ? "" : h("p", { class: "note" }, t("event.noFigure")),
      ...event.fields.map((q) => input(q, answers)));
  };
  draw();
  return entryCard(table, t("event.title"), [
    field(t("event.what"), select(events.map((e) => [e.type, t(`event.${e.type}`)]), state.type, (type) => {
      state.type = type;
      draw();
    }, { id: "event-type" })),
    choices("event-player", t("event.who"), people(table), state.player, (i) => (state.player = i)),
    fields,
  ], () => table.save("events", { key: once, ...state, ...answers }));
}

function input(question, answers) {
  if (question.choices?.length) {
    const text = (codes) => codes.join(" ");
    answers[question.id] = question.choices[0];
    return field(question.question, select(
      question.choices.map((codes) => [text(codes), codes.map(nameOf).join(" + ")]),
      text(question.choices[0]), (chosen) => (answers[question.id] = chosen.split(" "))));
  }
  if (question.kind === "tiles") return tilesInput(question, answers);
  answers[question.id] = false;
  return check(question.question, false, (on) => (answers[question.id] = on));
}

/** As many tiles as the question wants, each asked for with all faces. */
function tilesInput(question, answers) {
  const codes = (answers[question.id] = []);
  const row = h("span", { class: "tiles" });
  return h("fieldset", {}, h("legend", {}, question.question), h("div", { class: "row" }, row,
    h("button", {
      class: "btn slim", type: "button",
      onclick: async () => {
        const code = await ask(question.question);
        if (!code) return;
        codes.push(code);
        if (codes.length > question.count) codes.shift();
        row.replaceChildren(pictures(codes));
      },
    }, t("edit.addTitle"))));
}

export function paymentForm(table) {
  const once = key();
  const state = { payer: 0, receiver: 1 };
  const amount = h("input", { type: "number", min: "1", step: "1", inputmode: "numeric", id: "amount" });
  const why = h("input", { type: "text", maxlength: "200", id: "why" });
  const everyone = check(t("payment.everyone"), false, (on) => (state.everyone = on));
  return entryCard(table, t("payment.title"), [
    choices("payer", t("payment.payer"), people(table), state.payer, (i) => (state.payer = i)),
    choices("receiver", t("payment.receiver"), people(table), state.receiver, (i) => (state.receiver = i)),
    everyone, field(t("payment.amount"), amount), field(t("payment.why"), why),
  ], () => {
    if (!(Number(amount.value) >= 1)) throw new Error(t("payment.noAmount"));
    const to = state.everyone ? [0, 1, 2, 3].filter((i) => i !== state.payer) : [state.receiver];
    if (to.includes(state.payer)) throw new Error(t("payment.same"));
    return table.save("payments", {
      key: once, why: why.value || t("payment.title"),
      payments: to.map((receiver) => ({ payer: state.payer, receiver, amount: Math.round(Number(amount.value)) })),
    });
  });
}
