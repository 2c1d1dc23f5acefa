// @ts-check
// Arrows on the board.

import { svg } from "../dom.js";

/** @typedef {[x: number, y: number]} Point */

/** @param {Point[]} points */
const pointText = (points) => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

const HEAD = 36;
const HALF_WIDTH = 24;

/**
 * An arrow through points, or a ring around one.
 *
 * @param {Point[]} points
 * @param {string} kind
 * @param {string} [colour]
 */
export function arrowShape(points, kind, colour = "yellow") {
  if (points.length === 1) {
    const [[cx, cy]] = points;
    return svg("circle", { class: `arrow ring in-${colour}`, cx, cy, r: 44 });
  }
  const [[px, py], [x, y]] = points.slice(-2);
  const length = Math.hypot(x - px, y - py) || 1;
  const [dx, dy] = [(x - px) / length, (y - py) / length];
  const [bx, by] = [x - dx * HEAD, y - dy * HEAD];
  const line = pointText([...points.slice(0, -1), [bx + dx * 4, by + dy * 4]]);
  const tip = pointText([
    [x, y],
    [bx - dy * HALF_WIDTH, by + dx * HALF_WIDTH],
    [bx + dy * HALF_WIDTH, by - dx * HALF_WIDTH],
  ]);
  const parts = [svg("polyline", { points: line }), svg("polygon", { points: tip })];
  return svg("g", { class: `arrow ${kind} in-${colour}` }, parts);
}
