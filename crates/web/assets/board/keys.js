// @ts-check
// The board by keyboard: arrows go from square to square, enter takes and puts down.

import { isStep, neighbour } from "./state.js";

/** @import { Board } from "./board.js" */

/** @param {Board} board */
export function listenToKeys(board) {
  board.element.addEventListener("keydown", (event) => {
    const square = event.target instanceof HTMLElement && event.target.dataset.square;
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") board.activate(square);
    else if (event.key === "Escape") {
      board.cancel();
      board.redraw();
    } else if (isStep(event.key)) {
      const next = neighbour(board.state, square, event.key);
      if (next) board.focus(next);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
