// Photos given for learning: export in one click, take one back for good.
import { get, remove } from "./api.js";

const $ = (id) => document.getElementById(id);

async function show() {
  try {
    const { labels } = await get("/labels");
    $("count").textContent = labels.length ? `${labels.length} photos, ${labels.reduce((n, one) => n + one.tiles, 0)} tiles` : "No photo has been given yet.";
    $("export").hidden = labels.length === 0;
    $("labels").replaceChildren(...labels.map(card));
  } catch (failure) {
    $("problem").textContent = failure.message;
  }
}

function card({ photo, tiles }) {
  const figure = document.createElement("figure");
  const picture = Object.assign(new Image(), { src: `/api/photos/${photo}`, alt: `Photo ${photo}, ${tiles} tiles`, loading: "lazy" });
  const button = Object.assign(document.createElement("button"), { type: "button", className: "btn slim", textContent: "Delete for good" });
  let asked = false;
  button.addEventListener("click", async () => {
    if (!asked) { // once to ask, once to do
      asked = true;
      button.textContent = "Really delete?";
      return;
    }
    try {
      await remove(`/labels/${photo}`);
      await show();
    } catch (failure) {
      $("problem").textContent = failure.message;
    }
  });
  figure.append(picture, button);
  return figure;
}

$("format").addEventListener("change", (event) => {
  $("export").href = `/api/labels/export?format=${event.target.value}`;
});
await show();
