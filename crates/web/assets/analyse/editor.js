// @ts-check
// The board editor: puts a position together. Whether it makes sense, the server says.

import { messageOf } from "../announce.js";
import { post } from "../api.js";
import { Board } from "../board/board.js";
import { pieceIcon } from "../board/pieces.js";
import { pieceKey, piecesOf } from "../board/squares.js";
import { button, checkbox, choice, field, focusOn, h, replace, select, sign } from "../dom.js";
import { t } from "../i18n.js";
import {
  CORNERS,
  boardText,
  canCastle,
  fenOf,
  passantIn,
  passants,
  rightsIn,
} from "./position-text.js";

/** @import { Edited } from "./position-text.js" */

/** Stands for the rubber, as it does for an empty square. */
const RUBBER = ".";

/** Stands for the hand, which moves pieces. */
const HAND = "-";

/** @type {Record<GameName, string[]>} */
const LETTERS = {
  chess: ["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p"],
  draughts: ["w", "W", "b", "B"],
};

/**
 * @typedef {object} EditorOptions
 * @property {PositionView} position to begin with
 * @property {(view: PositionView, what: "analyse" | "play") => void} onDone
 * @property {() => void} onCancel
 */

export class EditorView {
  /**
   * @param {HTMLElement} main
   * @param {EditorOptions} options
   */
  constructor(main, options) {
    this.options = options;
    const { game } = options.position;
    /** @type {Edited} */
    this.edited = editedFrom(options.position);
    this.tool = HAND;
    /** @type {string | undefined} */
    this.taken = undefined;
    /** @type {PositionView | undefined} */
    this.view = undefined;
    this.asked = 0;
    this.board = new Board(game, {
      onSquare: (square) => this.put(square),
      onCarry: (from, to) => this.carry(from, to),
    });
    this.fen = h("input", {
      type: "text",
      class: "mono",
      autocomplete: "off",
      spellcheck: false,
      onchange: () => this.read(this.fen.value),
    });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    const label = t("editor.palette");
    this.palette = h("div", { class: "palette", role: "group", "aria-label": label });
    this.more = h("div", { class: "more" });
    this.done = h("div", { class: "actions" }, this.buttons());
    const panel = h(
      "div",
      { class: "panel" },
      h("h1", {}, t("editor.title")),
      h("p", { class: "note" }, t("editor.note")),
      this.palette,
      this.more,
      field("FEN", this.fen),
      this.problem,
      this.done,
    );
    const column = h("div", { class: "board-column" }, this.board.element);
    replace(main, h("div", { class: "desk editing" }, column, panel));
    this.draw();
    window.scrollTo(0, 0);
  }

  buttons() {
    const finish = (/** @type {"analyse" | "play"} */ what) => () => {
      if (this.view) this.options.onDone(this.view, what);
    };
    const clear = () => {
      this.edited.pieces.clear();
      this.edited.rights.clear();
      this.draw();
    };
    const needs = { "data-needs": "" };
    return [
      button("search", t("editor.analyse"), finish("analyse"), { ...needs, class: "primary" }),
      button("play", t("editor.play"), finish("play"), needs),
      button("flip", t("play.flip"), () => this.flip()),
      button("trash", t("editor.clear"), clear),
      button("first", t("editor.start"), () => this.read("")),
      button("close", t("editor.cancel"), this.options.onCancel),
    ];
  }

  flip() {
    this.board.flip();
  }

  /** @param {string} square */
  put(square) {
    const { pieces } = this.edited;
    if (this.tool === HAND) {
      this.pick(square);
      return;
    }
    if (this.tool === RUBBER || pieces.get(square) === this.tool) pieces.delete(square);
    else pieces.set(square, this.tool);
    this.draw();
  }

  /**
   * The hand takes a piece at the first click and puts it down at the second.
   *
   * @param {string} square
   */
  pick(square) {
    const { taken } = this;
    this.taken = undefined;
    if (taken !== undefined && taken !== square) this.carry(taken, square);
    else if (taken === undefined && this.edited.pieces.has(square)) {
      this.taken = square;
      this.board.hint(square);
    } else this.draw();
  }

  /**
   * A piece goes to another square, or off the board.
   *
   * @param {string} from
   * @param {string | undefined} to
   */
  carry(from, to) {
    const { pieces } = this.edited;
    const letter = pieces.get(from);
    if (letter === undefined || from === to) return;
    pieces.delete(from);
    if (to) pieces.set(to, letter);
    this.taken = undefined;
    this.draw();
  }

  /**
   * A piece of the palette is dragged to the board.
   *
   * @param {string} letter
   * @param {PointerEvent} event
   */
  drag(letter, event) {
    const { game, pieces } = this.edited;
    const { clientX, clientY } = event;
    /** @type {HTMLElement | undefined} */
    let ghost;
    const control = new AbortController();
    const { signal } = control;
    const move = (/** @type {PointerEvent} */ at) => {
      if (!ghost && Math.hypot(at.clientX - clientX, at.clientY - clientY) < 5) return;
      if (!ghost) {
        ghost = h("div", { class: "ghost" }, pieceIcon(game, letter));
        document.body.append(ghost);
      }
      ghost.style.left = `${at.clientX}px`;
      ghost.style.top = `${at.clientY}px`;
    };
    const end = (/** @type {PointerEvent} */ at) => {
      control.abort();
      if (!ghost) return;
      ghost.remove();
      const square = this.board.squareFrom(at);
      if (!square) return;
      pieces.set(square, letter);
      this.draw();
    };
    window.addEventListener("pointermove", move, { signal });
    window.addEventListener("pointerup", end, { signal });
    window.addEventListener("pointercancel", end, { signal });
  }

  /**
   * Takes a position as text.
   *
   * @param {string} text
   */
  async read(text) {
    try {
      this.edited = editedFrom(await post("/position", { game: this.edited.game, fen: text }));
      this.draw();
    } catch (error) {
      this.complain(error);
    }
  }

  /** @param {unknown} error */
  complain(error) {
    this.problem.textContent = messageOf(error);
    this.problem.hidden = false;
  }

  /** Asks the server whether what stands there makes sense. */
  async check() {
    this.fen.value = fenOf(this.edited);
    this.asked += 1;
    const mine = this.asked;
    try {
      const found = await post("/position", { game: this.edited.game, fen: this.fen.value });
      if (mine !== this.asked) return;
      this.view = found;
      this.problem.hidden = true;
    } catch (error) {
      if (mine !== this.asked) return;
      this.view = undefined;
      this.complain(error);
    }
    for (const one of this.done.querySelectorAll("[data-needs]")) {
      one.toggleAttribute("disabled", !this.view);
    }
  }

  draw() {
    const { game, pieces } = this.edited;
    this.board.show({ board: boardText(game, pieces), legal: [] });
    // In chess the rubber ends the first row, so that each side has its own.
    const row = game === "chess" ? 6 : 4;
    const letters = LETTERS[game];
    const tools = [...letters.slice(0, row), RUBBER, ...letters.slice(row), HAND];
    replace(
      this.palette,
      tools.map((letter) => this.toolButton(letter)),
    );
    replace(
      this.more,
      this.turnChoice(),
      game === "chess" && [this.castlingBoxes(), this.passantField()],
    );
    this.check();
  }

  /** @param {string} letter */
  toolButton(letter) {
    const { game } = this.edited;
    const isPiece = letter !== RUBBER && letter !== HAND;
    const other = t(letter === HAND ? "editor.hand" : "editor.rubber");
    const label = isPiece ? t(pieceKey(game, letter)) : other;
    const attributes = {
      type: "button",
      "aria-pressed": String(this.tool === letter),
      "aria-label": label,
      title: label,
      "data-tool": letter,
      class: isPiece ? undefined : "moving",
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        // A finger is held by what it touched; a piece is to follow it.
        if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId))
          event.target.releasePointerCapture(event.pointerId);
        if (isPiece) this.drag(letter, event);
      },
      onclick: () => {
        this.tool = letter;
        this.taken = undefined;
        this.draw();
        focusOn(this.palette, `[data-tool="${letter}"]`);
      },
    };
    return h(
      "button",
      attributes,
      isPiece ? pieceIcon(game, letter) : sign(letter === HAND ? "move" : "trash"),
    );
  }

  turnChoice() {
    /** @type {[SideName, string][]} */
    const sides = [
      ["white", t("side.white")],
      ["black", t("side.black")],
    ];
    return choice(t("editor.turn"), "turn", sides, this.edited.turn, (side) => {
      this.edited.turn = side;
      this.draw();
    });
  }

  /** Where a pawn may be taken in passing, if one may. */
  passantField() {
    const { edited } = this;
    const squares = passants(edited);
    if (!squares.includes(edited.passant)) edited.passant = "-";
    /** @type {[string, string][]} */
    const names = squares.map((square) => [square, square]);
    const options = { disabled: squares.length === 0 };
    const none = /** @type {[string, string]} */ (["-", t("editor.no-passant")]);
    const list = select(options, [none, ...names], edited.passant, (square) => {
      edited.passant = square;
      this.check();
    });
    return field(t("editor.passant"), list);
  }

  castlingBoxes() {
    const { rights, pieces } = this.edited;
    const boxes = CORNERS.map(({ right, label }) => {
      const choose = (/** @type {boolean} */ isWanted) => {
        if (isWanted) rights.add(right);
        else rights.delete(right);
        this.check();
      };
      const disabled = !canCastle(pieces, right);
      return checkbox(t(label), rights.has(right), choose, { disabled });
    });
    return h("fieldset", { class: "checks" }, h("legend", {}, t("editor.castling")), boxes);
  }
}

/**
 * @param {PositionView} position
 * @returns {Edited}
 */
function editedFrom({ game, board, turn, fen }) {
  return {
    game,
    pieces: piecesOf(game, board),
    turn,
    rights: rightsIn(fen),
    passant: passantIn(fen),
  };
}
