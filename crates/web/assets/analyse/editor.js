// @ts-check
// The board editor: puts a position together. Whether it makes sense, the server says.

import { messageOf } from "../announce.js";
import { post } from "../api.js";
import { Board } from "../board/board.js";
import { pieceIcon } from "../board/pieces.js";
import { pieceKey, piecesOf } from "../board/squares.js";
import { button, checkbox, choice, field, focusOn, h, replace, sign } from "../dom.js";
import { t } from "../i18n.js";
import { CORNERS, boardText, canCastle, fenOf, rightsIn } from "./position-text.js";

/** @import { Edited } from "./position-text.js" */

/** Stands for the rubber, as it does for an empty square. */
const RUBBER = ".";

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
    this.tool = LETTERS[game][0];
    /** @type {PositionView | undefined} */
    this.view = undefined;
    this.asked = 0;
    this.board = new Board(game, { onSquare: (square) => this.put(square) });
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
    replace(main, h("div", { class: "desk analysing" }, column, panel));
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
    if (this.tool === RUBBER || pieces.get(square) === this.tool) pieces.delete(square);
    else pieces.set(square, this.tool);
    this.draw();
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
    const tools = [...letters.slice(0, row), RUBBER, ...letters.slice(row)];
    replace(
      this.palette,
      tools.map((letter) => this.toolButton(letter)),
    );
    replace(this.more, this.turnChoice(), game === "chess" && this.castlingBoxes());
    this.check();
  }

  /** @param {string} letter */
  toolButton(letter) {
    const { game } = this.edited;
    const isRubber = letter === RUBBER;
    const label = isRubber ? t("editor.rubber") : t(pieceKey(game, letter));
    const attributes = {
      type: "button",
      "aria-pressed": String(this.tool === letter),
      "aria-label": label,
      title: label,
      "data-tool": letter,
      onclick: () => {
        this.tool = letter;
        this.draw();
        focusOn(this.palette, `[data-tool="${letter}"]`);
      },
    };
    return h("button", attributes, isRubber ? sign("trash") : pieceIcon(game, letter));
  }

  turnChoice() {
    /** @type {[SideName, string][]} */
    const sides = [
      ["white", t("side.white")],
      ["black", t("side.black")],
    ];
    return choice(t("editor.turn"), "turn", sides, this.edited.turn, (side) => {
      this.edited.turn = side;
      this.check();
    });
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
  return { game, pieces: piecesOf(game, board), turn, rights: rightsIn(fen) };
}
