// Arrows on the board.

import { svg } from "./dom.js";

/** An arrow through points, or a ring around one. */
export function arrowShape(points, kind) {
  if (points.length === 1) {
    return svg("circle", { class: "arrow ring", cx: points[0][0], cy: points[0][1], r: 44 });
  }
  const [x, y] = points[points.length - 1];
  const [px, py] = points[points.length - 2];
  const length = Math.hypot(x - px, y - py) || 1;
  const [dx, dy] = [(x - px) / length, (y - py) / length];
  const head = 36;
  const [bx, by] = [x - dx * head, y - dy * head];
  const line = [...points.slice(0, -1), [bx + dx * 4, by + dy * 4]].map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ");
  const tip = [[x, y], [bx - dy * 24, by + dx * 24], [bx + dy * 24, by - dx * 24]].map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ");
  return svg("g", { class: `arrow ${kind}` }, svg("polyline", { points: line }), svg("polygon", { points: tip }));
}
