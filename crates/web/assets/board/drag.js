// @ts-check
// The board by mouse and finger: pieces are dragged or clicked, and the right button draws arrows.

import { drawArrows, shiftTo } from "./draw.js";
import { SIZE } from "./squares.js";
import { clickOn, picksUp, squareAt, toggleArrow } from "./state.js";

/** @import { Board } from "./board.js" */

/** So many pixels are a shaking hand, and more are a drag. */
const SHAKE = 5;

/** A finger that goes so far, in pixels, means another move and not a shaking hand. */
const SWIPE = 40;

/** The wheel turns so far for one move. */
const NOTCH = 60;

/**
 * The colour of an arrow by the keys that are held, as on lichess.
 *
 * @param {PointerEvent} event
 */
function colourOf({ shiftKey, ctrlKey, altKey, metaKey }) {
  const isOne = shiftKey || ctrlKey;
  const isOther = altKey || metaKey;
  if (isOne && isOther) return "yellow";
  if (isOne) return "red";
  return isOther ? "blue" : "green";
}

/**
 * A piece that is held.
 *
 * @typedef {object} Held
 * @property {string} square
 * @property {SVGGElement} element
 * @property {boolean} wasSelected whether it was picked up before it was pressed
 * @property {number} x
 * @property {number} y
 * @property {boolean} moved
 */

/** What the pointer does on one board. */
export class Drag {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Held | undefined} */
    this.held = undefined;
    /** @type {string | undefined} */
    this.arrowFrom = undefined;
    /** @type {{ x: number, y: number } | undefined} */
    this.swipe = undefined;
    this.turned = 0;
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.release(event));
    element.addEventListener("pointercancel", () => this.end());
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    if (!board.options.onStep) return;
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    if (Math.sign(this.turned) !== Math.sign(event.deltaY)) this.turned = 0;
    this.turned += event.deltaY * (event.deltaMode === 0 ? 1 : NOTCH);
    if (Math.abs(this.turned) < NOTCH) return;
    this.board.options.onStep?.(Math.sign(this.turned));
    this.turned = 0;
  }

  /**
   * Where a pointer is, in hundredths of a square.
   *
   * @param {{ clientX: number, clientY: number }} event
   */
  point({ clientX, clientY }) {
    const box = this.board.parts.drawing.getBoundingClientRect();
    const scale = (SIZE[this.board.game] * 100) / box.width;
    return { x: (clientX - box.left) * scale, y: (clientY - box.top) * scale };
  }

  /** @param {{ clientX: number, clientY: number }} event */
  squareUnder(event) {
    const { x, y } = this.point(event);
    return squareAt(this.board.state, Math.floor(y / 100), Math.floor(x / 100));
  }

  /** @param {PointerEvent} event */
  press(event) {
    const { board } = this;
    const { state, parts } = board;
    if (event.target instanceof Node && parts.chooser.contains(event.target)) return;
    const square = this.squareUnder(event);
    if (event.button === 2) {
      this.arrowFrom = square;
      return;
    }
    if (event.button !== 0 || !square) return;
    if (!parts.chooser.hidden) {
      board.cancel();
      board.redraw();
      return;
    }
    if (!board.options.onArrows) {
      state.handArrows = [];
      drawArrows(state, parts);
    }
    board.focus(square, { isNow: false });
    event.preventDefault();
    if (board.options.onCarry && parts.drawn.has(square)) this.hold(square, event, false);
    else if (board.options.onSquare) board.activate(square);
    else if (board.canWait(square) && state.premove.length !== 1) this.hold(square, event, false);
    else if (picksUp(state, square)) this.take(square, event);
    else {
      board.activate(square);
      if (event.pointerType === "touch") this.swipe = { x: event.clientX, y: event.clientY };
    }
  }

  /**
   * Takes a piece into the hand.
   *
   * @param {string} square
   * @param {PointerEvent} event
   */
  take(square, event) {
    const { board } = this;
    const wasSelected = board.state.choice?.from === square;
    if (!wasSelected) {
      board.state.choice = undefined;
      clickOn(board.state, square);
      board.redraw();
    }
    this.hold(square, event, wasSelected);
  }

  /**
   * @param {string} square
   * @param {PointerEvent} event
   * @param {boolean} wasSelected
   */
  hold(square, event, wasSelected) {
    const { board } = this;
    const piece = board.parts.drawn.get(square);
    if (!piece) return;
    const { clientX: x, clientY: y } = event;
    this.held = { square, element: piece.element, wasSelected, x, y, moved: false };
    try {
      board.element.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that has gone already cannot be held.
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held } = this;
    if (!held) return;
    const distance = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.moved && distance < SHAKE) return;
    if (!held.moved) {
      held.moved = true;
      this.board.parts.layers.pieces.append(held.element);
      held.element.classList.add("dragged");
    }
    const { x, y } = this.point(event);
    held.element.style.transform = `translate(${x - 50}px, ${y - 50}px)`;
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { board, held, arrowFrom } = this;
    const { state } = board;
    const square = this.squareUnder(event);
    if (event.button === 2) {
      this.arrowFrom = undefined;
      if (!arrowFrom || !square) return;
      toggleArrow(state, arrowFrom, square, colourOf(event));
      drawArrows(state, board.parts);
      board.options.onArrows?.(state.handArrows);
      return;
    }
    if (!held) {
      this.endSwipe(event);
      return;
    }
    this.end();
    if (board.options.waiting?.()) {
      if (!held.moved) board.activate(held.square);
      else if (square && square !== held.square) board.setPremove([held.square, square]);
      return;
    }
    if (board.options.onCarry) {
      if (held.moved) board.options.onCarry(held.square, square);
      else board.activate(held.square);
      return;
    }
    if (!held.moved) {
      // A second click on the same piece lets it go.
      if (held.wasSelected && square) board.activate(square);
      return;
    }
    if (!square || square === held.square || !state.choice) return;
    const answer = state.choice.click(square);
    state.dropped = Boolean(answer && "play" in answer);
    board.answer(answer);
  }

  /** @param {PointerEvent} event */
  endSwipe({ clientX, clientY }) {
    const { swipe } = this;
    this.swipe = undefined;
    if (!swipe) return;
    const [right, down] = [clientX - swipe.x, clientY - swipe.y];
    if (Math.abs(right) < SWIPE || Math.abs(right) < 2 * Math.abs(down)) return;
    this.board.options.onStep?.(right < 0 ? 1 : -1);
  }

  /** Puts down what is held, where it came from. */
  end() {
    const { held, board } = this;
    if (!held) return;
    this.held = undefined;
    held.element.classList.remove("dragged");
    held.element.style.transform = shiftTo(board.state, held.square);
  }
}
