// @ts-check
// A small board beside a line of the engine: the position after the move under the pointer.

import { post } from "../api.js";
import { Board } from "../board/board.js";
import { h, replace } from "../dom.js";

/** Milliseconds that a pointer rests before the board is shown. */
const REST = 120;

/** A move in a line. */
const MOVE = "button.pv";

/** @typedef {{ game: GameName, fen: string, moves: string[] }} Place */

/**
 * Lets the lines in an element show their positions; `place` is where they begin, and `linesIn` has
 * the moves of each row.
 *
 * @param {HTMLElement} element
 * @param {() => Place} place
 * @param {() => StepView[][]} linesIn
 * @param {() => boolean} isFlipped
 */
export function hoverBoard(element, place, linesIn, isFlipped) {
  const card = h("div", { class: "hover-board", "aria-hidden": "true", hidden: true });
  let asked = 0;
  const hide = () => {
    asked += 1;
    card.hidden = true;
    card.remove();
  };
  /** @param {PointerEvent} event */
  async function show({ target, pointerType }) {
    const move = target instanceof Element ? target.closest(MOVE) : null;
    const row = move?.closest("li");
    if (!move || !row || pointerType === "touch") return;
    asked += 1;
    const mine = asked;
    await new Promise((resolve) => {
      setTimeout(resolve, REST);
    });
    if (mine !== asked || !move.isConnected) return;
    const line = linesIn()[[...element.children].indexOf(row)] ?? [];
    const count = [...row.querySelectorAll(MOVE)].indexOf(move) + 1;
    const { game, fen, moves } = place();
    const codes = line.slice(0, count).map((step) => step.code);
    try {
      /** @type {ArrivalView} */
      const found = await post("/position", { game, fen, moves: [...moves, ...codes] });
      if (mine !== asked) return;
      const board = new Board(game);
      board.setNumbers(false);
      board.flip(isFlipped());
      board.show({ board: found.board, legal: [], last: found.last?.move, check: found.check });
      board.element.inert = true;
      replace(card, board.element);
      const box = row.getBoundingClientRect();
      card.style.top = `${box.bottom + 6}px`;
      card.style.left = `${box.left}px`;
      document.body.append(card);
      card.hidden = false;
    } catch {
      // A line that has changed meanwhile: the next one is shown.
    }
  }
  element.addEventListener("pointerover", show);
  element.addEventListener("pointerleave", hide);
  element.addEventListener("click", hide);
  return hide;
}
