// What is said about moves: the glyphs and comments of a file. Judgements of the reviewer join here, so
// that list, board and export show the same.

import { h } from "./dom.js";
import { has, t } from "./i18n.js";

const SIGNS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+" };

/** The glyphs of a move, as signs with their meaning in words. */
export function glyphs(node) {
  return (node.nags ?? []).filter((nag) => SIGNS[nag]).map((nag) => {
    const meaning = has(`nag.${nag}`) ? t(`nag.${nag}`) : SIGNS[nag];
    return h("span", { class: `glyph nag-${nag}`, title: meaning }, SIGNS[nag], h("span", { class: "unseen" }, ` (${meaning})`));
  });
}

const comment = (text) => h("span", { class: "comment" }, text);

export function commentsBefore(node) {
  return (node.before ?? []).map(comment);
}

export function commentsAfter(node) {
  return (node.comments ?? []).map(comment);
}
