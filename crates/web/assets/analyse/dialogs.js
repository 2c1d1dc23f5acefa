// @ts-check
// Dialogs for text: paste or open games and positions, and take them away.

import { messageOf, tell } from "../announce.js";
import { download, post } from "../api.js";
import { openDialog } from "../dialog.js";
import { button, choice, field, h, replace } from "../dom.js";
import { ruleText, t } from "../i18n.js";

/** @import { Tree } from "./tree.js" */

/** Which game a text is of, or that the server should find out. */
/** @typedef {GameName | "auto"} Kind */

/**
 * Lets the reader paste or open a text; `onRead` is given what the server found in it.
 *
 * @param {(found: RecordView, text: string) => void} onRead
 */
export function openPaste(onRead) {
  /** @type {Kind} */
  let game = "auto";
  const placeholder = t("paste.example");
  const area = h("textarea", { rows: 9, class: "mono", spellcheck: false, placeholder });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const read = async () => {
    problem.hidden = true;
    try {
      const known = game === "auto" ? undefined : game;
      const found = await post("/read", { text: area.value, game: known });
      dialog.close();
      onRead(found, area.value);
    } catch (error) {
      problem.textContent = messageOf(error);
      problem.hidden = false;
    }
  };
  const file = fileField(async (chosen) => {
    area.value = await chosen.text();
    if (/\.pdn$/i.test(chosen.name)) game = "draughts";
    read();
  });
  /** @type {[Kind, string][]} */
  const kinds = [
    ["auto", t("paste.auto")],
    ["chess", t("game.chess")],
    ["draughts", t("game.draughts")],
  ];
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    read();
  };
  const submit = h("button", { type: "submit", class: "primary" }, t("paste.read"));
  const form = h(
    "form",
    { onsubmit },
    field(t("paste.text"), area, h("p", { class: "note" }, t("paste.note"))),
    field(t("paste.file"), file),
    choice(t("setup.game"), "kind", kinds, "auto", (kind) => {
      game = kind;
    }),
    problem,
    h("div", { class: "dialog-foot" }, submit),
  );
  const dialog = openDialog(t("paste.title"), form);
  area.focus();
}

/** @param {(file: File) => void} onFile */
function fileField(onFile) {
  const input = h("input", {
    type: "file",
    accept: ".pgn,.pdn,.fen,.txt,text/plain",
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
 */
export async function openExport(tree, fen) {
  /** @type {WrittenView} */
  const written = await post("/write", tree.draft());
  const area = (/** @type {string} */ value, /** @type {number} */ rows) => {
    const onfocus = () => element.select();
    const element = h("textarea", { rows, class: "mono", readOnly: true, value, onfocus });
    return element;
  };
  const copy = (/** @type {string} */ value) =>
    button("clip", t("export.copy"), async () => {
      await navigator.clipboard.writeText(value);
      tell(t("export.copied"));
    });
  const name = `damier.${written.extension}`;
  const save = () => download(name, written.text);
  const body = h(
    "div",
    {},
    field("FEN", area(fen, 2)),
    h("div", { class: "dialog-foot" }, copy(fen)),
    field(written.extension.toUpperCase(), area(written.text, 10)),
    h(
      "div",
      { class: "dialog-foot" },
      copy(written.text),
      button("save", t("export.save", { name }), save, { class: "primary" }),
    ),
  );
  openDialog(t("export.title"), body);
}

/**
 * A box with what could not be read.
 *
 * @param {HTMLElement} element
 * @param {FaultView[]} faults
 */
export function showFaults(element, faults) {
  element.hidden = faults.length === 0;
  const list = faults.map((fault) => h("li", {}, faultText(fault)));
  replace(element, h("strong", {}, t("paste.faults")), h("ul", {}, list));
}

/** @param {FaultView} fault */
function faultText(fault) {
  const { message, game, line, column } = fault;
  const what = ruleText(fault);
  return what ? t("paste.fault", { game, line, column, what }) : message;
}
