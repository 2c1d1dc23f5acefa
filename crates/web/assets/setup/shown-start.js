// @ts-check
// The board that is shown beside the form: the position that a game would begin with.

/** @type {Record<GameName, string>} */
export const START = {
  chess: "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR",
  draughts: "b".repeat(20) + ".".repeat(10) + "w".repeat(20),
};

/** Where two knights stand among five free squares, by the last part of the number. */
const KNIGHTS = ["01", "02", "03", "04", "12", "13", "14", "23", "24", "34"];

/**
 * The board of a numbered position of Chess960, by the usual numbering (518 is that of chess).
 *
 * @param {number} number from 0 to 959
 */
export function numberedBoard(number) {
  const row = Array(8).fill("");
  const free = () => [...row.keys()].filter((column) => row[column] === "");
  row[2 * (number % 4) + 1] = "b";
  row[2 * (Math.floor(number / 4) % 4)] = "b";
  row[free()[Math.floor(number / 16) % 6]] = "q";
  const places = free();
  for (const place of KNIGHTS[Math.floor(number / 96)]) row[places[Number(place)]] = "n";
  free().forEach((column, place) => {
    row[column] = "rkr"[place];
  });
  const pieces = row.join("");
  return `${pieces}${"p".repeat(8)}${".".repeat(32)}${"P".repeat(8)}${pieces.toUpperCase()}`;
}
