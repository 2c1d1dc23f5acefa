// @ts-check
// What is seen beside the board of the analysis. Everything is made from the state; what a button
// does is given.

import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { stepButtons } from "../play/draw.js";
import { verdictCard } from "./verdict.js";

/** @import { Tree } from "./tree.js" */

/**
 * What can be done with the tree.
 *
 * @typedef {object} TreeActs
 * @property {() => void} first
 * @property {() => void} previous
 * @property {() => void} next
 * @property {() => void} last
 * @property {() => void} promote
 * @property {() => void} remove
 */

/**
 * @param {Tree} tree
 * @param {TreeActs} acts
 */
export function treeButtons(tree, acts) {
  const { current } = tree;
  const atStart = !current;
  const atEnd = tree.childrenOf(current).length === 0;
  const isMain = !current || !tree.isVariation(current);
  const bare = (/** @type {string} */ action, /** @type {boolean} */ disabled) => ({
    bare: true,
    disabled,
    "data-action": action,
  });
  return [
    stepButtons(acts, { atStart, atEnd }),
    button("plus", t("tree.promote"), acts.promote, bare("promote", isMain)),
    button("trash", t("tree.remove"), acts.remove, bare("remove", atStart)),
  ];
}

/**
 * What can be done with games and positions.
 *
 * @typedef {object} ToolActs
 * @property {() => void} paste
 * @property {() => void} edit
 * @property {() => void} export
 * @property {() => void} flip
 * @property {(game: GameName) => void} fresh
 */

/** @param {ToolActs} acts */
export function toolButtons(acts) {
  return [
    button("clip", t("analyse.paste"), acts.paste, { class: "primary" }),
    button("edit", t("analyse.edit"), acts.edit),
    button("save", t("analyse.export"), acts.export),
    button("flip", t("play.flip"), acts.flip),
    button("plus", t("analyse.new-chess"), () => acts.fresh("chess")),
    button("plus", t("analyse.new-draughts"), () => acts.fresh("draughts")),
  ];
}

/**
 * What the reviewer said of a move, if it did; `onLine` plays a line that begins before it.
 *
 * @param {import("./tree.js").TreeNode} node
 * @param {(steps: StepView[]) => void} onLine
 */
export function judgedCard({ judged, number }, onLine) {
  if (!judged) return undefined;
  const onBetter = () => onLine(judged.better.slice(0, 1));
  return verdictCard(judged, { number, onLine, onBetter });
}

/** The boxes of the panel, to be filled. */
export function analyseBoxes() {
  const label = t("moves.label");
  return {
    moves: h("div", { class: "moves", role: "region", "aria-label": label, tabIndex: 0 }),
    steps: h("div", { class: "steps" }),
    faults: h("div", { class: "faults", role: "alert", hidden: true }),
    status: h("p", { class: "status" }),
    verdict: h("div", { class: "verdict-place" }),
    tools: h("div", { class: "actions places six" }),
    bars: { white: h("div", { class: "player" }), black: h("div", { class: "player" }) },
    numbers: h("div", { class: "review" }),
    alike: h("a", { class: "alike" }, t("library.same-position")),
  };
}

/**
 * The panel, put together: what is needed at every move first, each in its place, and the rest
 * below.
 *
 * @param {ReturnType<typeof analyseBoxes>} boxes
 * @param {HTMLElement} kept which game it is
 * @param {HTMLElement[]} engine
 * @param {HTMLElement} typed
 * @param {HTMLElement[]} more
 */
export function analysePanel(boxes, kept, engine, typed, more) {
  const { faults, status, verdict, moves, steps, tools, numbers, alike } = boxes;
  const title = h("h1", { class: "unseen" }, t("analyse.title"));
  const first = [title, engine, faults, kept, status, verdict, moves, steps, tools];
  return h(
    "div",
    { class: "panel analysis", tabIndex: -1 },
    h("div", { class: "first" }, first),
    h("div", { class: "rest" }, numbers, more, typed, alike),
  );
}
