// @ts-check
// Where squares are: names, rows and columns, seen from White's side.

/** @type {Record<GameName, number>} */
export const SIZE = { chess: 8, draughts: 10 };

const chessNames = [...Array(64).keys()].map(
  (index) => "abcdefgh"[index % 8] + (8 - Math.floor(index / 8)),
);
const draughtsNames = [...Array(50).keys()].map((index) => String(index + 1));

/**
 * The names of all squares, in the order of the letters of a board.
 *
 * @type {Record<GameName, string[]>}
 */
export const NAMES = { chess: chessNames, draughts: draughtsNames };

/** @typedef {{ row: number, column: number }} Place */

/**
 * Row from the top and column from the left, with White below.
 *
 * @param {GameName} game
 * @param {string} name
 * @returns {Place}
 */
export function placeOf(game, name) {
  if (game === "chess") return { row: 8 - Number(name[1]), column: name.charCodeAt(0) - 97 };
  const index = Number(name) - 1;
  const row = Math.floor(index / 5);
  return { row, column: 2 * (index % 5) + (row % 2 === 0 ? 1 : 0) };
}

/**
 * The square at a place, or nothing: only the dark squares of a draughts board have names.
 *
 * @param {GameName} game
 * @param {number} row
 * @param {number} column
 * @returns {string | undefined}
 */
export function nameAt(game, row, column) {
  const size = SIZE[game];
  if (row < 0 || column < 0 || row >= size || column >= size) return undefined;
  if (game === "chess") return chessNames[8 * row + column];
  if ((row + column) % 2 === 0) return undefined;
  return String(5 * row + Math.floor(column / 2) + 1);
}

/**
 * The letters of a board by square.
 *
 * @param {GameName} game
 * @param {string} board
 * @returns {Map<string, string>}
 */
export function piecesOf(game, board) {
  const pieces = new Map();
  NAMES[game].forEach((name, index) => {
    const letter = board[index];
    if (letter !== "." && letter !== undefined) pieces.set(name, letter);
  });
  return pieces;
}

/**
 * Whose piece a letter is.
 *
 * @param {GameName} game
 * @param {string} letter
 * @returns {SideName}
 */
export function sideOf(game, letter) {
  if (game === "draughts") return letter.toLowerCase() === "w" ? "white" : "black";
  return letter === letter.toUpperCase() ? "white" : "black";
}

/** @type {Record<string, string>} */
const CHESS_NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/**
 * What a piece is, as a word of the catalogue.
 *
 * @param {GameName} game
 * @param {string} letter
 */
export function nameOf(game, letter) {
  if (game === "draughts") return letter === letter.toLowerCase() ? "man" : "king";
  return CHESS_NAMES[letter.toLowerCase()];
}

/**
 * The key under which catalogues have the name of a piece.
 *
 * @param {GameName} game
 * @param {string} letter
 */
export function pieceKey(game, letter) {
  return `piece.${game}.${sideOf(game, letter)}.${nameOf(game, letter)}`;
}
