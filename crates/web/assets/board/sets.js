// @ts-check
// Two more sets of pieces besides the classic one, which reports have too: flat figures, and tokens
// with a figure on them. Colours come from the style sheet.

import { svg } from "../dom.js";

/** @typedef {"classic" | "flat" | "tokens"} PieceSet */

/** @type {PieceSet[]} */
export const SETS = ["classic", "flat", "tokens"];

const FOOT = "M26 90v-6q0-5 5-5h38q5 0 5 5v6z";
const CROWN = "M28 64L23 34L38 47L50 26L62 47L77 34L72 64z";

/**
 * Flat figures of chess: body, and a line on it where it has one.
 *
 * @type {Record<string, [body: string, line?: string]>}
 */
const FLAT = {
  p: ["M38 79L45 52A15 15 0 1 1 55 52L62 79z"],
  r: ["M28 18h11v9h6v-9h10v9h6v-9h11v24H64L68 79H32L36 42H28z", "M37 50h26"],
  n: ["M32 79C32 61 46 57 47 47L31 55L21 44L37 25L43 12L52 21C69 26 75 46 70 79z", "M40 32h1"],
  b: ["M50 12L67 45L57 62L62 79H38L43 62L33 45z", "M50 30v18M42 39h16"],
  q: ["M20 26L36 50L50 14L64 50L80 26L69 79H31z", "M36 68h28"],
  k: ["M46 10h8v9h9v8h-9v9L71 45L66 79H34L29 45L46 36v-9h-9v-8h9z", "M40 68h20"],
};

/** @param {string} d */
const body = (d) => svg("path", { class: "piece-body", d });

/** @param {number} r */
const disc = (r) => svg("circle", { class: "piece-disc", cx: 50, cy: 50, r });

/** @param {number} r */
const ring = (r) => svg("circle", { class: "piece-ring", cx: 50, cy: 50, r });

const crown = () => svg("path", { class: "piece-crown", d: CROWN });

/**
 * The shapes of a piece in a set that is not the classic one; `symbol` is its classic drawing.
 *
 * @param {PieceSet} set
 * @param {GameName} game
 * @param {string} kind a letter of chess, `m` for a man, `d` for a king of draughts
 * @param {string} symbol
 */
export function shapesOf(set, game, kind, symbol) {
  if (game === "draughts") {
    const rings = set === "tokens" ? [ring(34), ring(8)] : [];
    return [disc(41), ...(kind === "d" ? [...rings.slice(0, 1), crown()] : rings)];
  }
  if (set === "tokens") {
    const figure = svg("use", {
      class: "figure",
      href: symbol,
      x: 17,
      y: 15,
      width: 66,
      height: 66,
    });
    return [disc(46), figure];
  }
  const [shape, line] = FLAT[kind];
  const drawn = line && svg("path", { class: "piece-line", d: line });
  return [body(shape), body(FOOT), ...(drawn ? [drawn] : [])];
}
