// Where squares are: names, rows and columns, seen from White's side.

export const SIZE = { chess: 8, draughts: 10 };

const chessNames = [...Array(64).keys()].map((index) => "abcdefgh"[index % 8] + (8 - Math.floor(index / 8)));
const draughtsNames = [...Array(50).keys()].map((index) => String(index + 1));

/** The names of all squares, in the order of the letters of a board. */
export const NAMES = { chess: chessNames, draughts: draughtsNames };

/** Row from the top and column from the left, with White below. */
export function placeOf(game, name) {
  if (game === "chess") return { row: 8 - Number(name[1]), column: name.charCodeAt(0) - 97 };
  const index = Number(name) - 1;
  const row = Math.floor(index / 5);
  return { row, column: 2 * (index % 5) + (row % 2 === 0 ? 1 : 0) };
}

/** The square at a place, or nothing: only the dark squares of a draughts board have names. */
export function nameAt(game, row, column) {
  const size = SIZE[game];
  if (row < 0 || column < 0 || row >= size || column >= size) return undefined;
  if (game === "chess") return chessNames[8 * row + column];
  if ((row + column) % 2 === 0) return undefined;
  return String(5 * row + Math.floor(column / 2) + 1);
}

/** The letters of a board by square. */
export function piecesOf(game, board) {
  const pieces = new Map();
  NAMES[game].forEach((name, index) => {
    if (board[index] !== "." && board[index] !== undefined) pieces.set(name, board[index]);
  });
  return pieces;
}
