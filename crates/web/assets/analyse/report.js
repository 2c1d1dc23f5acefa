// @ts-check
// What is made of a review that is there: the same in another language, and a report as a file.

import { download, post } from "../api.js";
import { language } from "../i18n.js";

/** @import { Tree } from "./tree.js" */
/** @import { KeptReview } from "./state.js" */

/**
 * @param {Tree} tree
 * @param {KeptReview} review
 */
const asked = (tree, { data }) => ({ record: tree.draft(), review: data, language: language() });

/**
 * A review that was made in another language, told in this one; nothing if it is in this one.
 *
 * @param {Tree} tree
 * @param {KeptReview} review
 * @returns {Promise<ReviewView | undefined>}
 */
export async function retold(tree, review) {
  if (!review.data || review.language === language()) return undefined;
  return post("/retell", asked(tree, review));
}

/**
 * The report of a review, as one page that needs nothing else.
 *
 * @param {Tree} tree
 * @param {KeptReview} review
 */
export async function saveReport(tree, review) {
  /** @type {WrittenView} */
  const { text, extension } = await post("/report", asked(tree, review));
  download(`damier-review.${extension}`, text);
}
