// The board editor: puts a position together. Whether it makes sense, the server says.

import { post } from "./api.js";
import { Board } from "./board.js";
import { button, choice, field, h, replace } from "./dom.js";
import { t } from "./i18n.js";
import { nameOf, pieceIcon, sideOf } from "./pieces.js";
import { NAMES, piecesOf } from "./squares.js";

const LETTERS = { chess: ["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p"], draughts: ["w", "W", "b", "B"] };
const CORNERS = { K: ["e1", "h1", "K", "R"], Q: ["e1", "a1", "K", "R"], k: ["e8", "h8", "k", "r"], q: ["e8", "a8", "k", "r"] };

/** The position on an edited board as text. */
function fenOf(game, pieces, turn, rights) {
  if (game === "draughts") {
    const list = (side) => NAMES.draughts.filter((name) => pieces.has(name) && sideOf(game, pieces.get(name)) === side)
      .map((name) => (nameOf(game, pieces.get(name)) === "king" ? `K${name}` : name)).join(",");
    return `${turn === "white" ? "W" : "B"}:W${list("white")}:B${list("black")}`;
  }
  const rows = [];
  for (let row = 0; row < 8; row += 1) {
    const letters = NAMES.chess.slice(8 * row, 8 * row + 8).map((name) => pieces.get(name) ?? ".").join("");
    rows.push(letters.replace(/\.+/g, (gap) => gap.length));
  }
  const castling = Object.keys(CORNERS).filter((right) => rights.has(right) && canCastle(pieces, right)).join("") || "-";
  return `${rows.join("/")} ${turn === "white" ? "w" : "b"} ${castling} - 0 1`;
}

function canCastle(pieces, right) {
  const [king, rook, kingLetter, rookLetter] = CORNERS[right];
  return pieces.get(king) === kingLetter && pieces.get(rook) === rookLetter;
}

/** Edits a position; `onDone(view, what)` with `what` either "analyse" or "play". */
export function editorView(main, { game, position, onDone, onCancel }) {
  let pieces = piecesOf(game, position.board);
  let turn = position.turn;
  let tool = LETTERS[game][0];
  const rights = new Set((position.fen.split(" ")[2] ?? "").split("").filter((right) => CORNERS[right]));
  let view;
  let asked = 0;
  const board = new Board(game, { onSquare: set });
  const fen = h("input", { type: "text", class: "mono", autocomplete: "off", spellcheck: false, onchange: () => read(fen.value) });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const palette = h("div", { class: "palette", role: "group", "aria-label": t("editor.palette") });
  const more = h("div", { class: "more" });
  const done = h("div", { class: "actions" });

  function set(square) {
    if (tool === "." || pieces.get(square) === tool) pieces.delete(square);
    else pieces.set(square, tool);
    draw();
  }

  function letters() {
    return NAMES[game].map((name) => pieces.get(name) ?? ".").join("");
  }

  async function read(text) {
    try {
      const found = await post("/position", { game, fen: text });
      pieces = piecesOf(game, found.board);
      turn = found.turn;
      rights.clear();
      for (const right of (found.fen.split(" ")[2] ?? "").split("")) if (CORNERS[right]) rights.add(right);
      draw();
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  }

  async function check() {
    const text = fenOf(game, pieces, turn, rights);
    fen.value = text;
    asked += 1;
    const mine = asked;
    try {
      const found = await post("/position", { game, fen: text });
      if (mine !== asked) return;
      view = found;
      problem.hidden = true;
    } catch (error) {
      if (mine !== asked) return;
      view = undefined;
      problem.textContent = error.message;
      problem.hidden = false;
    }
    for (const one of done.querySelectorAll("[data-needs]")) one.disabled = !view;
  }

  function draw() {
    board.show({ board: letters(), legal: [] });
    const one = (letter) => {
      const label = letter === "." ? t("editor.rubber") : t(`piece.${game}.${sideOf(game, letter)}.${nameOf(game, letter)}`);
      return h("button", { type: "button", "aria-pressed": String(tool === letter), "aria-label": label, title: label, "data-tool": letter, onclick: () => { tool = letter; draw(); palette.querySelector(`[data-tool="${letter}"]`).focus(); } },
        letter === "." ? button("trash", "", undefined).firstChild : pieceIcon(game, letter));
    };
    // In chess the rubber ends the first row, so that each side has its own.
    const row = game === "chess" ? 6 : 4;
    replace(palette, LETTERS[game].slice(0, row).map(one), one("."), LETTERS[game].slice(row).map(one));
    const right = (name, label) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: rights.has(name), disabled: !canCastle(pieces, name), onchange: (event) => { if (event.target.checked) rights.add(name); else rights.delete(name); check(); } }), label);
    replace(more,
      choice(t("editor.turn"), "turn", [["white", t("side.white")], ["black", t("side.black")]], turn, (side) => { turn = side; check(); }),
      game === "chess" && h("fieldset", { class: "checks" }, h("legend", {}, t("editor.castling")),
        right("K", t("editor.white-short")), right("Q", t("editor.white-long")), right("k", t("editor.black-short")), right("q", t("editor.black-long"))));
    check();
  }

  replace(done,
    button("search", t("editor.analyse"), () => onDone(view, "analyse"), { class: "primary", "data-needs": "" }),
    button("play", t("editor.play"), () => onDone(view, "play"), { "data-needs": "" }),
    button("flip", t("play.flip"), () => board.flip()),
    button("trash", t("editor.clear"), () => { pieces.clear(); rights.clear(); draw(); }),
    button("first", t("editor.start"), () => read("")),
    button("close", t("editor.cancel"), onCancel));
  const panel = h("div", { class: "panel" }, h("h1", {}, t("editor.title")), h("p", { class: "note" }, t("editor.note")), palette, more, field("FEN", fen), problem, done);
  replace(main, h("div", { class: "desk analysing" }, h("div", { class: "board-column" }, board.element), panel));
  draw();
  window.scrollTo(0, 0);
  return board;
}
