// @ts-check
// The list of moves: of a game in pairs, of a tree with its variations. What is said about a move
// (glyphs, comments) comes from `notes.js`, which is where judgements join.

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { numberText } from "../sentences.js";
import { commentsAfter, commentsBefore, glyphs } from "./notes.js";

/** @import { Tree, TreeNode } from "./tree.js" */

/**
 * @param {Pick<NodeView, "move" | "nags">} node
 * @param {boolean} isCurrent
 * @param {() => void} onclick
 */
function moveButton(node, isCurrent, onclick) {
  const attributes = {
    type: "button",
    class: isCurrent ? "move current" : "move",
    "aria-current": isCurrent ? "true" : undefined,
    onclick,
  };
  return h("button", attributes, node.move.text, glyphs(node));
}

/**
 * Keeps the current move in view without moving the page.
 *
 * @param {HTMLElement} list
 */
function reveal(list) {
  const current = list.querySelector(".current");
  if (!current) {
    list.scrollTop = 0;
    return;
  }
  const inside = current.getBoundingClientRect();
  const outside = list.getBoundingClientRect();
  if (inside.top < outside.top || inside.bottom > outside.bottom) {
    list.scrollTop += inside.top - outside.top - list.clientHeight / 2;
  }
}

/**
 * A game without variations, as numbered pairs.
 *
 * @param {HTMLElement} element
 * @param {NodeView[]} nodes
 * @param {number} current
 * @param {(index: number) => void} go
 */
export function pairList(element, nodes, current, go) {
  /** @type {HTMLElement[]} */
  const rows = [];
  nodes.forEach((node, index) => {
    const isBlack = node.number.endsWith("...");
    if (!isBlack || rows.length === 0) {
      const number = h("span", { class: "number" }, `${parseInt(node.number, 10)}.`);
      const gap = isBlack && h("span", { class: "gap" }, "…");
      rows.push(h("li", { class: "pair-row" }, number, gap));
    }
    rows[rows.length - 1].append(moveButton(node, index === current, () => go(index)));
  });
  const none = h("p", { class: "note" }, t("moves.none"));
  replace(element, rows.length > 0 ? h("ol", { class: "pairs" }, rows) : none);
  reveal(element);
}

/**
 * A tree: the main line with variations in brackets.
 *
 * @param {HTMLElement} element
 * @param {Tree} tree
 * @param {(node: TreeNode) => void} go
 */
export function treeList(element, tree, go) {
  const [first] = tree.roots;
  const none = h("p", { class: "note" }, t("moves.none-tree"));
  replace(
    element,
    tree.frame.comments.map((text) => h("p", { class: "comment" }, text)),
    first ? h("div", { class: "tree" }, mainRows(tree, first, go)) : none,
  );
  reveal(element);
}

/**
 * The main line in rows of two moves; comments and variations stand between them.
 *
 * @param {Tree} tree
 * @param {TreeNode} first
 * @param {(node: TreeNode) => void} go
 */
function mainRows(tree, first, go) {
  /** @type {HTMLElement[]} */
  const rows = [];
  /** @type {HTMLElement | undefined} */
  let row;
  for (let node = first; node; [node] = node.children) {
    const move = node;
    const isBlack = move.number.endsWith("...");
    const before = commentsBefore(move);
    if (before.length > 0) {
      rows.push(h("div", { class: "between" }, before));
      row = undefined;
    }
    if (!isBlack || !row) {
      const number = h("span", { class: "number" }, `${parseInt(move.number, 10)}.`);
      row = h("div", { class: "pair-row" }, number, isBlack && h("span", { class: "gap" }, "…"));
      rows.push(row);
    }
    row.append(moveButton(move, move === tree.current, () => go(move)));
    const others = tree.childrenOf(move.parent).filter((other) => other !== move);
    const between = [...commentsAfter(move), ...others.map((other) => variation(tree, other, go))];
    if (between.length > 0) {
      rows.push(h("div", { class: "between" }, between));
      row = undefined;
    } else if (isBlack) row = undefined;
  }
  return rows;
}

/**
 * @param {Tree} tree
 * @param {TreeNode} first
 * @param {(node: TreeNode) => void} go
 */
const variation = (tree, first, go) => h("div", { class: "variation" }, lineParts(tree, first, go));

/**
 * A variation with those that leave it; those of its first move stand elsewhere. A number and its
 * move are never parted.
 *
 * @param {Tree} tree
 * @param {TreeNode} first
 * @param {(node: TreeNode) => void} go
 * @returns {HTMLElement[]}
 */
function lineParts(tree, first, go) {
  const parts = [];
  let needsNumber = true;
  for (let node = first; node; [node] = node.children) {
    const move = node;
    parts.push(...commentsBefore(move));
    const isNumbered = needsNumber || !move.number.endsWith("...");
    const number = isNumbered && h("span", { class: "number" }, numberText(move.number));
    const press = moveButton(move, move === tree.current, () => go(move));
    parts.push(h("span", { class: "step" }, number, press), h("wbr"));
    const after = commentsAfter(move);
    const others = tree.childrenOf(move.parent).filter((other) => other !== move);
    const variations = move === first ? [] : others;
    parts.push(...after, ...variations.map((other) => variation(tree, other, go)));
    needsNumber = after.length > 0 || variations.length > 0;
  }
  return parts;
}
