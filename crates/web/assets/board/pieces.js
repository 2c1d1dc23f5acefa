// @ts-check
// The pieces. Their drawings stand in the page as symbols, which reports have too; colours come
// from the style sheet.

import { svg } from "../dom.js";
import { settings } from "../settings.js";
import { shapesOf } from "./sets.js";
import { nameOf, sideOf } from "./squares.js";

/**
 * The symbol of a piece: by its letter in chess, `m` for a man and `d` for a king in draughts.
 *
 * @param {GameName} game
 * @param {string} letter
 */
function kindOf(game, letter) {
  if (game === "chess") return letter.toLowerCase();
  return nameOf(game, letter) === "man" ? "m" : "d";
}

/**
 * The drawing of a piece, 100 by 100.
 *
 * @param {GameName} game
 * @param {string} letter
 */
export function drawPiece(game, letter) {
  const kind = kindOf(game, letter);
  const symbol = `#piece-${kind}`;
  const set = settings.pieces;
  const shapes =
    set === "classic"
      ? svg("use", { href: symbol, width: 100, height: 100 })
      : shapesOf(set, game, kind, symbol);
  return svg("g", { class: `piece ${sideOf(game, letter)} ${game}` }, shapes);
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
