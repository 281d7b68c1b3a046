// The contact sheet: all tiles of one face, those that stand out first.
import { $, h, t } from "./dom.js";
import { titleOf } from "./tiles.js";

export function contact(face, cells) {
  $("sheet").hidden = false;
  $("sheet-face").value = face;
  history.replaceState(null, "", `/review/sheet/${encodeURIComponent(face)}`);
  $("cells").replaceChildren(...cells.map((cell) => h("a", {
    href: `/review/${cell.photo}?tile=${cell.tile}`, class: cell.stands_out ? "odd" : null,
    title: t("review.odd", cell),
  }, h("img", {
    src: `/api/review/photos/${cell.photo}/tiles/${cell.tile}`, loading: "lazy",
    alt: t(cell.stands_out ? "review.oddCell" : "review.cell", { face: titleOf(face), photo: cell.photo }),
  }))));
}
