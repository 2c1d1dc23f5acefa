// @ts-check
// The panel of settings: how pieces, board and text look, and whether there are sounds.

import { SETS } from "./board/sets.js";
import { openDialog } from "./dialog.js";
import { checkbox, choice, h } from "./dom.js";
import { t } from "./i18n.js";
import { applyTheme, remember, settings } from "./settings.js";

/** @typedef {import("./settings.js").Settings} Settings */

/** @param {() => void} onChange the page is to be drawn anew */
export function openPreferences(onChange) {
  const set = (/** @type {Partial<Settings>} */ changes) => {
    remember(changes);
    applyTheme();
    onChange();
  };
  const sets = SETS.map(
    (name) => /** @type {[typeof name, string]} */ ([name, t(`theme.pieces-${name}`)]),
  );
  const boards = /** @type {const} */ (["green", "brown", "blue"]);
  const colours = boards.map(
    (name) => /** @type {[typeof name, string]} */ ([name, t(`theme.board-${name}`)]),
  );
  /** @type {[Settings["text"], string][]} */
  const texts = [
    ["normal", t("settings.text-normal")],
    ["large", t("settings.text-large")],
  ];
  openDialog(
    t("settings.title"),
    h(
      "div",
      {},
      choice(t("settings.pieces"), "pieces", sets, settings.pieces, (pieces) => set({ pieces })),
      choice(t("settings.board"), "board", colours, settings.board, (board) => set({ board })),
      choice(t("settings.text"), "text", texts, settings.text, (text) => set({ text })),
      checkbox(t("settings.sound"), settings.sound, (sound) => remember({ sound })),
    ),
  );
}
