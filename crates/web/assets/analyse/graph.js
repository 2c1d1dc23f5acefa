// @ts-check
// The chances of White over a game, as a picture that can be clicked: the same as in reports.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { numberText } from "../sentences.js";
import { scoreText } from "./scores.js";

/** Of the picture, in its own units. */
const HEIGHT = 150;

/** @typedef {Pick<ReviewView, "graph" | "moves">} Course */

/**
 * The picture that the server has drawn, with its line at a ply.
 *
 * @param {string} text
 * @param {number} ply
 */
function picture(text, ply) {
  const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
  const element = document.importNode(documentElement, true);
  element.setAttribute("aria-hidden", "true");
  element.setAttribute("focusable", "false");
  const x = ply * Number(element.dataset.step);
  element.querySelector(".graph-here")?.setAttribute("d", `M${x} 0V${HEIGHT}`);
  return element;
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
  const element = h("div", attributes, picture(course.graph, ply));
  return element;
}
