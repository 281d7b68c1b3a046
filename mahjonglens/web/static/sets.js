// Tiles that lie together become sets. No page in here.

const KONGS = ["kong", "concealed_kong"];

/** A kong of which three tiles are seen: the fourth lies under them. */
export const hides = (kind, codes) =>
  KONGS.includes(kind) && codes.length === 3 && /^[BCDW]/.test(codes[0]) && codes.every((code) => code === codes[0]);

/** The set these tiles make, as `score` wants it. */
export function describe(tiles, kind) {
  const same = tiles.every((code) => code === tiles[0]);
  const type = !same ? "chow" : tiles.length === 4 || hides(kind, tiles) ? "kong" : "pung";
  const hidden = kind === "concealed_kong" && type === "kong";
  const codes = type === "kong" ? Array(4).fill(tiles[0]) : tiles;
  return { type, tiles: codes, state: hidden ? "concealed" : "exposed" };
}

/** Exposed tiles that lie together may be several sets: cut them into threes and fours. A
 * concealed kong shows two backs, which stand for its face. */
export function split(codes) {
  const faces = codes.filter((code) => code !== "X");
  if (codes.length <= 4 && faces.length) {
    return [faces.length < codes.length ? codes.map(() => faces[0]) : [...codes].sort()];
  }
  const sorted = [...faces].sort();
  const sets = [];
  while (sorted.length) {
    const first = sorted[0];
    const same = sorted.filter((code) => code === first).length;
    const run = [0, 1, 2].map((step) => first[0] + (Number(first[1]) + step));
    let set;
    if (same === 4) set = [first, first, first, first];
    else if (same === 3) set = [first, first, first];
    else if (/^[BCD]\d$/.test(first) && run.every((code) => sorted.includes(code))) set = run;
    else set = sorted.slice(0, 3);
    for (const code of set) sorted.splice(sorted.indexOf(code), 1);
    sets.push(set);
  }
  return sets;
}

/** A row of codes as it falls into sets: equal tiles, runs, and what stands alone. */
export function apart(codes) {
  const sets = [];
  for (let i = 0; i < codes.length;) {
    let end = i + 1;
    while (end < codes.length && end < i + 4 && codes[end] === codes[i]) end += 1;
    const [suit, rank] = codes[i];
    if (end === i + 1 && "BCD".includes(suit) && codes[i + 1] === suit + (Number(rank) + 1)
      && codes[i + 2] === suit + (Number(rank) + 2)) end = i + 3;
    sets.push(codes.slice(i, end));
    i = end;
  }
  return sets;
}
