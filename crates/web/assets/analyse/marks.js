// @ts-check
// Arrows and circles by hand, as records keep them: `[%cal Ge2e4]` and `[%csl Rd5]`, which lichess
// and ChessBase read too. Squares of draughts are written with two digits.

/** @import { Arrow } from "../board/state.js" */

/** Letters of colours in records. */
export const COLOURS = /** @type {const} */ ({ G: "green", R: "red", B: "blue", Y: "yellow" });

/** @typedef {typeof COLOURS[keyof typeof COLOURS]} Colour */

/** @param {string} command */
export const isMark = (command) => /^\[%c[as]l\s/.test(command);

/**
 * The squares in the letters behind a colour.
 *
 * @param {GameName} game
 * @param {string} text
 */
function squaresIn(game, text) {
  const found = text.match(game === "chess" ? /[a-h][1-8]/g : /\d\d/g) ?? [];
  return found.map((square) => (game === "chess" ? square : String(Number(square))));
}

/**
 * What the commands of a move draw on the board.
 *
 * @param {GameName} game
 * @param {string[]} commands
 * @returns {Arrow[]}
 */
export function marksIn(game, commands) {
  return commands.filter(isMark).flatMap((command) =>
    command
      .replace(/^\[%c[as]l\s+|\]$/g, "")
      .split(",")
      .flatMap((one) => {
        const text = one.trim();
        const letter = /** @type {keyof typeof COLOURS} */ (text[0]);
        const path = squaresIn(game, text.slice(1));
        if (!(letter in COLOURS) || path.length === 0) return [];
        const kind = path.length === 1 ? "ring" : "hand";
        return [/** @type {Arrow} */ ({ path: path.slice(0, 2), kind, colour: COLOURS[letter] })];
      }),
  );
}

/**
 * The commands for arrows and circles, circles first as others write them.
 *
 * @param {GameName} game
 * @param {Arrow[]} arrows
 */
export function commandsFor(game, arrows) {
  const letterOf = (/** @type {Arrow} */ { colour }) =>
    Object.entries(COLOURS).find(([, name]) => name === colour)?.[0] ?? "Y";
  const square = (/** @type {string} */ name) => (game === "chess" ? name : name.padStart(2, "0"));
  const write = (/** @type {string} */ name, /** @type {Arrow[]} */ some) =>
    some.length > 0
      ? [`[%${name} ${some.map((one) => letterOf(one) + one.path.map(square).join("")).join(",")}]`]
      : [];
  const rings = arrows.filter(({ kind }) => kind === "ring");
  return [
    ...write("csl", rings),
    ...write(
      "cal",
      arrows.filter(({ kind }) => kind === "hand"),
    ),
  ];
}
