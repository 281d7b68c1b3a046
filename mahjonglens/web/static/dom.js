// Small helpers: texts, elements, announcements, storage.
const language = document.documentElement.lang || "en";
const words = JSON.parse(document.getElementById("texts").textContent); // came with the page

/** The text of `key`, with {name} filled in from `values`. */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export const has = (key) => key in words;

/** An element: h("button", {class: "btn", onclick: f, aria: {label: "x"}}, "text", child, …). */
export function h(name, props = {}, ...children) {
  return fill(document.createElement(name), props, children);
}

/** The same for SVG; every property becomes an attribute. */
export function svg(name, props = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), props, children);
}

function fill(element, props, children) {
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "aria" || key === "data") {
      for (const [k, v] of Object.entries(value)) element.setAttribute(`${key}-${k}`, v);
    } else if (key === "value" || key === "checked" || key === "disabled" || key === "hidden") {
      element[key] = value;
    } else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

/** Replace what `box` holds; the focus stays where it was if the same control is there again.
 * Returns true where it had been inside and that control is gone. */
export function redraw(box, ...children) {
  const now = document.activeElement;
  const inside = box.contains(now);
  const place = inside ? addressOf(now) : null;
  box.replaceChildren(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  if (place) box.querySelector(place)?.focus({ preventScroll: true });
  return inside && !box.contains(document.activeElement);
}

/** A selector that finds this control again after a redraw, or null. */
export function addressOf(element) {
  const { key } = element?.dataset ?? {};
  if (key) return `[data-key="${CSS.escape(key)}"]`;
  if (element?.id) return `#${CSS.escape(element.id)}`;
  if (element?.type === "radio") return `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
  return null;
}

export const $ = (id) => document.getElementById(id);

/** Said to screen readers, seen by nobody. */
export function say(text) {
  $("say").textContent = text;
}

/** Show a problem where the page shows problems; an empty text clears it. `again` is offered. */
export function problem(text, again = null) {
  const place = $("problem");
  place.replaceChildren(text ? h("div", { class: "error" }, text, again
    ? h("div", { class: "row" }, h("button", { class: "btn slim", type: "button", id: "try-again", onclick: again }, t("error.again")))
    : null) : "");
  if (text) place.scrollIntoView({ block: "nearest" });
}

export function busy(text) {
  return h("div", { class: "busy", role: "status" }, h("span", { class: "spin" }), text);
}

const PREFIX = "mahjonglens.";
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // storage switched off or full: the page works without it
  }
}
export function kept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** A number as players write it: 6.5 stays 6.5, 1728 becomes 1,728. */
export const number = (value) =>
  Number(value).toLocaleString(language, { maximumFractionDigits: 2 }).replace("-", "−");
export const signed = (value) => (value > 0 ? "+" : "") + number(value);

/** A row of exclusive choices as a segmented control. */
export function choices(name, label, options, chosen, change) {
  return h("fieldset", {}, h("legend", {}, label), h("div", { class: "seg" },
    options.map(([value, text]) => h("label", {},
      h("input", {
        type: "radio", name, value: String(value), checked: value === chosen,
        onchange: () => change(value),
      }),
      h("span", {}, text)))));
}

export function check(label, on, change, props = {}) {
  return h("label", { class: "check" },
    h("input", { ...props, type: "checkbox", checked: on, onchange: (e) => change(e.target.checked) }),
    h("span", {}, label));
}

export function field(label, input) {
  return h("label", { class: "field" }, h("span", {}, label), input);
}

export function select(options, chosen, change, props = {}) {
  const box = h("select", { ...props, onchange: () => change(box.value) },
    options.map(([value, text]) => h("option", { value, ...(value === chosen && { selected: true }) }, text)));
  return box;
}

/** The class that colours a sum: gain, loss, or neither. */
export const tone = (sum) => (sum > 0 ? "plus" : sum < 0 ? "minus" : "");
