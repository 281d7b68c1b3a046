// Between a model and the server: the hand to score, the reading as corrected, what it may be
// instead. No page in here.
import { describe, split } from "./sets.js";

const SETS = ["exposed", "kong", "concealed_kong"];

/** The hand in the input format of `score`. A set that the winning tile completed counts as held
 * in hand: only sets declared before the win are declared. */
export function handOf(model) {
  const declared = [];
  const concealed = [];
  for (const group of model.groups) {
    const codes = group.tiles.map((id) => model.get(id).code);
    if (group.kind === "concealed" || (SETS.includes(group.kind) && group.tiles.includes(model.winning))) {
      concealed.push(...codes);
    } else if (SETS.includes(group.kind)) {
      for (const tiles of split(codes)) declared.push(describe(tiles, group.kind));
    }
  }
  return {
    declared, concealed_tiles: concealed,
    winning_tile: model.winning === null ? null : model.get(model.winning).code,
  };
}

/** The `read` document as corrected; tiles the player added have no quad. Its tiles stand in the
 * order of `model.order`; `winning` is the id of the tile that completed the hand, or null. */
export function documentOf(model, winning = model.winning) {
  const ids = model.order;
  const place = new Map(ids.map((id, i) => [id, i]));
  const groups = model.groups.filter((g) => g.tiles.length).map((g) => ({
    kind: g.kind, tiles: g.tiles.filter((id) => id !== winning).map((id) => place.get(id)),
  })).filter((g) => g.tiles.length);
  if (winning !== null) groups.push({ kind: "winning_tile", tiles: [place.get(winning)] });
  const where = new Map(groups.flatMap((g, i) => g.tiles.map((tile) => [tile, i])));
  return {
    file: model.file ?? "", width: model.size?.[0] ?? 0, height: model.size?.[1] ?? 0,
    tiles: ids.map((id, i) => {
      const tile = model.get(id);
      return {
        code: tile.code, confidence: tile.checked ? 1 : tile.confidence, quad: tile.quad,
        alternatives: tile.alternatives, group: where.get(i),
        in_hand: groups[where.get(i)].kind !== "other",
      };
    }),
    groups,
    doubts: model.doubts.map((id) => ({ tile: place.get(id), why: model.get(id).doubt })),
  };
}

/** Proposals of the server, whose tiles are numbered, with the tiles' `ids`. */
export const named = (proposals, ids) => proposals.map(({ changes, odds, why }) => ({
  changes: changes.map(({ tile, face }) => ({ id: ids[tile], code: face })), odds, why,
}));
