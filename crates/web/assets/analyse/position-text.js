// @ts-check
// A position that is being put together, as text. Nothing here touches the page.

import { NAMES, nameOf, sideOf } from "../board/squares.js";

/**
 * @typedef {object} Edited
 * @property {GameName} game
 * @property {Map<string, string>} pieces letters by square
 * @property {SideName} turn
 * @property {Set<string>} rights to castle, as letters
 * @property {string} passant where a pawn may be taken in passing, or `-`
 */

/** Rights to castle: where king and rook must stand, and what they are called. */
export const CORNERS = [
  { right: "K", king: "e1", rook: "h1", label: "editor.white-short" },
  { right: "Q", king: "e1", rook: "a1", label: "editor.white-long" },
  { right: "k", king: "e8", rook: "h8", label: "editor.black-short" },
  { right: "q", king: "e8", rook: "a8", label: "editor.black-long" },
];

/**
 * The rights that a position of chess grants, as far as boxes can be ticked for them.
 *
 * @param {string} fen
 */
export function rightsIn(fen) {
  const letters = (fen.split(" ")[2] ?? "").split("");
  return new Set(letters.filter((letter) => CORNERS.some(({ right }) => right === letter)));
}

/** @param {string} fen */
export const passantIn = (fen) => fen.split(" ")[3] ?? "-";

/**
 * Where a pawn can have passed: it stands before an empty square, having come over another.
 *
 * @param {Pick<Edited, "pieces" | "turn">} edited
 */
export function passants({ pieces, turn }) {
  const [pawn, at, over, from] = turn === "white" ? ["p", 5, 6, 7] : ["P", 4, 3, 2];
  const hasPassed = (/** @type {string} */ file) =>
    pieces.get(`${file}${at}`) === pawn &&
    !pieces.has(`${file}${over}`) &&
    !pieces.has(`${file}${from}`);
  return [..."abcdefgh"].filter(hasPassed).map((file) => `${file}${over}`);
}

/**
 * @param {Map<string, string>} pieces
 * @param {string} right
 */
export function canCastle(pieces, right) {
  const corner = CORNERS.find((one) => one.right === right);
  if (!corner) return false;
  const isWhite = right === right.toUpperCase();
  const [king, rook] = isWhite ? ["K", "R"] : ["k", "r"];
  return pieces.get(corner.king) === king && pieces.get(corner.rook) === rook;
}

/**
 * The board, one letter a square.
 *
 * @param {GameName} game
 * @param {Map<string, string>} pieces
 */
export function boardText(game, pieces) {
  return NAMES[game].map((name) => pieces.get(name) ?? ".").join("");
}

/**
 * The position as text that the server reads.
 *
 * @param {Edited} edited
 */
export function fenOf({ game, pieces, turn, rights, passant }) {
  if (game === "draughts") {
    const colour = turn === "white" ? "W" : "B";
    return `${colour}:W${menOf(pieces, "white")}:B${menOf(pieces, "black")}`;
  }
  const letters = boardText(game, pieces);
  const rows = [...Array(8).keys()].map((row) => letters.slice(8 * row, 8 * row + 8));
  const board = rows.map((row) => row.replace(/\.+/g, (gap) => String(gap.length))).join("/");
  const granted = CORNERS.map(({ right }) => right).filter((right) => rights.has(right));
  const castling = granted.filter((right) => canCastle(pieces, right)).join("") || "-";
  return `${board} ${turn === "white" ? "w" : "b"} ${castling} ${passant} 0 1`;
}

/**
 * @param {Map<string, string>} pieces
 * @param {SideName} side
 */
function menOf(pieces, side) {
  const squares = NAMES.draughts.filter((square) => {
    const letter = pieces.get(square);
    return letter !== undefined && sideOf("draughts", letter) === side;
  });
  const isKing = (/** @type {string} */ square) =>
    nameOf("draughts", pieces.get(square) ?? "") === "king";
  return squares.map((square) => (isKing(square) ? `K${square}` : square)).join(",");
}
