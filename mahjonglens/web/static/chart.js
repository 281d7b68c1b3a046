// Running totals as lines, drawn in SVG; the table beside it says the same in numbers.
import { svg, t, number } from "./dom.js";

const HIGH = 260;
const EDGE = { left: 54, right: 84, top: 14, bottom: 28 };

/** `series`: one array of totals for each entry, beginning with the start; four players. */
export function chart(players, series) {
  const WIDE = innerWidth < 600 ? 380 : 600; // about the px it will have, so that text stays 12 px
  const all = series.flat();
  const [low, high, step] = scale(Math.min(0, ...all), Math.max(0, ...all));
  const x = (i) => EDGE.left + (i * (WIDE - EDGE.left - EDGE.right)) / Math.max(1, series.length - 1);
  const y = (v) => EDGE.top + ((high - v) * (HIGH - EDGE.top - EDGE.bottom)) / (high - low);
  const last = series.at(-1);
  const picture = svg("svg", {
    class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img",
    "aria-label": t("chart.label", { totals: players.map((p, i) => `${p} ${number(last[i])}`).join(", ") }),
  });
  for (let v = low; v <= high + step / 2; v += step) {
    picture.append(
      svg("line", { x1: EDGE.left, x2: WIDE - EDGE.right, y1: y(v), y2: y(v), class: v === 0 ? "zero" : "gridline" }),
      svg("text", { x: EDGE.left - 8, y: y(v) + 4, "text-anchor": "end" }, number(v)));
  }
  const every = Math.ceil(series.length / 10);
  series.forEach((_, i) => {
    if (i % every === 0) picture.append(svg("text", { x: x(i), y: HIGH - 8, "text-anchor": "middle" }, String(i)));
  });
  const names = spread(last.map((v) => y(v)), 14, EDGE.top + 4, HIGH - EDGE.bottom);
  players.forEach((player, p) => {
    picture.append(
      svg("polyline", { class: `p${p}`, points: series.map((totals, i) => `${x(i)},${y(totals[p])}`).join(" ") }),
      ...series.map((totals, i) => svg("circle", { class: `p${p}`, cx: x(i), cy: y(totals[p]), r: series.length > 30 ? 2 : 4 })),
      svg("text", { class: `p${p}`, x: WIDE - EDGE.right + 10, y: names[p] + 4 }, player.length > 11 ? `${player.slice(0, 10)}…` : player));
  });
  return picture;
}

/** Round limits and a round step that hold the values. */
function scale(low, high) {
  const span = Math.max(high - low, 10);
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => s >= rough);
  return [Math.floor(low / step) * step, Math.max(Math.ceil(high / step) * step, step), step];
}

/** Heights at least `gap` apart, in the same order, within the limits where they fit. */
function spread(heights, gap, low, high) {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b]);
  const out = [...heights];
  for (let i = 1; i < order.length; i++) {
    out[order[i]] = Math.max(out[order[i]], out[order[i - 1]] + gap);
  }
  const over = Math.max(0, out[order.at(-1)] - high);
  if (over) {
    out[order.at(-1)] = high;
    for (let i = order.length - 2; i >= 0; i--) {
      out[order[i]] = Math.max(low, Math.min(out[order[i]], out[order[i + 1]] - gap));
    }
  }
  return out;
}
