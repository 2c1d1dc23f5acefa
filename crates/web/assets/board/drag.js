// @ts-check
// The board by mouse and finger: pieces are dragged or clicked, and the right button draws arrows.

import { drawArrows, shiftTo } from "./draw.js";
import { SIZE } from "./squares.js";
import { clickOn, picksUp, squareAt, toggleArrow } from "./state.js";

/** @import { Board } from "./board.js" */

/** So many pixels are a shaking hand, and more are a drag. */
const SHAKE = 5;

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
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.release(event));
    element.addEventListener("pointercancel", () => this.end());
    element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /**
   * Where a pointer is, in hundredths of a square.
   *
   * @param {PointerEvent} event
   */
  point({ clientX, clientY }) {
    const box = this.board.parts.drawing.getBoundingClientRect();
    const scale = (SIZE[this.board.game] * 100) / box.width;
    return { x: (clientX - box.left) * scale, y: (clientY - box.top) * scale };
  }

  /** @param {PointerEvent} event */
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
    state.handArrows = [];
    drawArrows(state, parts);
    board.focus(square, { isNow: false });
    event.preventDefault();
    if (board.options.onSquare || !picksUp(state, square)) board.activate(square);
    else this.take(square, event);
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
      toggleArrow(state, arrowFrom, square);
      drawArrows(state, board.parts);
      return;
    }
    if (!held) return;
    this.end();
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

  /** Puts down what is held, where it came from. */
  end() {
    const { held, board } = this;
    if (!held) return;
    this.held = undefined;
    held.element.classList.remove("dragged");
    held.element.style.transform = shiftTo(board.state, held.square);
  }
}
