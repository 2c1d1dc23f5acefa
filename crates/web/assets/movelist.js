// The list of moves: of a game in pairs, of a tree with its variations. What is said about a move
// (glyphs, comments) comes from `notes.js`, which is where judgements join.

import { h, replace } from "./dom.js";
import { t } from "./i18n.js";
import { commentsAfter, commentsBefore, glyphs } from "./notes.js";

function moveButton(node, isCurrent, go) {
  return h("button", { type: "button", class: isCurrent ? "move current" : "move", "aria-current": isCurrent ? "true" : undefined, onclick: () => go(node) },
    node.move.text, glyphs(node));
}

/** Keeps the current move in view without moving the page. */
function reveal(list) {
  const current = list.querySelector(".current");
  if (!current) {
    list.scrollTop = 0;
    return;
  }
  const top = current.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

/** A game without variations, as numbered pairs. */
export function pairList(element, nodes, current, go) {
  const rows = [];
  let row;
  nodes.forEach((node, index) => {
    const isBlack = node.number.endsWith("...");
    if (!isBlack || !row) {
      row = h("li", { class: "pair-row" }, h("span", { class: "number" }, `${parseInt(node.number, 10)}.`), isBlack && h("span", { class: "gap" }, "…"));
      rows.push(row);
    }
    row.append(moveButton(node, index === current, () => go(index)));
  });
  replace(element, rows.length > 0 ? h("ol", { class: "pairs" }, rows) : h("p", { class: "note" }, t("moves.none")));
  reveal(element);
}

/** A tree: the main line with variations in brackets. */
export function treeList(element, tree, current, go) {
  const line = (first, isNested) => {
    const parts = [];
    let node = first;
    let needsNumber = true;
    while (node) {
      const before = commentsBefore(node);
      if (before.length > 0) parts.push(...before);
      if (needsNumber || !node.number.endsWith("...")) parts.push(h("span", { class: "number" }, node.number.replace("...", "…")));
      parts.push(moveButton(node, node === current, go));
      needsNumber = false;
      const after = commentsAfter(node);
      if (after.length > 0) {
        parts.push(...after);
        needsNumber = true;
      }
      const siblings = node === first && isNested ? [] : tree.childrenOf(node.parent).filter((other) => other !== node);
      for (const sibling of siblings) {
        parts.push(h("div", { class: "variation" }, line(sibling, true)));
        needsNumber = true;
      }
      [node] = tree.childrenOf(node);
    }
    return parts;
  };
  const [first] = tree.childrenOf(undefined);
  replace(element, tree.comments.map((text) => h("p", { class: "comment" }, text)),
    first ? h("div", { class: "tree" }, line(first, false)) : h("p", { class: "note" }, t("moves.none-tree")));
  reveal(element);
}
