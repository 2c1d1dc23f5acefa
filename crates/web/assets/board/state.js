// @ts-check
// All that a board knows, and what follows from it. Nothing here touches the page.

import { Choice } from "./choosing.js";
import { SIZE, nameAt, placeOf } from "./squares.js";

/**
 * What a board is given to show: only `board` and `legal` are always there.
 *
 * @typedef {object} Shown
 * @property {string} board one letter a square
 * @property {MoveView[]} legal moves that can be chosen
 * @property {MoveView} [last] the move that led here
 * @property {string | null} [check] where a king is in check
 * @property {SideName} [turn]
 */

/**
 * @typedef {object} Arrow
 * @property {string[]} path
 * @property {"engine" | "other" | "hand" | "ring"} kind
 * @property {"green" | "red" | "blue" | "yellow"} [colour] of what is drawn by hand
 */
/** @typedef {{ square: string, kind: string }} Marked */

/**
 * @typedef {object} BoardState
 * @property {GameName} game
 * @property {boolean} editable whether every square can be clicked
 * @property {boolean} flipped whether Black is below
 * @property {boolean} numbers whether squares show their names
 * @property {Shown | undefined} shown
 * @property {Choice | undefined} choice the piece that was picked up, and the squares on its way
 * @property {string | undefined} hinted the piece that a hint is about
 * @property {string | undefined} focused the square that the keyboard is at
 * @property {Arrow[]} engineArrows
 * @property {Arrow[]} handArrows
 * @property {string[]} premove a piece that is to move when its turn comes, and where to
 * @property {boolean} dropped whether the last move was made by dragging: then it was seen already
 */

/**
 * @param {GameName} game
 * @param {boolean} editable
 * @returns {BoardState}
 */
export function newState(game, editable) {
  return {
    game,
    editable,
    flipped: false,
    numbers: true,
    shown: undefined,
    choice: undefined,
    hinted: undefined,
    focused: undefined,
    engineArrows: [],
    handArrows: [],
    premove: [],
    dropped: false,
  };
}

/**
 * Row and column of a square as they are seen.
 *
 * @param {BoardState} state
 * @param {string} square
 */
export function seenAt({ game, flipped }, square) {
  const { row, column } = placeOf(game, square);
  const last = SIZE[game] - 1;
  return flipped ? { row: last - row, column: last - column } : { row, column };
}

/**
 * The square that is seen at a row and column, if it has a name.
 *
 * @param {BoardState} state
 * @param {number} row
 * @param {number} column
 */
export function squareAt({ game, flipped }, row, column) {
  const last = SIZE[game] - 1;
  return flipped ? nameAt(game, last - row, last - column) : nameAt(game, row, column);
}

/** @param {BoardState} state */
export const legalMoves = ({ shown }) => shown?.legal ?? [];

/**
 * The squares of pieces that can move.
 *
 * @param {BoardState} state
 */
export const movable = (state) => new Set(legalMoves(state).map((mv) => mv.path[0]));

/**
 * Where a capture is compulsory, people want to know whose: those pieces, unless one is picked up.
 *
 * @param {BoardState} state
 * @returns {Set<string>}
 */
export function mustCapture(state) {
  const isDue = state.game === "draughts" && !state.choice;
  return isDue && legalMoves(state)[0]?.captured?.length ? movable(state) : new Set();
}

/**
 * Squares with a colour or a ring of their own.
 *
 * @param {BoardState} state
 * @returns {Marked[]}
 */
export function marksOf(state) {
  const { shown, hinted, choice } = state;
  const path = shown?.last?.path ?? [];
  const ends = path.length > 0 ? new Set([path[0], path[path.length - 1]]) : [];
  const mark = (/** @type {Iterable<string>} */ squares, /** @type {string} */ kind) =>
    [...squares].map((square) => ({ square, kind }));
  return [
    ...mark(ends, "last"),
    ...mark(shown?.check ? [shown.check] : [], "check"),
    ...mark(hinted ? [hinted] : [], "hinted"),
    ...mark(mustCapture(state), "must"),
    ...mark(state.premove, "premove"),
    ...mark(choice ? [choice.from, ...choice.stations] : [], "selected"),
  ];
}

/**
 * Where the piece that is picked up can go; `isTaken(square)` says whether something stands there.
 *
 * @param {BoardState} state
 * @param {(square: string) => boolean} isTaken
 * @returns {Marked[]}
 */
export function dotsOf({ choice }, isTaken) {
  if (!choice) return [];
  const { ends, landings } = choice.marks();
  const kindOf = (/** @type {string} */ square) =>
    isTaken(square) && square !== choice.from ? "ring" : "dot";
  return [
    ...[...ends].map((square) => ({ square, kind: kindOf(square) })),
    ...[...landings].map((square) => ({ square, kind: "landing" })),
  ];
}

/**
 * What a click on a square means. It changes the choice; moves to play or a need for more squares
 * are answered.
 *
 * @param {BoardState} state
 * @param {string} square
 */
export function clickOn(state, square) {
  const { choice } = state;
  const isAgain = choice?.from === square;
  if (choice && !(isAgain && choice.isFresh)) {
    const answer = choice.click(square);
    if (answer) return answer;
  }
  const isOwn = movable(state).has(square);
  state.choice = isOwn && !isAgain ? new Choice(legalMoves(state), square) : undefined;
  return undefined;
}

/**
 * Whether pressing a square picks its piece up, or means a step of the choice that is under way.
 *
 * @param {BoardState} state
 * @param {string} square
 */
export function picksUp(state, square) {
  const { choice } = state;
  if (!movable(state).has(square)) return false;
  if (!choice) return true;
  const isEnd = choice.from !== square && choice.marks().ends.has(square);
  return !isEnd && choice.stations.length === 0;
}

/**
 * Puts down what is picked up.
 *
 * @param {BoardState} state
 */
export function letGo(state) {
  state.choice = undefined;
  state.hinted = undefined;
}

/**
 * Draws an arrow by hand, or a ring around one square; a second time takes it away.
 *
 * @param {BoardState} state
 * @param {string} from
 * @param {string} to
 * @param {Arrow["colour"]} colour
 */
export function toggleArrow(state, from, to, colour) {
  const path = from === to ? [from] : [from, to];
  const isSame = (/** @type {Arrow} */ arrow) => arrow.path.join() === path.join();
  const others = state.handArrows.filter((arrow) => !isSame(arrow));
  const isNew = others.length === state.handArrows.length;
  /** @type {Arrow} */
  const arrow = { path, kind: from === to ? "ring" : "hand", colour };
  const hadColour = state.handArrows.find(isSame)?.colour;
  state.handArrows = isNew || hadColour !== colour ? [...others, arrow] : others;
}

/** @type {Record<string, [down: number, right: number]>} */
const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** @param {string} key */
export const isStep = (key) => key in STEPS;

/**
 * The next square in the direction of a key. Light squares of a draughts board are passed over.
 *
 * @param {BoardState} state
 * @param {string} square
 * @param {string} key
 */
export function neighbour(state, square, key) {
  const [down, right] = STEPS[key];
  const seen = seenAt(state, square);
  const row = seen.row + down;
  const column = seen.column + right;
  const next = squareAt(state, row, column);
  if (next) return next;
  if (right) return squareAt(state, row, column + right);
  return squareAt(state, row, column + 1) ?? squareAt(state, row, column - 1);
}
