// The panel with keys and ways to move.

import { button, h } from "./dom.js";
import { t } from "./i18n.js";

const KEYS = [["←", "→"], ["Home", "End"], ["f"], ["n"], ["h"], ["Space"], ["Tab"], ["Enter"], ["Esc"], ["?"]];
const NAMES = ["steps", "ends", "flip", "numbers", "hint", "engine", "tab", "enter", "escape", "help"];

export function openHelp() {
  document.getElementById("help-panel")?.remove();
  const dialog = h("dialog", { id: "help-panel", "aria-labelledby": "help-title" },
    h("div", { class: "dialog-head" }, h("h2", { id: "help-title" }, t("help.title")),
      button("close", t("help.close"), () => dialog.close(), { bare: true, class: "icon" })),
    h("dl", { class: "keys" }, KEYS.map((keys, place) => h("div", {},
      h("dt", {}, keys.map((key) => h("kbd", {}, key))), h("dd", {}, t(`help.${NAMES[place]}`))))),
    h("p", {}, t("help.moving")), h("p", {}, t("help.draughts")), h("p", {}, t("help.arrows")), h("p", {}, t("help.review")), h("p", {}, t("help.private")));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}
