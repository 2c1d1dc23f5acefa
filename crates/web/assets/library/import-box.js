// @ts-check
// How far an import is, and what came of the last one.

import { button, h, replace } from "../dom.js";
import { plural, t } from "../i18n.js";
import { faultText } from "../analyse/faults.js";
import { forgetImport, lastImport, stopImport } from "./importer.js";

/** @import { Import } from "./importer.js" */

export class ImportBox {
  constructor() {
    this.element = h("section", { class: "import-box", "aria-label": t("library.importing") });
    // Made once: what is rebuilt at every piece cannot be pressed.
    this.bar = h("progress", { max: 1, value: 0, "aria-label": t("paste.progress") });
    this.words = h("p", { class: "note" });
    const stop = button("close", t("library.stop"), stopImport, { "data-action": "stop" });
    this.running = h("div", { class: "review-offer" }, this.bar, this.words, stop);
    /** @type {Import | undefined} */
    this.told = undefined;
  }

  get isRunning() {
    return lastImport()?.state === "running";
  }

  draw() {
    const now = lastImport();
    this.element.hidden = !now || (now.state === "done" && now.broken === 0);
    if (!now) return;
    if (now.state === "running") {
      this.bar.value = now.done;
      const { name, games } = now;
      this.words.textContent = plural("library.reading", games, { name });
      if (!this.element.contains(this.running)) replace(this.element, this.running);
      this.told = undefined;
      return;
    }
    if (this.told === now) return;
    this.told = now;
    replace(
      this.element,
      report(now, () => this.close()),
    );
  }

  close() {
    forgetImport();
    this.draw();
  }
}

/**
 * What came of an import: how much there is, and what could not be read.
 *
 * @param {Import} done
 * @param {() => void} onClose
 */
function report(done, onClose) {
  const { name, games, broken, faults, state, problem } = done;
  const words = [
    t("library.from", { name }),
    plural("library.came", games),
    broken > 0 && plural("library.broken-count", broken),
  ];
  const list = faults.map((fault) => h("li", {}, faultText(fault)));
  const close = button("close", t("help.close"), onClose, { bare: true, class: "icon" });
  return h(
    "div",
    { class: "note-box" },
    h(
      "div",
      { class: "note-head" },
      h("p", { role: "status" }, words.filter(Boolean).join(" ")),
      close,
    ),
    state === "stopped" && h("p", {}, t("library.stopped")),
    state === "failed" && h("p", { class: "problem" }, t("library.failed", { problem })),
    faults.length > 0 &&
      h(
        "details",
        { open: faults.length < 4 },
        h("summary", {}, t("paste.faults")),
        h("ul", { class: "fault-list", tabIndex: 0, role: "list" }, list),
      ),
  );
}
