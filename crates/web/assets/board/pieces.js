// @ts-check
// The pieces, drawn by hand in squares of 100 by 100. Colours come from the style sheet.

import { svg } from "../dom.js";
import { sideOf } from "./squares.js";

const BASE = "M24 89h52a4 4 0 0 0 4-4v-2a6 6 0 0 0-6-6H26a6 6 0 0 0-6 6v2a4 4 0 0 0 4 4z";
/** @type {(top: number, left: number) => string} */
const band = (top, left) =>
  `M${left + 3.5} ${top}h${93 - 2 * left}a3.5 3.5 0 0 1 0 7H${left + 3.5}a3.5 3.5 0 0 1 0-7z`;
/** @type {(x: number, y: number, r: number) => string} */
const circle = (x, y, r) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** @typedef {{ fill: string[], lines: string[], dots?: number[][] }} Shape */

/**
 * Of each piece: what is filled, from the back to the front, and what is only drawn on it.
 *
 * @type {Record<string, Shape>}
 */
const CHESS = {
  p: {
    fill: [
      "M43 46C43 59 36 67 30 77H70C64 67 57 59 57 46z",
      band(43, 35),
      circle(50, 30, 14),
      BASE,
    ],
    lines: [],
  },
  r: {
    fill: [
      "M34 38L30 77H70L66 38z",
      "M26 17h11v7h8v-7h10v7h8v-7h11v17a5 5 0 0 1-5 5H31a5 5 0 0 1-5-5z",
      BASE,
    ],
    lines: ["M33 47h34", "M31 68h38"],
  },
  n: {
    fill: [
      "M33 77C33 65 43 60 46 50C42 54 38 55 34 56C31 61 26 62 22.5 59C18.5 56 18 51 21 47.5" +
        "C24.5 43 26 37 30 31C32.5 27 35 24.5 38 23L37 12L46.5 19L53 11L56.5 20C72 25 80 43 76 77z",
      BASE,
    ],
    lines: ["M57 29C66 36 69 48 68 64"],
    dots: [
      [40.5, 33.5, 2.9],
      [25.5, 52.5, 1.8],
    ],
  },
  b: {
    fill: [
      "M43 66C43 71 38 74 33 77H67C62 74 57 71 57 66z",
      "M50 17C64 29 69 41 67 50C65.5 57 60 61 50 61C40 61 34.5 57 33 50C31 41 36 29 50 17z",
      circle(50, 14, 5.5),
      band(60, 33),
      BASE,
    ],
    lines: ["M57 30L48 45"],
  },
  q: {
    fill: [
      "M28 68L17 32L34 51L35 23L45 48L50 18L55 48L65 23L66 51L83 32L72 68z",
      circle(16, 29, 5),
      circle(34.5, 20, 5),
      circle(50, 14.5, 5.5),
      circle(65.5, 20, 5),
      circle(84, 29, 5),
      band(67, 25),
      BASE,
    ],
    lines: [],
  },
  k: {
    fill: [
      "M46.5 6h7v7h7.5v7h-7.5v10h-7V20H39v-7h7.5z",
      "M50 38C56 26 79 26 81 43C82 54 75 60 71 69H29C25 60 18 54 19 43C21 26 44 26 50 38z",
      "M50 43C44.5 37 44.5 31 50 26C55.5 31 55.5 37 50 43z",
      band(68, 26),
      BASE,
    ],
    lines: ["M50 44V61"],
  },
};

const CROWN = "M33 53L29 33L40 42L50 28L60 42L71 33L67 53z";

/** @param {string} letter */
function chessPiece(letter) {
  const shape = CHESS[letter.toLowerCase()];
  return [
    shape.fill.map((d) => svg("path", { class: "body", d })),
    shape.lines.map((d) => svg("path", { class: "detail", d })),
    (shape.dots ?? []).map(([cx, cy, r]) => svg("circle", { class: "dot", cx, cy, r })),
  ];
}

/** @param {string} letter */
function draughtsPiece(letter) {
  const disc = (/** @type {number} */ y, /** @type {number} */ r) => [
    svg("circle", { class: "edge", cx: 50, cy: y + 5, r }),
    svg("circle", { class: "body", cx: 50, cy: y, r }),
  ];
  if (letter === letter.toLowerCase()) {
    return [
      disc(48, 38),
      svg("circle", { class: "detail", cx: 50, cy: 48, r: 28 }),
      svg("circle", { class: "detail", cx: 50, cy: 48, r: 17 }),
    ];
  }
  return [
    disc(58, 37),
    disc(42, 37),
    svg("circle", { class: "detail", cx: 50, cy: 42, r: 29 }),
    svg("path", { class: "crown", d: CROWN }),
  ];
}

/**
 * The drawing of a piece, 100 by 100.
 *
 * @param {GameName} game
 * @param {string} letter
 */
export function drawPiece(game, letter) {
  const parts = game === "draughts" ? draughtsPiece(letter) : chessPiece(letter);
  // A little smaller than the square, so that its name can be read beside it.
  const place = game === "draughts" ? "translate(8 7) scale(0.88)" : "translate(2.5 1) scale(0.95)";
  return svg(
    "g",
    { class: `piece ${sideOf(game, letter)} ${game}` },
    svg("g", { transform: place }, parts),
  );
}

/**
 * The drawing as a picture of its own, for buttons.
 *
 * @param {GameName} game
 * @param {string} letter
 */
export function pieceIcon(game, letter) {
  return svg(
    "svg",
    { class: "piece-icon", viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" },
    drawPiece(game, letter),
  );
}
