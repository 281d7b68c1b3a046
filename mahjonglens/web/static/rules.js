// The rules as tables with example tiles, their open questions, and a calculator.
import { $, h, t, kept, problem } from "./dom.js";
import { ruleSets } from "./api.js";
import { Bench } from "./bench.js";
import { Rack } from "./rack.js";
import { pictures } from "./tiles.js";

const place = $("rules");

function tabs(sets, now) {
  return h("nav", { class: "seg links", aria: { label: t("rules.sets") } }, sets.map((set) => h("a", {
    href: `/rules/${set.name}`, ...(set.name === now.name && { "aria-current": "page" }),
  }, h("span", {}, set.title))));
}

/** The tiles of each case, the same ones only once. */
function examples(cases) {
  const shown = new Map(cases.map(({ example }) => [example.tiles.join(), example.tiles]));
  return [...shown.values()].map((tiles) => h("div", { class: "ex" }, pictures(tiles, { mini: true })));
}

function table(set) {
  // in the order of the printed source, with a heading wherever the kind of line changes
  const sections = [];
  for (const row of set.rows) {
    // one printed line may stand for several cases: it is shown once, with an example of each
    const before = sections.at(-1)?.[1].at(-1);
    if (before && before.ref === row.ref && before.name === row.name) {
      before.cases.push(row);
      continue;
    }
    if (sections.at(-1)?.[0] !== row.section) sections.push([row.section, []]);
    sections.at(-1)[1].push({ ref: row.ref, name: row.name, worth: row.worth, cases: [row] });
  }
  return h("section", { class: "card", id: "table" },
    h("h2", {}, set.title),
    h("p", { class: "soft" }, t(set.chows ? "rules.shapeChows" : "rules.shape", { n: set.tiles_in_hand })),
    sections.map(([section, rows]) => [
      h("h3", { class: "section" }, t(`section.${section}`)),
      h("table", {},
        h("thead", { class: "sr" }, h("tr", {}, h("th", { scope: "col" }, t("rules.line")), h("th", { scope: "col" }, t("rules.worth")))),
        h("tbody", {}, rows.map((row) => h("tr", { class: "rule-row", data: { line: row.cases.map((each) => each.line).join(" ") } },
          h("td", {}, h("div", {}, row.name), examples(row.cases)),
          h("td", { class: "num" }, h("strong", {}, row.worth)))))),
    ]));
}

function questions(set) {
  const label = (option) =>
    option.choices?.find((c) => JSON.stringify(c.value) === JSON.stringify(option.default))?.label ?? String(option.default);
  return h("section", { class: "card", id: "questions" },
    h("h2", {}, t("rules.open")),
    h("p", { class: "soft" }, t("rules.openLead")),
    set.options.length ? null : h("p", {}, t("rules.noneOpen")),
    set.options.map((option) => h("details", {},
      h("summary", {}, h("span", {}, option.question, " ", h("span", { class: "tag" }, label(option)))),
      h("div", { class: "stack indent" },
        option.choices?.length ? h("p", { class: "small" }, t("rules.choices", { list: option.choices.map((c) => c.label).join(" · ") })) : null,
        h("p", { class: "small soft" }, option.evidence)))));
}

async function calculator(set) {
  const rack = new Rack();
  const bench = new Bench(rack, { photo: false });
  rack.blank();
  const box = h("section", { id: "calculator" }, h("h2", {}, t("calc.title")), h("p", { class: "soft" }, t("calc.lead")), bench.box);
  await bench.start(set.name);
  return box;
}

try {
  const sets = await ruleSets();
  const asked = location.pathname.split("/")[2] ?? kept("rules", "goulash");
  const set = sets.find((s) => s.name === asked) ?? sets[0];
  place.replaceChildren(tabs(sets, set), h("p", { class: "row" },
    h("a", { class: "btn slim", href: "#calculator" }, t("calc.title")),
    h("a", { class: "btn slim", href: "#questions" }, t("rules.open")),
    h("a", { class: "btn slim", href: `/practice/${set.name}` }, t("nav.practice"))),
  h("div", { class: "cols" }, table(set), questions(set)), await calculator(set));
  if (location.hash) document.querySelector(location.hash)?.scrollIntoView();
} catch (failure) {
  problem(failure.message);
}
