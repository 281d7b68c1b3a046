// A confirmed rack on its way from one page of this tab to another.
const KEY = "mahjonglens.handover";

/** Leave the rack for the page of game `id` and go there. */
export function handOver(id, rack) {
  sessionStorage.setItem(KEY, JSON.stringify({ ...rack.model.document(), photo: rack.photo }));
  location.assign(`/game/${id}#hand`);
}

/** The rack left here, once: a `read` document with its photo's number, or null. */
export function takeOver() {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return text ? JSON.parse(text) : null;
}
