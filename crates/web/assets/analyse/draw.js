// @ts-check
// What is seen beside the board of the analysis. Everything is made from the state; what a button
// does is given.

import { button, field, h, select } from "../dom.js";
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
 * Which game of a file, if it has several.
 *
 * @param {import("./state.js").Source} source
 * @param {(index: number) => void} onPick
 */
export function gameChoice({ titles, index }, onPick) {
  if (titles.length < 2) return undefined;
  /** @type {[string, string][]} */
  const names = titles.map((title, place) => [String(place), `${place + 1}. ${title}`]);
  const list = select({}, names, String(index), (place) => onPick(Number(place)));
  return field(t("paste.which", { count: titles.length }), list);
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
    moves: h("div", { class: "moves tall", role: "region", "aria-label": label, tabIndex: 0 }),
    steps: h("div", { class: "steps" }),
    faults: h("div", { class: "faults", role: "alert", hidden: true }),
    games: h("div", { class: "game-choice" }),
    status: h("p", { class: "status" }),
    verdict: h("div", { class: "verdict-place" }),
    tools: h("div", { class: "actions" }),
  };
}

/**
 * The panel, put together.
 *
 * @param {ReturnType<typeof analyseBoxes>} boxes
 * @param {HTMLElement[]} engine
 * @param {HTMLElement} typed
 * @param {HTMLElement} why
 */
export function analysePanel(boxes, engine, typed, why) {
  const { faults, games, status, verdict, moves, steps, tools } = boxes;
  const title = h("h1", {}, t("analyse.title"));
  const parts = [title, engine, faults, games, status, verdict, moves, steps, typed, tools, why];
  return h("div", { class: "panel" }, parts);
}
