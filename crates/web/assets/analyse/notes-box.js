// @ts-check
// Notes by hand: a comment and a sign for the move that is looked at. They are part of the record
// and go with it wherever it goes.

import { field, h, replace, select } from "../dom.js";
import { has, t } from "../i18n.js";
import { SIGNS } from "./notes.js";

/** @import { Tree } from "./tree.js" */

/**
 * @typedef {object} NotesOptions
 * @property {() => Tree} tree
 * @property {() => void} onChange
 */

export class NotesBox {
  /** @param {NotesOptions} options */
  constructor(options) {
    this.options = options;
    this.body = h("div", { class: "note-fields" });
    /** @type {unknown} */
    this.shown = undefined;
    const summary = h("summary", {}, t("tree.notes"));
    this.element = h("details", { class: "notes" }, summary, this.body);
  }

  draw() {
    const tree = this.options.tree();
    const { current } = tree;
    const place = current ?? tree.frame;
    // What is being written stays as it is.
    if (this.shown === place && this.body.contains(document.activeElement)) return;
    this.shown = place;
    const area = h("textarea", {
      rows: 3,
      value: (place.comments ?? []).join("\n\n"),
      oninput: () => {
        place.comments = area.value
          .split(/\n\s*\n/)
          .map((text) => text.replace(/\s+/g, " ").trim())
          .filter(Boolean);
        this.options.onChange();
      },
    });
    const label = t(current ? "tree.comment" : "tree.comment-start");
    replace(this.body, field(label, area), current && this.signField(current));
  }

  /** @param {import("./tree.js").TreeNode} node */
  signField(node) {
    const known = Object.keys(SIGNS);
    const meaning = (/** @type {string} */ nag) =>
      has(`nag.${nag}`) ? `${SIGNS[Number(nag)]} ${t(`nag.${nag}`)}` : SIGNS[Number(nag)];
    /** @type {[string, string][]} */
    const options = [["", t("tree.no-sign")], ...known.map(named)];
    function named(/** @type {string} */ nag) {
      return /** @type {[string, string]} */ ([nag, meaning(nag)]);
    }
    const [first = ""] = (node.nags ?? []).filter((nag) => nag in SIGNS).map(String);
    const list = select({}, options, first, (nag) => {
      const others = (node.nags ?? []).filter(
        (one) => String(one) !== first && String(one) !== nag,
      );
      node.nags = nag ? [Number(nag), ...others] : others;
      this.shown = undefined;
      this.options.onChange();
    });
    return field(t("tree.sign"), list);
  }
}
