// The open questions of a rule set, each with its default, its choices and the evidence.
import { h, t, field, select } from "./dom.js";

/** A folded form; `change(options)` gets only the answers that differ from the default. */
export function optionsForm(set, chosen, change) {
  const options = { ...chosen };
  if (!set.options.length) return h("span", {});
  return h("details", { class: "options" }, h("summary", {}, t("options.title")),
    h("p", { class: "small soft" }, t("options.lead")),
    h("div", { class: "stack" }, set.options.map((option) => oneOption(option, options, change))));
}

function oneOption(option, options, change) {
  const text = (value) => JSON.stringify(value);
  const now = option.id in options ? options[option.id] : option.default;
  const set = (value) => {
    if (text(value) === text(option.default)) delete options[option.id];
    else options[option.id] = value;
    change({ ...options });
  };
  const input = option.choices?.length
    ? select(option.choices.map((c) => [text(c.value), c.label + (text(c.value) === text(option.default) ? ` (${t("options.default")})` : "")]),
      text(now), (value) => set(JSON.parse(value)), { data: { option: option.id } })
    : h("input", {
      type: "number", value: now ?? "", data: { option: option.id },
      onchange: (e) => set(e.target.value === "" ? option.default : Number(e.target.value)),
    });
  return h("div", {}, field(option.question, input),
    option.evidence ? h("p", { class: "small soft" }, option.evidence) : null);
}
