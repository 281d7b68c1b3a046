// Guided capture: shows what to lay out next and sends the photo that the phone takes of it.
import { get } from "./api.js";
import { t } from "./dom.js";
import { nameOf, picture } from "./tiles.js";

const $ = (id) => document.getElementById(id);
const state = { wishes: [], at: 0 };

async function attempt(action) {
  $("problem").textContent = "";
  try { await action(); } catch (failure) { $("problem").textContent = failure.message; }
}

function show() {
  const wish = state.wishes[state.at];
  $("faces").replaceChildren(...wish.faces.map((face) => picture(face)));
  $("names").textContent = wish.faces.map(nameOf).join(", ");
  $("how").textContent = t("capture.how", { manner: wish.manner, light: wish.light });
}

async function load() {
  const { wishes, photos } = await get("/review/wishes");
  Object.assign(state, { wishes, at: 0 });
  $("taken").textContent = t("capture.count", { photos });
  show();
}

async function send(file) {
  const about = new URLSearchParams({ wish: state.wishes[state.at].layout, tileset: $("tileset").value.trim() });
  $("taken").textContent = t("capture.sending");
  const answer = await fetch(`/api/review/shots?${about}`, { method: "POST", body: file, headers: { "Content-Type": file.type || "image/jpeg" } });
  const data = await answer.json().catch(() => ({ error: t("error.status", { status: answer.status }) }));
  $("taken").textContent = "";
  if (!answer.ok) throw new Error(t("capture.again", { why: data.error }));
  await load();
}

$("shot").addEventListener("change", (event) => attempt(async () => {
  const [file] = event.target.files;
  if (!file) return;
  try { await send(file); } finally { event.target.value = ""; } // the same file may be sent again
}));
$("skip").addEventListener("click", () => {
  state.at = (state.at + 1) % state.wishes.length;
  show();
});
await attempt(load);
