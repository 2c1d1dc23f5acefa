// @ts-check
// A dialog with a title, which goes away when it is closed.

import { button, h, newId } from "./dom.js";
import { t } from "./i18n.js";

/**
 * @param {string} title
 * @param {...import("./dom.js").Child} children
 */
export function openDialog(title, ...children) {
  const id = newId("title");
  const close = button("close", t("help.close"), () => dialog.close(), {
    bare: true,
    class: "icon",
  });
  const dialog = h(
    "dialog",
    { "aria-labelledby": id },
    h("div", { class: "dialog-head" }, h("h2", { id }, title), close),
    children,
  );
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  return dialog;
}
