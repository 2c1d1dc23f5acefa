// @ts-check
// What is said about moves: the glyphs and comments of a file. Judgements of the reviewer join
// here, so that list, board and export show the same.

import { h } from "../dom.js";
import { has, t } from "../i18n.js";

/** @type {Record<number, string>} */
export const SIGNS = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
};

/** What is written beside a move. */
/** @typedef {Pick<NodeView, "before" | "comments" | "nags">} Notes */

/**
 * The glyphs of a move, as signs with their meaning in words.
 *
 * @param {Notes} node
 */
export function glyphs({ nags = [] }) {
  const known = nags.filter((nag) => SIGNS[nag]);
  return known.map((nag) => {
    const meaning = has(`nag.${nag}`) ? t(`nag.${nag}`) : SIGNS[nag];
    const unseen = h("span", { class: "unseen" }, ` (${meaning})`);
    return h("span", { class: `glyph nag-${nag}`, title: meaning }, SIGNS[nag], unseen);
  });
}

/** @param {string} text */
const comment = (text) => h("span", { class: "comment" }, text);

/** @param {Notes} node */
export const commentsBefore = ({ before = [] }) => before.map(comment);

/** @param {Notes} node */
export const commentsAfter = ({ comments = [] }) => comments.map(comment);
