// Photos given for learning: export in one click, take one back for good.
import { get, remove } from "./api.js";
import { t } from "./dom.js";

const $ = (id) => document.getElementById(id);

async function show() {
  try {
    const { labels } = await get("/labels");
    $("count").textContent = labels.length ? t("labels.count", { photos: labels.length, tiles: labels.reduce((n, one) => n + one.tiles, 0) }) : t("labels.none");
    $("export").hidden = labels.length === 0;
    $("labels").replaceChildren(...labels.map(card));
  } catch (failure) {
    $("problem").textContent = failure.message;
  }
}

function card({ photo, tiles }) {
  const figure = document.createElement("figure");
  const picture = Object.assign(new Image(), { src: `/api/photos/${photo}?width=480`, alt: t("labels.photo", { photo, tiles }), loading: "lazy" });
  const button = Object.assign(document.createElement("button"), { type: "button", className: "btn slim", textContent: t("labels.delete") });
  let asked = false;
  button.addEventListener("click", async () => {
    if (!asked) { // once to ask, once to do
      asked = true;
      button.textContent = t("labels.really");
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
