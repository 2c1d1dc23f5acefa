// @ts-check
// What has been taken, and who is ahead: counted from the letters of two boards.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { pieceIcon } from "./pieces.js";
import { sideOf } from "./squares.js";

/**
 * What pieces count for, in pawns or men.
 *
 * @type {Record<GameName, Record<string, number>>}
 */
const WORTH = {
  chess: { q: 9, r: 5, b: 3, n: 3, p: 1, k: 0 },
  draughts: { w: 1, b: 1 },
};

/**
 * How many of each letter stand on a board.
 *
 * @param {string} board
 */
function countsOf(board) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const letter of board) if (letter !== ".") counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

/**
 * The pieces that a side has taken, the dearest first, and how far it is ahead. In draughts a king
 * counts as the man that it was: what is taken are men.
 *
 * @param {GameName} game
 * @param {string} start
 * @param {string} board
 * @param {SideName} side
 */
export function materialOf(game, start, board, side) {
  const fold = (/** @type {string} */ letters) =>
    game === "draughts" ? letters.toLowerCase() : letters;
  const [before, now] = [countsOf(fold(start)), countsOf(fold(board))];
  const worth = (/** @type {string} */ letter) => WORTH[game][letter.toLowerCase()] ?? 0;
  /** @type {string[]} */
  const taken = [];
  for (const [letter, count] of before) {
    if (sideOf(game, letter) === side) continue;
    const lost = Math.max(0, count - (now.get(letter) ?? 0));
    taken.push(...Array(lost).fill(letter));
  }
  taken.sort((one, other) => worth(other) - worth(one));
  let ahead = 0;
  for (const [letter, count] of now) {
    ahead += (sideOf(game, letter) === side ? 1 : -1) * count * worth(letter);
  }
  return { taken, ahead };
}

/**
 * The same as it is seen beside a player.
 *
 * @param {GameName} game
 * @param {string} start
 * @param {string} board
 * @param {SideName} side
 */
export function materialBar(game, start, board, side) {
  const { taken, ahead } = materialOf(game, start, board, side);
  const icons =
    game === "chess"
      ? taken.map((letter) => pieceIcon(game, letter))
      : taken.length > 0 && [pieceIcon(game, taken[0]), h("span", {}, `×${taken.length}`)];
  const lead = ahead > 0 && h("span", { title: t("play.ahead", { count: ahead }) }, `+${ahead}`);
  return h("span", { class: "taken" }, icons, lead);
}
