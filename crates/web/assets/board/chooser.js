// @ts-check
// What a pawn becomes: a small panel on the board.

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { pieceIcon } from "./pieces.js";
import { pieceKey } from "./squares.js";
import { seenAt } from "./state.js";

/** @import { BoardState } from "./state.js" */
/** @import { Parts } from "./draw.js" */

/** The usual wish first. */
const ORDER = ["q", "r", "b", "n"];

/**
 * Asks which of several promotions is meant; `onPick` is given the move, or nothing if it is none.
 *
 * @param {BoardState} state
 * @param {Parts} parts
 * @param {MoveView[]} moves
 * @param {(mv: MoveView | undefined) => void} onPick
 */
export function openChooser(state, { chooser }, moves, onPick) {
  const rank = (/** @type {MoveView} */ { promotion = "" }) => ORDER.indexOf(promotion);
  const sorted = [...moves].sort((one, other) => rank(one) - rank(other));
  const option = (/** @type {MoveView} */ mv) => {
    const small = mv.promotion ?? "q";
    const letter = state.shown?.turn === "black" ? small : small.toUpperCase();
    const label = t("board.promote", { piece: t(pieceKey("chess", letter)) });
    const attributes = { type: "button", "aria-label": label, title: label };
    return h("button", { ...attributes, onclick: () => onPick(mv) }, pieceIcon("chess", letter));
  };
  replace(chooser, sorted.map(option));
  const { row, column } = seenAt(state, moves[0].path[moves[0].path.length - 1]);
  chooser.className = `chooser column-${column} ${row < 4 ? "from-top" : "from-bottom"}`;
  chooser.setAttribute("role", "group");
  chooser.setAttribute("aria-label", t("board.promotion"));
  chooser.hidden = false;
  chooser.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onPick(undefined);
  };
  chooser.querySelector("button")?.focus();
}
