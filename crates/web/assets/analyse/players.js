// @ts-check
// Who played a game that is looked at: names, ratings, result and clocks, as the file has them.

import { materialBar } from "../board/material.js";
import { h, replace } from "../dom.js";
import { t } from "../i18n.js";

/** @import { Tree, TreeNode } from "./tree.js" */

/**
 * A tag with something in it.
 *
 * @param {Tree} tree
 * @param {string} name
 */
function tag(tree, name) {
  const value = tree.frame.tags.find(([known]) => known === name)?.[1] ?? "";
  return /^[?*. ]*$/.test(value) ? "" : value;
}

/** @param {TreeNode} node */
const moverOf = ({ number }) => (number.endsWith("...") ? "black" : "white");

/**
 * What a side's clock showed after its last move, if the file says so.
 *
 * @param {TreeNode | undefined} node
 * @param {SideName} side
 */
function clockOf(node, side) {
  for (let at = node; at; at = at.parent) {
    if (moverOf(at) !== side) continue;
    const command = at.commands?.find((one) => one.startsWith("[%clk "));
    return command?.slice(6, -1).trim().replace(/^0:/, "") ?? "";
  }
  return "";
}

/**
 * What a side scored, as people write it.
 *
 * @param {Tree} tree
 * @param {SideName} side
 */
function pointsOf({ frame }, side) {
  const halves = frame.result.split("-");
  if (halves.length !== 2) return "";
  return halves[side === "white" ? 0 : 1].replace("1/2", "½");
}

/**
 * @param {HTMLElement} bar
 * @param {Tree} tree
 * @param {SideName} side
 */
export function drawBar(bar, tree, side) {
  const title = side === "white" ? "White" : "Black";
  const name = tag(tree, title) || t(`side.${side}`);
  const rating = tag(tree, `${title}Elo`) || tag(tree, `${title}Rating`);
  const clock = clockOf(tree.current, side);
  const points = pointsOf(tree, side);
  replace(
    bar,
    h("span", { class: `token ${side}` }),
    points && h("strong", { class: "points" }, points),
    h("span", { class: "name" }, name),
    rating && h("span", { class: "note" }, rating),
    materialBar(tree.game, tree.startBoard, tree.current?.board ?? tree.startBoard, side),
    clock &&
      h(
        "span",
        { class: "clock", "aria-label": t("clock.of", { side: t(`side.${side}`) }) },
        clock,
      ),
  );
}
