// @ts-check
// The chances of White over a game, as a picture that can be clicked.

import { h, svg } from "../dom.js";
import { t } from "../i18n.js";
import { numberText } from "../sentences.js";
import { scoreText } from "./scores.js";

const WIDTH = 600;
const HEIGHT = 120;

/** @typedef {Pick<ReviewView, "white" | "moves">} Course */

/**
 * The curve; `points` are White's chances, from 0 to 100.
 *
 * @param {number[]} points
 * @param {number} ply
 */
function picture(points, ply) {
  const step = WIDTH / Math.max(1, points.length - 1);
  const line = points.map((white, place) => {
    const height = HEIGHT * (1 - white / 100);
    return `${(place * step).toFixed(1)},${height.toFixed(1)}`;
  });
  const area = `0,${HEIGHT} ${line.join(" ")} ${WIDTH},${HEIGHT}`;
  const [middle, here] = [HEIGHT / 2, ply * step];
  const view = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none" };
  return svg(
    "svg",
    { ...view, "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "graph-black", width: WIDTH, height: HEIGHT }),
    svg("polygon", { class: "graph-white", points: area }),
    svg("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: middle, y2: middle }),
    svg("line", { class: "graph-here", x1: here, x2: here, y1: 0, y2: HEIGHT }),
  );
}

/**
 * A dot for each error. Dots are no part of the picture, which is stretched.
 *
 * @param {JudgedView[]} moves
 */
function dots(moves) {
  return moves.map(({ judgement, white }, index) => {
    if (judgement !== "mistake" && judgement !== "blunder") return undefined;
    const dot = h("span", { class: `graph-dot ${judgement}` });
    dot.style.left = `${(100 * (index + 1)) / moves.length}%`;
    dot.style.top = `${100 - white}%`;
    return dot;
  });
}

/**
 * @param {Course} course
 * @param {number} place
 */
function spoken({ moves }, place) {
  if (place === 0) return t("graph.start");
  const { line, move, score } = moves[place - 1];
  const { number, text } = line[0] ?? { number: "", text: move.text };
  return t("graph.at", { move: `${numberText(number)} ${text}`, score: scoreText(score) });
}

/**
 * The graph as a slider; `onPick(ply)` goes to a move (0 is the start).
 *
 * @param {Course} course
 * @param {number} ply
 * @param {(ply: number) => void} onPick
 */
export function graph(course, ply, onPick) {
  const last = course.moves.length;
  const bounded = (/** @type {number} */ place) => Math.min(Math.max(place, 0), last);
  const under = (/** @type {MouseEvent} */ event) => {
    const box = element.getBoundingClientRect();
    return bounded(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  /** @type {Record<string, number>} */
  const steps = {
    ArrowLeft: ply - 1,
    ArrowDown: ply - 1,
    ArrowRight: ply + 1,
    ArrowUp: ply + 1,
    Home: 0,
    End: last,
  };
  const attributes = {
    class: "graph",
    role: "slider",
    tabIndex: 0,
    "aria-label": t("graph.label"),
    "aria-valuemin": "0",
    "aria-valuemax": String(last),
    "aria-valuenow": String(ply),
    "aria-valuetext": spoken(course, ply),
    onclick: (/** @type {MouseEvent} */ event) => onPick(under(event)),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (!(event.key in steps)) return;
      event.preventDefault();
      onPick(bounded(steps[event.key]));
    },
    onpointermove: (/** @type {MouseEvent} */ event) => {
      element.title = spoken(course, under(event));
    },
  };
  const points = [course.white, ...course.moves.map((move) => move.white)];
  const element = h("div", attributes, picture(points, ply), dots(course.moves));
  return element;
}
