// Reviewing labels: quads on the photo, doubtful first, corners to drag, faces by keyboard.
import { $, h, svg, t } from "./dom.js";
import { contact } from "./contact.js";
import { fresh, moved, turned } from "./quads.js";
import { nameOf, picture, titleOf } from "./tiles.js";

const ONE = /^([BCD][1-9]|W[ESWN]|D[RGW]|[FSA][1-4]|X)$/;
const SURE = 0.9; // from here on a guess is no doubt

const state = { photo: null, tiles: [], chosen: -1, typed: "", later: [], changed: false, drag: null, theirs: null };

async function call(method, path, body) {
  const answer = await fetch(`/api/review${path}`, {
    method,
    headers: body ? { "Content-Type": "application/json" } : {},
    body: body && JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({ error: t("error.status", { status: answer.status }) }));
  if (!answer.ok) throw Object.assign(new Error(data.error), { status: answer.status, current: data.current });
  return data;
}

function say(text) { $("problem").textContent = text ?? ""; }

function who() {
  const name = $("who").value.trim() || "somebody";
  try { localStorage.setItem("review-name", name); } catch { /* private mode keeps nothing */ }
  return name;
}

// -- photos ------------------------------------------------------------------------------------

async function open(id) {
  const photo = await call("GET", `/photos/${id}`);
  show(photo);
  history.replaceState(null, "", `/review/${id}`);
}

function show(photo, keep) {
  state.photo = photo;
  state.tiles = keep ?? photo.tiles;
  state.changed = Boolean(keep);
  state.theirs = null;
  $("conflict").hidden = true;
  $("work").hidden = false;
  $("photo").src = `/api/review/photos/${photo.id}/image`;
  $("quads").setAttribute("viewBox", `0 0 ${photo.width} ${photo.height}`);
  $("name").textContent = photo.file;
  choose(order()[0] ?? -1);
}

async function next() {
  const skip = state.later.map((id) => `&skip=${id}`).join("");
  const { id } = await call("GET", `/next?who=${encodeURIComponent(who())}${skip}`);
  if (id === null) {
    $("work").hidden = true;
    say(t("review.done"));
    return;
  }
  await open(id);
}

async function counts() {
  const { counts: found, name, faces } = await call("GET", "/photos?limit=1");
  $("counts").textContent = `${name}: ${Object.entries(found).map(([k, n]) => `${n} ${t(`status.${k}`)}`).join(", ")}`;
  if (!$("faces").children.length) {
    for (const face of faces) {
      $("faces").append(new Option(titleOf(face), face));
      $("sheet-face").append(new Option(titleOf(face), face));
    }
  }
}

async function save(over) {
  const { photo } = state;
  const tiles = state.tiles.map((tile) => ({ ...tile, confidence: null })); // a person has seen them all
  try {
    await call("PUT", `/photos/${photo.id}`, { revision: over ?? photo.revision, who: who(), status: "labelled", tiles });
  } catch (failure) {
    if (failure.status !== 409) throw failure;
    state.theirs = failure.current;
    $("conflict-text").textContent = t("review.overwritten");
    $("conflict").hidden = false;
    return;
  }
  state.changed = false;
  await counts();
  await next();
}

async function undo() {
  if (state.changed) { await open(state.photo.id); return; } // what was not saved is dropped first
  show(await call("POST", `/photos/${state.photo.id}/undo`, { revision: state.photo.revision, who: who() }));
}

// -- tiles -------------------------------------------------------------------------------------

/** Tiles, the doubtful first. */
function order() {
  return state.tiles.map((_, i) => i).sort((a, b) => (state.tiles[a].confidence ?? 1) - (state.tiles[b].confidence ?? 1));
}

function described(tile, index) {
  const text = t("review.tile", { n: index + 1, all: state.tiles.length, face: tile.face });
  return tile.confidence === null ? text : t("review.sure", { text, percent: Math.round(tile.confidence * 100) });
}

function choose(index) {
  state.chosen = index;
  state.typed = "";
  draw();
  const tile = state.tiles[index];
  $("current").replaceChildren(...(tile ? shown(tile.face, described(tile, index), true) : [t("review.noTile")]));
  $("face").value = tile?.face ?? "";
  $("guesses").replaceChildren(...(tile?.alternatives ?? []).map(([face, p]) => {
    const sure = `${Math.round(p * 100)} %`;
    return h("button", { class: "btn", type: "button", title: titleOf(face), onclick: () => name(face) }, shown(face, `${face} ${sure}`));
  }));
}

/** A text with the picture of its tile, where there is such a tile, and if wanted its name. */
function shown(face, text, named = false) {
  if (!ONE.test(face) && face !== "?") return [text];
  const name = named ? [h("br"), h("span", { class: "small soft" }, nameOf(face))] : null;
  return [picture(face, { mini: true, quiet: true }), h("span", {}, text, name)];
}

function step(by) {
  const all = order();
  if (all.length) choose(all[(all.indexOf(state.chosen) + by + all.length) % all.length]);
}

function change(tile) {
  state.tiles = state.tiles.map((old, i) => (i === state.chosen ? { ...old, ...tile } : old));
  state.changed = true;
}

function name(face) {
  if (state.chosen < 0) return;
  change({ face, confidence: null });
  step(1);
}

function turn() {
  const tile = state.tiles[state.chosen];
  if (!tile) return;
  change({ quad: turned(tile.quad), confidence: tile.confidence });
  draw();
}

function drop() {
  if (state.chosen < 0) return;
  state.tiles = state.tiles.filter((_, i) => i !== state.chosen);
  state.changed = true;
  choose(order()[0] ?? -1);
}

function add() {
  const quad = fresh(state.photo, state.tiles[0]?.quad);
  state.tiles = [...state.tiles, { face: "?", quad, confidence: null, alternatives: [] }];
  state.changed = true;
  choose(state.tiles.length - 1);
}

function draw() {
  const unit = (state.photo?.width ?? 640) / 90;
  const { photo } = state;
  const kept = photo ? t(`status.${photo.status}`) : "";
  $("state").textContent = state.changed ? t("review.unsaved", { text: kept }) : kept;
  $("quads").replaceChildren(...state.tiles.map((tile, i) => {
    const doubtful = tile.confidence !== null && tile.confidence < SURE;
    const group = svg("g", { class: `${doubtful ? "doubt" : ""} ${i === state.chosen ? "chosen" : ""}`, "data-tile": i },
      svg("polygon", { points: tile.quad.map((p) => p.join(",")).join(" ") }));
    group.append(svg("text", { x: tile.quad[0][0], y: tile.quad[0][1] - unit / 2, "font-size": unit * 2, "stroke-width": unit / 3 }, tile.face));
    if (i === state.chosen) {
      tile.quad.forEach(([x, y], corner) => group.append(svg("circle", { cx: x, cy: y, r: unit, "data-corner": corner, class: corner === 0 ? "first" : "" })));
    }
    return group;
  }));
}

function place(event) {
  const box = $("quads").getBoundingClientRect();
  return [(event.clientX - box.left) / box.width * state.photo.width, (event.clientY - box.top) / box.height * state.photo.height];
}

function grab(event) {
  const index = Number(event.target.parentNode?.dataset?.tile ?? -1);
  if (index < 0) return;
  const corner = event.target.dataset.corner;
  if (index !== state.chosen) choose(index);
  state.drag = { corner: corner === undefined ? null : Number(corner), from: place(event), quad: state.tiles[index].quad, moved: false };
  $("quads").setPointerCapture(event.pointerId);
  event.preventDefault();
}

function pull(event) {
  const { drag } = state;
  if (!drag) return;
  const at = place(event);
  const [dx, dy] = [at[0] - drag.from[0], at[1] - drag.from[1]];
  if (!drag.moved && Math.hypot(dx, dy) < state.photo.width / 400) return; // a click is no drag
  drag.moved = true;
  change({ quad: moved(drag.quad, dx, dy, drag.corner) });
  draw();
}

function nudge(dx, dy) {
  const tile = state.tiles[state.chosen];
  if (!tile) return;
  const unit = state.photo.width / 800;
  change({ quad: moved(tile.quad, dx * unit, dy * unit) });
  draw();
}

// -- keys --------------------------------------------------------------------------------------

const KEYS = {
  Tab: (e) => step(e.shiftKey ? -1 : 1), Enter: () => save(), Delete: drop, Backspace: drop,
  Escape: () => $("face").focus(), ArrowLeft: () => nudge(-1, 0), ArrowRight: () => nudge(1, 0), ArrowUp: () => nudge(0, -1), ArrowDown: () => nudge(0, 1),
};
const LETTERS = { N: add, R: turn, L: later };

function later() {
  state.later.push(state.photo.id);
  return next();
}

async function key(event) {
  if (event.target.closest?.("input, select, textarea") || $("work").hidden) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    event.preventDefault();
    await attempt(undo);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const action = KEYS[event.key];
  if (action) {
    // among buttons and links both keys do what they always do; Escape leads there from the photo
    if (["Enter", "Tab"].includes(event.key) && event.target.closest?.("button, a")) return;
    event.preventDefault();
    await attempt(() => action(event));
    return;
  }
  if (event.key.length !== 1) return;
  const typed = state.typed + event.key.toUpperCase();
  if (ONE.test(typed)) {
    name(typed);
  } else if (state.typed === "" && LETTERS[typed]) {
    await attempt(LETTERS[typed]);
  } else {
    state.typed = /^[BCDWFSA]$/.test(event.key.toUpperCase()) ? event.key.toUpperCase() : "";
  }
}

async function attempt(action) {
  say();
  try { await action(); } catch (failure) { say(failure.message); }
}

// -- start -------------------------------------------------------------------------------------

async function contacts(face) {
  const { cells } = await call("GET", `/sheet/${encodeURIComponent(face)}`);
  contact(face, cells);
  if (!cells.length) say(t("review.noFace", { face: titleOf(face) }));
}

function on(id, event, action) { $(id).addEventListener(event, (e) => attempt(() => action(e))); }

on("save", "click", () => save());
on("undo", "click", undo);
on("add", "click", add);
on("turn", "click", turn);
on("drop", "click", drop);
on("later", "click", later);
on("theirs", "click", () => show(state.theirs));
on("mine", "click", () => save(state.theirs.revision));
on("face", "change", (e) => name(e.target.value.trim().toUpperCase()));
on("sheet-face", "change", (e) => contacts(e.target.value));
$("quads").addEventListener("pointerdown", grab);
$("quads").addEventListener("pointermove", pull);
$("quads").addEventListener("pointerup", () => (state.drag = null));
$("quads").addEventListener("pointercancel", () => (state.drag = null));
document.addEventListener("keydown", key);
window.addEventListener("beforeunload", (e) => { if (state.changed) e.preventDefault(); });
try { $("who").value = localStorage.getItem("review-name") ?? ""; } catch { /* private mode */ }

await attempt(async () => {
  await counts();
  const [, kind, detail] = location.pathname.slice(1).split("/");
  if (kind === "sheet") await contacts(decodeURIComponent(detail ?? "B1"));
  else if (/^\d+$/.test(kind ?? "")) {
    const tile = Number(new URLSearchParams(location.search).get("tile") ?? -1); // from a contact sheet
    await open(Number(kind));
    if (state.tiles[tile]) choose(tile);
  }
  else await next();
});
