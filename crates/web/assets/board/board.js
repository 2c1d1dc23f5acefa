// @ts-check
// The board of both games. It knows no rules: it is given a position with its legal moves, and
// tells which one a player wants.
//
// What it knows is one object (`state.js`), from which everything is drawn (`draw.js`,
// `animate.js`, `arrows.js`, `chooser.js`); pointer and keyboard have files of their own
// (`drag.js`, `keys.js`).

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { animateMove, isMotionReduced } from "./animate.js";
import { openChooser } from "./chooser.js";
import { Drag } from "./drag.js";
import { drawArrows, drawSquares, makeParts, placePieces, redraw } from "./draw.js";
import { listenToKeys } from "./keys.js";
import { piecesOf, sideOf } from "./squares.js";
import { clickOn, letGo, newState } from "./state.js";

/** @import { Arrow, Shown } from "./state.js" */

/**
 * What a board tells.
 *
 * @typedef {object} BoardOptions
 * @property {(mv: MoveView) => void} [onMove] a move was chosen
 * @property {(square: string) => void} [onSquare] a square was clicked: for the editor, where
 *   clicks mean no moves
 * @property {(from: string, to: string | undefined) => void} [onCarry] a piece was dragged to a
 *   square or off the board: for the editor
 * @property {(arrows: Arrow[]) => void} [onArrows] what is drawn by hand has changed; then it stays
 * @property {(direction: number) => void} [onStep] one move on or back, by wheel or swipe
 * @property {() => SideName | undefined} [waiting] who may say now what to play later
 * @property {(text: string) => void} [onRemark] what the player should know while choosing
 */

export class Board {
  /**
   * @param {GameName} game
   * @param {BoardOptions} [options]
   */
  constructor(game, options = {}) {
    this.options = options;
    this.state = newState(game, Boolean(options.onSquare));
    this.element = h("div", { class: "board" });
    this.parts = makeParts(this.element, game);
    drawSquares(this.state, this.parts);
    this.hand = new Drag(this);
    listenToKeys(this);
  }

  get game() {
    return this.state.game;
  }

  get isFlipped() {
    return this.state.flipped;
  }

  /**
   * Another game begins on an empty board.
   *
   * @param {GameName} game
   */
  setGame(game) {
    if (game === this.game) return;
    const { editable, flipped, numbers } = this.state;
    this.state = { ...newState(game, editable), flipped, numbers };
    this.parts = makeParts(this.element, game);
    drawSquares(this.state, this.parts);
  }

  /**
   * Shows a position. With `animate` the last move is seen, unless the player's hand made it.
   *
   * @param {Shown} shown
   * @param {{ animate?: boolean }} [how]
   */
  show(shown, { animate = false } = {}) {
    this.cancel();
    const { state, parts } = this;
    const before = state.shown;
    state.shown = shown;
    state.handArrows = [];
    const pieces = piecesOf(this.game, shown.board);
    if (before && animate && !isMotionReduced()) {
      animateMove(state, parts, piecesOf(this.game, before.board), pieces, shown.last);
    } else placePieces(state, parts, pieces);
    this.redraw();
  }

  redraw() {
    redraw(this.state, this.parts);
  }

  /** Whether the last move was made by hand, so that it was seen; said once. */
  takeDropped() {
    const { dropped } = this.state;
    this.state.dropped = false;
    return dropped;
  }

  /**
   * Shows arrows of the engine.
   *
   * @param {Arrow[]} arrows
   */
  point(arrows) {
    this.state.engineArrows = arrows;
    drawArrows(this.state, this.parts);
  }

  /**
   * Shows arrows and circles that were drawn by hand.
   *
   * @param {Arrow[]} arrows
   */
  setMarks(arrows) {
    this.state.handArrows = arrows;
    drawArrows(this.state, this.parts);
  }

  /**
   * The square at a place in the window, if there is one.
   *
   * @param {{ clientX: number, clientY: number }} place
   */
  squareFrom(place) {
    return this.hand.squareUnder(place);
  }

  /**
   * Marks the piece that a hint is about.
   *
   * @param {string} square
   */
  hint(square) {
    this.state.hinted = square;
    this.redraw();
  }

  /** @param {boolean} flipped */
  flip(flipped = !this.state.flipped) {
    if (flipped === this.state.flipped) return;
    this.cancel();
    this.state.flipped = flipped;
    drawSquares(this.state, this.parts);
    const { shown } = this.state;
    if (shown) placePieces(this.state, this.parts, piecesOf(this.game, shown.board));
    this.redraw();
  }

  /** @param {boolean} numbers */
  setNumbers(numbers) {
    if (numbers === this.state.numbers) return;
    this.state.numbers = numbers;
    drawSquares(this.state, this.parts);
    this.redraw();
  }

  /** Lets go of what was picked up. */
  cancel() {
    letGo(this.state);
    this.parts.chooser.hidden = true;
    this.hand.end();
  }

  /**
   * Whether a piece may be told to move later.
   *
   * @param {string} square
   */
  canWait(square) {
    const side = this.options.waiting?.();
    const piece = this.parts.drawn.get(square);
    return Boolean(side && piece && sideOf(this.game, piece.letter) === side);
  }

  /** @param {string[]} squares from and to, or none */
  setPremove(squares) {
    this.state.premove = squares;
    if (squares.length === 2) this.options.onRemark?.(t("play.premove"));
    this.redraw();
  }

  /** What was to be played later; said once. */
  takePremove() {
    const { premove } = this.state;
    this.state.premove = [];
    if (premove.length > 0) this.redraw();
    return premove.length === 2 ? premove : undefined;
  }

  /**
   * A click on a square while the opponent thinks: a piece, then where it is to go.
   *
   * @param {string} square
   */
  wait(square) {
    const [from, to] = this.state.premove;
    if (from && !to && from !== square) this.setPremove([from, square]);
    else if (!from && this.canWait(square)) this.setPremove([square]);
    else this.setPremove([]);
  }

  /**
   * A click or the enter key on a square.
   *
   * @param {string} square
   */
  activate(square) {
    if (this.options.onSquare) this.options.onSquare(square);
    else if (this.options.waiting?.()) this.wait(square);
    else this.answer(clickOn(this.state, square));
  }

  /**
   * What comes of a click.
   *
   * @param {ReturnType<typeof clickOn>} answer
   */
  answer(answer) {
    if (answer && "play" in answer) {
      this.decide(answer.play);
      return;
    }
    if (answer) this.options.onRemark?.(t("board.more-squares"));
    this.redraw();
  }

  /**
   * Plays a move; among several the player is asked.
   *
   * @param {MoveView[]} moves
   */
  decide(moves) {
    if (moves.length === 1) {
      this.state.choice = undefined;
      this.redraw();
      this.options.onMove?.(moves[0]);
      return;
    }
    openChooser(this.state, this.parts, moves, (mv) => {
      this.cancel();
      this.redraw();
      this.focus(moves[0].path[moves[0].path.length - 1]);
      if (mv) this.options.onMove?.(mv);
    });
  }

  /**
   * Where the keyboard goes on from; `isNow` gives the focus as well.
   *
   * @param {string} square
   * @param {{ isNow?: boolean }} [how]
   */
  focus(square, { isNow = true } = {}) {
    const cell = this.parts.cells.get(square);
    if (!cell) return;
    for (const other of this.parts.cells.values()) other.tabIndex = -1;
    this.state.focused = square;
    cell.tabIndex = 0;
    if (isNow) cell.focus({ preventScroll: true });
  }
}
