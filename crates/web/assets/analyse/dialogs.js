// @ts-check
// Dialogs for text: paste or open games and positions, and take them away.

import { complain, messageOf, tell } from "../announce.js";
import { download, post } from "../api.js";
import { boardPicture } from "../board/picture.js";
import { openDialog } from "../dialog.js";
import { button, choice, field, h } from "../dom.js";
import { t } from "../i18n.js";
import { lastImport, onImport, stopImport } from "../library/importer.js";
import { bring } from "./reading.js";

/** @import { Tree } from "./tree.js" */

/** Which game a text is of, or that the server should find out. */
/** @typedef {GameName | "auto"} Kind */

/**
 * Lets the reader paste or open a text; `onRead` is given what was found in it. A file that is
 * given is read at once.
 *
 * @param {(brought: import("./reading.js").Brought) => Promise<void>} onRead
 * @param {File} [given]
 */
export function openPaste(onRead, given = undefined) {
  /** @type {Kind} */
  let game = "auto";
  const placeholder = t("paste.example");
  const area = h("textarea", { rows: 7, class: "mono", spellcheck: false, placeholder });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("paste.progress") });
  const stop = button("close", t("library.stop"), stopImport);
  const waiting = h("div", { class: "review-offer", hidden: true }, bar, stop);
  const ignore = onImport(() => {
    const now = lastImport();
    waiting.hidden = now?.state !== "running";
    bar.value = now?.done ?? 0;
  });
  const read = async (/** @type {string | File} */ what) => {
    problem.hidden = true;
    try {
      const brought = await bring(what, game === "auto" ? undefined : game);
      dialog.close();
      await onRead(brought);
    } catch (error) {
      problem.textContent = messageOf(error);
      problem.hidden = false;
    }
  };
  /** @type {[Kind, string][]} */
  const kinds = [
    ["auto", t("paste.auto")],
    ["chess", t("game.chess")],
    ["draughts", t("game.draughts")],
  ];
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    read(area.value);
  };
  const submit = h("button", { type: "submit", class: "primary" }, t("paste.read"));
  const form = h(
    "form",
    { onsubmit },
    field(t("paste.text"), area, h("p", { class: "note" }, t("paste.note"))),
    field(t("paste.file"), fileField(read)),
    waiting,
    choice(t("setup.game"), "kind", kinds, "auto", (kind) => {
      game = kind;
    }),
    problem,
    h("div", { class: "dialog-foot" }, submit),
  );
  const dialog = openDialog(t("paste.title"), form);
  dialog.addEventListener("close", ignore);
  area.focus();
  if (given) read(given);
}

/** @param {(file: File) => void} onFile */
function fileField(onFile) {
  const input = h("input", {
    type: "file",
    accept: ".pgn,.pdn,.fen,.txt,.gz,text/plain",
    onchange: () => {
      const file = input.files?.[0];
      if (file) onFile(file);
    },
  });
  return input;
}

/**
 * Shows the position and the game as text, to copy or to keep.
 *
 * @param {Tree} tree
 * @param {string} fen
 * @param {HTMLElement} board
 */
export async function openExport(tree, fen, board) {
  /** @type {WrittenView} */
  const written = await post("/write", tree.draft());
  const area = (/** @type {string} */ value, /** @type {number} */ rows) => {
    const onfocus = () => element.select();
    const element = h("textarea", { rows, class: "mono", readOnly: true, value, onfocus });
    return element;
  };
  const copy = (/** @type {string} */ value, label = "export.copy") =>
    button("clip", t(label), async () => {
      await navigator.clipboard.writeText(value);
      tell(t("export.copied"));
    });
  const name = `damier.${written.extension}`;
  const save = () => download(name, written.text);
  const savePicture = async () => {
    try {
      download("damier.png", await boardPicture(board));
    } catch (error) {
      complain(error);
    }
  };
  const picture = button("save", t("export.picture"), savePicture, { "data-action": "picture" });
  const printAll = () => {
    dialog.close();
    window.print();
  };
  const print = button("print", t("export.print"), printAll, { "data-action": "print" });
  const body = h(
    "div",
    {},
    field("FEN", area(fen, 2)),
    h("div", { class: "dialog-foot" }, copy(addressOf(tree), "export.address"), copy(fen)),
    h("div", { class: "dialog-foot" }, picture, print),
    field(written.extension.toUpperCase(), area(written.text, 10)),
    h(
      "div",
      { class: "dialog-foot" },
      copy(written.text),
      button("save", t("export.save", { name }), save, { class: "primary" }),
    ),
  );
  const dialog = openDialog(t("export.title"), body);
}

/**
 * The address that opens the line which is looked at.
 *
 * @param {Tree} tree
 */
export function addressOf(tree) {
  const { game, fen, moves } = tree.place();
  const line = encodeURI(`line:${game}:${moves.join(",")}:${fen}`);
  return `${location.origin}${location.pathname}#/analyse/${line}`;
}
