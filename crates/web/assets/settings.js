// @ts-check
// What the reader has chosen, kept in the browser.

const KEY = "damier";

/**
 * @typedef {object} Settings
 * @property {string} [language] that of the browser, unless another one was chosen
 * @property {"auto" | "light" | "dark"} theme
 * @property {boolean} sound
 * @property {import("./board/sets.js").PieceSet} pieces
 * @property {"green" | "brown" | "blue"} board its colours
 * @property {"normal" | "large"} text
 * @property {boolean} numbers whether the squares show their names
 * @property {boolean} engine whether it thinks about positions that are analysed
 * @property {number} lines how many of the engine are shown
 * @property {string} name of the reader, or nothing
 * @property {string} friend the name of whom they play against at one board
 * @property {number} [played] the collection of the games that were played here
 * @property {boolean} coach
 * @property {boolean} warn whether blunders are held back
 * @property {"quick" | "usual" | "deep"} effort of a review
 * @property {GameName} training the game that is trained
 * @property {Partial<import("./setup/wish.js").Wish>} setup of the last game
 */

/** @type {Settings} */
const usual = {
  language: undefined,
  theme: "auto",
  sound: false,
  pieces: "classic",
  board: "green",
  text: "normal",
  numbers: true,
  engine: false,
  lines: 3,
  name: "",
  friend: "",
  coach: false,
  warn: false,
  effort: "usual",
  training: "chess",
  setup: {},
};

/** @returns {Settings} */
function read() {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...usual };
  }
}

export const settings = read();

/** @param {Partial<Settings>} changes */
export function remember(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing: the choice holds until the page is closed.
  }
}

/** Shows or hides the names of the squares, and says which. */
export function toggleNumbers() {
  remember({ numbers: !settings.numbers });
  return settings.numbers;
}

/** Light, dark, or as the system has it; the colours of the board and the size of the text. */
export function applyTheme() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.theme;
  dataset.board = settings.board;
  dataset.text = settings.text;
}
