// @ts-check
// The panel with keys and ways to move.

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { isServed } from "./transport.js";

/** Keys, and what they do as a key of the catalogue. */
const KEYS = /** @type {const} */ ([
  [["←", "→"], "help.steps"],
  [["Home", "End"], "help.ends"],
  [["f"], "help.flip"],
  [["n"], "help.numbers"],
  [["h"], "help.hint"],
  [["Space"], "help.engine"],
  [["Tab"], "help.tab"],
  [["Enter"], "help.enter"],
  [["Esc"], "help.escape"],
  [["Ctrl", "Z"], "help.undo"],
  [["Ctrl", "V"], "help.paste"],
  [["?"], "help.help"],
]);

export function openHelp() {
  document.getElementById("help-panel")?.remove();
  const rows = KEYS.map(([keys, meaning]) => {
    const signs = keys.map((key) => h("kbd", {}, key));
    return h("div", {}, h("dt", {}, signs), h("dd", {}, t(meaning)));
  });
  const dialog = openDialog(
    t("help.title"),
    h("dl", { class: "keys" }, rows),
    h("p", {}, t("help.moving")),
    h("p", {}, t("help.draughts")),
    h("p", {}, t("help.arrows")),
    h("p", {}, t("help.review")),
    h("p", {}, t("help.library")),
    h("p", {}, t("help.training")),
    h("p", {}, t("help.private")),
    !isServed && h("p", {}, t("help.no-server")),
  );
  dialog.id = "help-panel";
}
