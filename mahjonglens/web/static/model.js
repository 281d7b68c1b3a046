// What the player confirms: tiles in groups, with what the reader said of each. No page in here.

import { documentOf, handOf, named } from "./record.js";
import { hides } from "./sets.js";

export const KINDS = ["concealed", "exposed", "kong", "concealed_kong", "bonus", "other"];
const APART = ["bonus", "other"]; // lie in no sets: one group of each will do
export const isBonus = (code) => /^[FSA]\d$/.test(code);

export class Model extends EventTarget {
  constructor() {
    super();
    this.tiles = new Map(); // id -> {id, code, quad, confidence, alternatives, doubt, was, added}
    this.groups = []; // {id, kind, tiles: [id]}
    this.winning = null; // id of a tile
    this.size = null; // [width, height] of the photo
    this.next = 1;
    this.past = [];
    this.proposals = null; // what it may be instead: {changes: [{id, code}], odds, why}; null: nobody was asked
  }

  /** From a `read` document of the machine contract. */
  static read(doc) {
    const model = new Model();
    model.size = [doc.width, doc.height];
    model.file = doc.file;
    const doubts = new Map((doc.doubts ?? []).map((d) => [d.tile, d.why]));
    const ids = doc.tiles.map((tile, i) => model.#tile(tile.code, {
      quad: tile.quad, confidence: tile.confidence, alternatives: tile.alternatives ?? [],
      doubt: doubts.get(i) ?? null, was: tile.code,
    }));
    for (const group of doc.groups ?? []) {
      const tiles = group.tiles.map((i) => ids[i]);
      if (group.kind === "winning_tile") {
        model.winning = tiles[0] ?? null;
        model.#concealed().tiles.push(...tiles);
      } else if (group.kind === "concealed") model.#concealed().tiles.push(...tiles);
      else if (APART.includes(group.kind)) tiles.forEach((id) => model.#place(id, group.kind));
      else model.groups.push({ id: model.next++, kind: group.kind, tiles });
    }
    const placed = new Set(model.groups.flatMap((g) => g.tiles));
    const loose = ids.filter((id) => !placed.has(id));
    if (loose.length) model.#concealed().tiles.push(...loose);
    model.#tidy();
    if (doc.proposals) model.proposals = named(doc.proposals, ids);
    return model;
  }

  /** From a hand in the input format of `score`, for practice and the calculator. */
  static hand(hand, flowers = []) {
    const model = new Model();
    const put = (kind, codes) => codes.length && model.groups.push({
      id: model.next++, kind, tiles: codes.map((code) => model.#tile(code, { was: code })),
    });
    if (hand.concealed_tiles.length) put("concealed", hand.concealed_tiles);
    else model.#concealed(); // a place for the first tile
    for (const set of hand.declared) {
      const kong = set.type === "kong";
      put(kong ? (set.state === "concealed" ? "concealed_kong" : "kong") : "exposed", set.tiles);
    }
    put("bonus", flowers);
    const ids = model.groups.find((g) => g.kind === "concealed")?.tiles ?? [];
    model.winning = ids.find((id) => model.tiles.get(id).code === hand.winning_tile) ?? null;
    return model;
  }

  #tile(code, more = {}) {
    const id = this.next++;
    const tile = { id, code, quad: null, confidence: 1, alternatives: [], doubt: null, was: null, ...more };
    this.tiles.set(id, tile);
    return id;
  }

  #concealed() {
    let group = this.groups.find((g) => g.kind === "concealed");
    if (!group) {
      group = { id: this.next++, kind: "concealed", tiles: [] };
      this.groups.unshift(group);
    }
    return group;
  }

  #tidy() {
    this.groups = this.groups.filter((g) => g.tiles.length || g.kind === "concealed");
    const order = (g) => KINDS.indexOf(g.kind === "kong" || g.kind === "concealed_kong" ? "exposed" : g.kind);
    this.groups.sort((a, b) => order(a) - order(b));
    if (this.winning !== null && !this.tiles.has(this.winning)) this.winning = null;
  }

  #change(edit) {
    this.past.push({
      tiles: new Map([...this.tiles].map(([id, tile]) => [id, { ...tile }])),
      groups: this.groups.map((g) => ({ ...g, tiles: [...g.tiles] })),
      winning: this.winning,
    });
    edit();
    this.#tidy();
    this.dispatchEvent(new Event("change"));
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    Object.assign(this, before);
    this.dispatchEvent(new Event("change"));
  }

  /** Is there the one group that tiles of this kind lie in? */
  hasOne(kind) {
    return APART.includes(kind) && this.groups.some((g) => g.kind === kind);
  }

  groupOf(id) {
    return this.groups.find((g) => g.tiles.includes(id));
  }

  get(id) {
    return this.tiles.get(id);
  }

  get doubts() {
    return this.order.filter((id) => this.tiles.get(id).doubt);
  }

  /** The group of tile `id` where it is a kong of which three tiles are seen, else null. */
  hiding(id) {
    const group = this.groupOf(id);
    return group && hides(group.kind, this.#codes(group)) ? group : null;
  }

  /** Is there a fourth tile under the three? Yes: it is added. No: they are a pung. */
  fourth(id, there) {
    const group = this.hiding(id);
    if (group) this.#change(() => (there ? this.#whole(group) : this.#settle(group, "exposed")));
  }

  #codes(group) {
    return group.tiles.map((id) => this.tiles.get(id).code);
  }

  #whole(group) {
    this.#settle(group, group.kind);
    group.tiles.push(this.#tile(this.#codes(group)[0], { added: true, checked: true }));
  }

  #settle(group, kind) {
    group.kind = kind;
    for (const id of group.tiles) Object.assign(this.tiles.get(id), { doubt: null, checked: true });
  }

  /** The tile is `code`: settles a doubt. */
  name(id, code) {
    this.#change(() => {
      const tile = this.tiles.get(id);
      const moved = isBonus(code) !== isBonus(tile.code) && tile.code !== "X";
      tile.code = code;
      tile.doubt = null;
      tile.checked = true;
      if (moved || isBonus(code)) this.#place(id, isBonus(code) ? "bonus" : "concealed");
    });
  }

  /** A proposal is taken: its tiles are what it says, and stay where they lie. */
  take({ changes }) {
    this.#change(() => {
      for (const { id, code } of changes) Object.assign(this.tiles.get(id), { code, doubt: null, checked: true });
    });
  }

  /** All these tiles are what they were read as. */
  agree(ids) {
    this.#change(() => {
      for (const id of ids) {
        Object.assign(this.tiles.get(id), { doubt: null, checked: true });
        const group = this.hiding(id);
        if (group) this.#whole(group);
      }
    });
  }

  #place(id, kind) {
    const from = this.groupOf(id);
    if (from?.kind === kind || from?.kind === "other") return;
    if (from) from.tiles = from.tiles.filter((other) => other !== id);
    let to = this.groups.find((g) => g.kind === kind);
    if (!to) this.groups.push((to = { id: this.next++, kind, tiles: [] }));
    to.tiles.push(id);
  }

  add(groupId, code) {
    this.#change(() => {
      const id = this.#tile(code, { added: true, checked: true });
      const group = this.groups.find((g) => g.id === groupId);
      if (group && isBonus(code) === (group.kind === "bonus")) group.tiles.push(id);
      else this.#place(id, isBonus(code) ? "bonus" : "concealed");
    });
  }

  remove(id) {
    this.#change(() => {
      for (const group of this.groups) group.tiles = group.tiles.filter((other) => other !== id);
      this.tiles.delete(id);
    });
  }

  /** Move a tile to a group; `target` is a group's id or {kind} for a new one. */
  move(id, target) {
    this.#change(() => {
      for (const group of this.groups) group.tiles = group.tiles.filter((other) => other !== id);
      if (typeof target === "object") {
        this.groups.push({ id: this.next++, kind: target.kind, tiles: [id] });
      } else this.groups.find((g) => g.id === target)?.tiles.push(id);
    });
  }

  kind(groupId, kind) {
    this.#change(() => {
      const group = this.groups.find((g) => g.id === groupId);
      if (kind === "concealed") {
        this.groups = this.groups.filter((g) => g !== group);
        this.#concealed().tiles.push(...group.tiles);
      } else {
        group.kind = kind;
        if (this.hiding(group.tiles[0])) this.#whole(group);
      }
    });
  }

  addSet(kind, codes) {
    this.#change(() => {
      const tiles = codes.map((code) => this.#tile(code, { added: true, checked: true }));
      if (kind === "concealed") this.#concealed().tiles.push(...tiles);
      else this.groups.push({ id: this.next++, kind, tiles });
    });
  }

  win(id) {
    this.#change(() => {
      this.winning = this.winning === id ? null : id;
    });
  }

  /** Codes of the tiles that belong to the hand, bonus tiles left out; with the fourth of a kong
   * that nobody sees. */
  get playing() {
    return this.groups.filter((g) => g.kind !== "bonus" && g.kind !== "other").flatMap((g) => {
      const codes = this.#codes(g);
      return hides(g.kind, codes) ? [...codes, codes[0]] : codes;
    });
  }

  /** Ids of tiles in the hand whose face nobody has said; a concealed kong may show backs. */
  get unknown() {
    return this.groups.filter((g) => g.kind !== "other").flatMap((g) => {
      const codes = g.tiles.map((id) => this.tiles.get(id).code);
      const kong = g.kind === "concealed_kong" && codes.some((code) => code !== "X" && code !== "?");
      return g.tiles.filter((_, i) => codes[i] === "?" || (codes[i] === "X" && !kong));
    });
  }

  /** What the tiles alone say about the win. */
  get facts() {
    const kongs = this.hand().declared.filter((set) => set.type === "kong").length;
    return { kongs, kong: kongs > 0, replaced: kongs > 0 || this.flowers.length > 0 };
  }

  get flowers() {
    return this.groups.filter((g) => g.kind === "bonus")
      .flatMap((g) => g.tiles).map((id) => this.tiles.get(id).code);
  }

  /** Ids of all tiles as the page shows them, group by group. */
  get order() {
    return this.groups.flatMap((g) => g.tiles);
  }

  /** The hand in the input format of `score`. */
  hand() {
    return handOf(this);
  }

  /** The `read` document as corrected. */
  document() {
    return documentOf(this);
  }
}

/** Ids of the model's tiles that show `codes`, a line's tiles. `used` is not taken twice. */
export function find(model, codes, used = new Set()) {
  const found = [];
  const order = model.groups.filter((g) => g.kind !== "other").flatMap((g) => g.tiles);
  for (const code of codes) {
    const id = order.find((i) => !used.has(i) && model.get(i).code === code);
    if (id !== undefined) {
      used.add(id);
      found.push(id);
    }
  }
  return found;
}
