// Quads on a photo under review: four corners [x, y] in px, TL TR BR BL. No page in here.

/** Moved by (dx, dy); with `corner` only that one. */
export const moved = (quad, dx, dy, corner = null) =>
  quad.map(([x, y], i) => (corner === null || corner === i ? [x + dx, y + dy] : [x, y]));

/** A quarter turn: what was on the right is the top. */
export const turned = (quad) => [...quad.slice(1), quad[0]];

/** In the middle of a photo, upright, as large as the quad `like` where there is one. */
export function fresh({ width, height }, like) {
  const side = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1]);
  const w = like ? side(like[0], like[1]) : width / 12;
  const h = like ? side(like[0], like[3]) : width / 9;
  const [x, y] = [width / 2, height / 2];
  return [[x - w / 2, y - h / 2], [x + w / 2, y - h / 2], [x + w / 2, y + h / 2], [x - w / 2, y + h / 2]];
}
