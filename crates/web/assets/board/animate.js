// @ts-check
// The last move as it is seen: pieces slide along its way, and what is taken fades.

import { placePieces, shiftTo } from "./draw.js";

/** @import { BoardState } from "./state.js" */
/** @import { Parts } from "./draw.js" */
/** @typedef {Map<string, string>} Pieces */

/** Milliseconds from one square of a way to the next. */
const STEP = 170;

/** So long after it began, in milliseconds, a simple move has been seen. */
export const SETTLED = 190;

export function isMotionReduced() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * What went where: ways by their ends, and squares whose piece was taken.
 *
 * @param {Pieces} before
 * @param {Pieces} after
 * @param {MoveView | undefined} last
 */
export function differences(before, after, last) {
  const gone = [...before].filter(([square, letter]) => after.get(square) !== letter);
  const come = [...after].filter(([square, letter]) => before.get(square) !== letter);
  /** @type {Set<string>} */
  const used = new Set();
  /** @type {string[][]} */
  const ways = [];
  const path = last?.path ?? [];
  const [origin, end] = [path[0], path[path.length - 1]];
  for (const [to, letter] of come) {
    const isLast = to === end && before.has(origin);
    const isSource = (/** @type {string} */ square, /** @type {string} */ other) =>
      !used.has(square) && (isLast ? square === origin : other === letter);
    const from = gone.find(([square, other]) => isSource(square, other))?.[0];
    if (!from) continue;
    used.add(from);
    ways.push(isLast && path.length > 2 ? path : [from, to]);
  }
  // A piece may also go round and end where it began.
  if (path.length > 2 && origin === end) ways.push(path);
  const taken = gone.map(([square]) => square).filter((square) => !used.has(square));
  return { ways, taken };
}

/**
 * Lets pieces go from one position to the next.
 *
 * @param {BoardState} state
 * @param {Parts} parts
 * @param {Pieces} before
 * @param {Pieces} after
 * @param {MoveView | undefined} last
 */
export function animateMove(state, parts, before, after, last) {
  const { ways, taken } = differences(before, after, last);
  const old = new Map(parts.drawn);
  placePieces(state, parts, after);
  let longest = 0;
  for (const way of ways) {
    const piece = parts.drawn.get(way[way.length - 1]);
    if (!piece) continue;
    parts.layers.pieces.append(piece.element);
    const frames = way.map((square) => ({ transform: shiftTo(state, square) }));
    const duration = STEP + (way.length - 2) * STEP * 0.9;
    longest = Math.max(longest, duration);
    piece.element.animate(frames, { duration, easing: "ease-in-out" });
  }
  // What is taken stays until it is reached.
  for (const square of taken) {
    const element = old.get(square)?.element;
    if (!element) continue;
    parts.layers.pieces.prepend(element);
    const frames = [{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }];
    const fade = element.animate(frames, { duration: longest || STEP });
    const remove = () => element.remove();
    fade.finished.then(remove, remove);
  }
}
