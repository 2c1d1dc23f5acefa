// @ts-check
// All that the view of a game knows, and what follows from it. Nothing here touches the page.

import { areFriends } from "../sentences.js";

/** @import { Shown } from "../board/state.js" */

/**
 * @typedef {object} PlayState
 * @property {GameView} game as the server told it last
 * @property {number} received when it was told, by `performance.now()`
 * @property {number | undefined} looking how many moves are shown; nothing for all of them
 * @property {HintView | undefined} hint
 * @property {number | undefined} pinned the move to which a better one is being shown
 * @property {number} settled until when a piece is on its way
 * @property {boolean} isBusy whether a move is being sent
 * @property {boolean} isLeft whether the reader has gone elsewhere
 */

/**
 * @param {GameView} game
 * @returns {PlayState}
 */
export function newPlay(game) {
  return {
    game,
    received: performance.now(),
    looking: undefined,
    hint: undefined,
    pinned: undefined,
    settled: 0,
    isBusy: false,
    isLeft: false,
  };
}

/** @param {PlayState} state */
export const total = ({ game }) => game.moves.length;

/** @param {PlayState} state */
export const shownPlies = (state) => state.looking ?? total(state);

/**
 * Whether the engine plays both sides.
 *
 * @param {GameView} game
 */
export const isShow = ({ seats }) => seats.every((seat) => seat.kind === "engine");

/**
 * Who is below at first.
 *
 * @param {GameView} game
 * @returns {SideName}
 */
export const ownSide = (game) =>
  game.seats[0].kind === "human" || isShow(game) ? "white" : "black";

/**
 * What the board is to show.
 *
 * @param {PlayState} state
 * @returns {Shown}
 */
export function shownPosition(state) {
  const { game } = state;
  const { position } = game;
  const plies = shownPlies(state);
  const last = game.moves[plies - 1];
  const isLive = plies === total(state);
  const canMove = isLive && !game.verdict && !game.thinking && !isShow(game);
  const startCheck = isLive ? position.check : null;
  return {
    board: last ? last.board : game.start_board,
    legal: canMove ? position.legal : [],
    last: last?.move,
    check: last ? last.check : startCheck,
    turn: position.turn,
  };
}

/**
 * How the game stands: a key of the catalogue, with what is filled in as keys too.
 *
 * @param {PlayState} state
 * @returns {{ key: string, gaps?: Record<string, string> }}
 */
export function statusOf(state) {
  const { game, looking } = state;
  const { claim, check, turn } = game.position;
  if (game.unsaved) return { key: "play.unsaved" };
  if (game.verdict) return { key: "play.over" };
  if (looking !== undefined && looking !== total(state)) return { key: "play.looking-back" };
  if (isShow(game)) return { key: game.paused ? "play.paused" : "play.show" };
  if (game.thinking) return { key: "play.waiting" };
  if (game.offer) return { key: "play.offered" };
  if (claim) return { key: "play.claim", gaps: { reason: `reason.${claim}` } };
  if (areFriends(game.seats)) return { key: "play.turn", gaps: { side: `side.${turn}` } };
  return { key: check ? "play.your-turn-check" : "play.your-turn" };
}

/**
 * How a game differs from what was known: an answer may be late, or tell what the stream has told.
 *
 * @param {GameView} before
 * @param {GameView} next
 * @param {boolean} isAnswer
 * @returns {"late" | "same" | "changed" | "moved"}
 */
export function comparison(before, next, isAnswer) {
  if (isAnswer && next.version < before.version) return "late";
  const sameMoves = next.moves.length === before.moves.length;
  const isSame =
    sameMoves &&
    next.version === before.version &&
    next.thinking === before.thinking &&
    next.unsaved === before.unsaved &&
    next.paused === before.paused;
  if (isSame) return "same";
  const sameVerdict = next.verdict?.reason === before.verdict?.reason;
  return sameMoves && sameVerdict ? "changed" : "moved";
}

/**
 * What is left on a clock, in milliseconds.
 *
 * @param {ClockView} clock
 * @param {SideName} side
 * @param {number} sinceTold milliseconds
 */
export function timeLeft(clock, side, sinceTold) {
  const passed = clock.running === side ? sinceTold : 0;
  return Math.max(0, clock.left[side === "white" ? 0 : 1] - passed);
}

/** @param {number} milliseconds */
export function clockText(milliseconds) {
  const tenths = Math.floor(milliseconds / 100);
  const seconds = Math.floor(tenths / 10);
  const pad = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours > 0) return `${hours}:${pad(minutes)}:${pad(seconds % 60)}`;
  if (seconds < 20) return `${minutes}:${pad(seconds % 60)}.${tenths % 10}`;
  return `${minutes}:${pad(seconds % 60)}`;
}

/**
 * What is asked for when the same is played again: colours change, and so does the seed.
 *
 * @param {GameView} game
 */
export function termsAgain(game) {
  const fresh = (/** @type {Seat} */ seat) =>
    seat.kind === "engine" ? { ...seat, seed: 0 } : seat;
  const [white, black] = game.seats.map(fresh);
  const seats = isShow(game) ? { white, black } : { white: black, black: white };
  return {
    game: game.position.game,
    ...seats,
    clock: game.clock?.pace,
    fen: game.custom_start ? game.start : undefined,
  };
}
