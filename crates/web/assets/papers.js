// Dialogs for text: paste or open games and positions, and take them away.

import { download, post } from "./api.js";
import { tell } from "./announce.js";
import { button, choice, field, h, newId, replace } from "./dom.js";
import { t } from "./i18n.js";

/** Shows a dialog and takes it away when it is closed. */
function show(title, ...children) {
  const id = newId("title");
  const dialog = h("dialog", { class: "papers", "aria-labelledby": id },
    h("div", { class: "dialog-head" }, h("h2", { id }, title), button("close", t("help.close"), () => dialog.close(), { bare: true, class: "icon" })), children);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  return dialog;
}

/** Lets somebody paste or open a text; `onRead(found, text)` is given what the server found in it. */
export function openPaste(onRead) {
  let game = "auto";
  const area = h("textarea", { rows: 9, class: "mono", spellcheck: false, placeholder: t("paste.example") });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const file = h("input", {
    type: "file",
    accept: ".pgn,.pdn,.fen,.txt,text/plain",
    onchange: async () => {
      if (file.files[0]) {
        area.value = await file.files[0].text();
        if (/\.pdn$/i.test(file.files[0].name)) game = "draughts";
        read();
      }
    },
  });
  async function read() {
    problem.hidden = true;
    try {
      const found = await post("/read", { text: area.value, ...(game === "auto" ? {} : { game }) });
      dialog.close();
      onRead(found, area.value);
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  }
  const form = h("form", { onsubmit: (event) => { event.preventDefault(); read(); } },
    field(t("paste.text"), area, h("p", { class: "note" }, t("paste.note"))), field(t("paste.file"), file),
    choice(t("setup.game"), "kind", [["auto", t("paste.auto")], ["chess", t("game.chess")], ["draughts", t("game.draughts")]], game, (kind) => { game = kind; }),
    problem, h("div", { class: "dialog-foot" }, h("button", { type: "submit", class: "primary" }, t("paste.read"))));
  const dialog = show(t("paste.title"), form);
  area.focus();
}

/** Shows the position and the game as text, to copy or to keep. */
export async function openExport(tree, fen) {
  const written = await post("/write", tree.draft());
  const area = (text, rows) => h("textarea", { rows, class: "mono", readOnly: true, value: text, onfocus: (event) => event.target.select() });
  const copy = (text) => button("clip", t("export.copy"), async () => {
    await navigator.clipboard.writeText(text);
    tell(t("export.copied"));
  });
  const name = `damier.${written.extension}`;
  const body = h("div", {},
    field("FEN", area(fen, 2)), h("div", { class: "dialog-foot" }, copy(fen)),
    field(written.extension.toUpperCase(), area(written.text, 10)),
    h("div", { class: "dialog-foot" }, copy(written.text), button("save", t("export.save", { name }), () => download(name, written.text), { class: "primary" })));
  show(t("export.title"), body);
}

/** A box with what could not be read. */
export function faultBox(element, faults) {
  element.hidden = faults.length === 0;
  replace(element, faults.length > 0 && [h("strong", {}, t("paste.faults")), h("ul", {}, faults.map((fault) => h("li", {}, fault)))]);
}
