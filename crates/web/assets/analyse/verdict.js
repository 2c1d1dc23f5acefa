// @ts-check
// What the reviewer says of a move, as a card: in a game, beside the moves of a review, and while
// learning.

import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { numberText } from "../sentences.js";
import { pawns, scoreText } from "./scores.js";

/**
 * The sign that a judgement has in records.
 *
 * @type {Record<Judgement, number>}
 */
export const NAGS = { inaccuracy: 6, mistake: 2, blunder: 4 };

/** @type {Record<string, string>} */
const GLYPHS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** More of a line, and more terms, would not be read. */
const LONGEST_LINE = 8;
const MOST_TERMS = 6;

/**
 * A word for what a move was: an error, the best one, the only one, or simply good.
 *
 * @param {JudgedView} judged
 */
export function kindOf({ judgement, marks }) {
  const mark = /** @type {const} */ (["forced", "only", "best"]).find((one) => marks.includes(one));
  return judgement ?? mark ?? "good";
}

/**
 * The same in words.
 *
 * @param {JudgedView} judged
 */
function kindText(judged) {
  const kind = kindOf(judged);
  if (kind === "good") return t("verdict.good");
  return t(judged.judgement ? `judgement.${kind}` : `mark.${kind}`);
}

/**
 * Numbers and moves of a line; each move is a button if a line can be followed.
 *
 * @param {StepView[]} steps
 * @param {((steps: StepView[]) => void) | undefined} onPick
 */
export function lineButtons(steps, onPick) {
  return steps.map((step, place) => {
    const needsNumber = place === 0 || !step.number.endsWith("...");
    const text = (needsNumber ? `${numberText(step.number)} ` : "") + step.text;
    if (!onPick) return [h("span", {}, text), " "];
    const onclick = () => onPick(steps.slice(0, place + 1));
    return [h("button", { type: "button", class: "pv", onclick }, text), " "];
  });
}

/**
 * The gap to the better line in named terms that add up.
 *
 * @param {ComparisonView} comparison
 */
function comparisonTable({ terms, remainder, gap }) {
  const row = (
    /** @type {string} */ name,
    /** @type {number} */ value,
    /** @type {string | undefined} */ className = undefined,
  ) => h("tr", { class: className }, h("th", { scope: "row" }, name), h("td", {}, pawns(value)));
  const smaller = terms.slice(MOST_TERMS);
  const rest = smaller.reduce((sum, [, value]) => sum + value, 0);
  const rows = [
    terms.slice(0, MOST_TERMS).map(([name, value]) => row(name, value)),
    smaller.length > 0 && row(t("verdict.smaller"), rest),
    row(t("verdict.remainder"), remainder),
    row(t("verdict.gap"), gap, "total"),
  ];
  return h(
    "details",
    { class: "comparison" },
    h("summary", {}, t("verdict.terms")),
    h("p", { class: "note" }, t("verdict.terms-note")),
    h("table", {}, h("tbody", {}, rows)),
  );
}

/**
 * @typedef {object} CardOptions
 * @property {string} [number] of the move
 * @property {string} [title] instead of what the move was
 * @property {(steps: StepView[]) => void} [onLine] plays a line
 * @property {() => void} [onBetter] shows the better move
 * @property {HTMLElement[]} [actions] more buttons
 */

/**
 * The card.
 *
 * @param {JudgedView} judged
 * @param {CardOptions} [options]
 */
export function verdictCard(judged, options = {}) {
  const { number = "", title, onLine, onBetter, actions = [] } = options;
  const kind = kindOf(judged);
  const name = `${numberText(number)} ${judged.move.text}${GLYPHS[kind] ?? ""}`.trim();
  const isError = Boolean(judged.judgement);
  const canImprove = onBetter && isError && judged.better_move;
  const line = (/** @type {string} */ label, /** @type {StepView[]} */ steps, score = "") =>
    h(
      "p",
      { class: "note" },
      t(label),
      " ",
      h("span", { class: "verdict-line" }, lineButtons(steps.slice(0, LONGEST_LINE), onLine)),
      score,
    );
  const better =
    canImprove && button("bulb", t("verdict.show-better"), onBetter, { "data-action": "better" });
  return h(
    "section",
    { class: `verdict ${kind}`, "aria-label": t("verdict.label") },
    h(
      "p",
      { class: "verdict-head" },
      h("strong", {}, title ?? kindText(judged)),
      h("span", { class: "verdict-move" }, name),
      h("span", { class: "verdict-score" }, scoreText(judged.score)),
    ),
    judged.words && h("p", {}, judged.words),
    isError && judged.line.length > 1 && line("verdict.follows", judged.line),
    isError &&
      judged.better.length > 0 &&
      line("verdict.better", judged.better, ` (${scoreText(judged.better_score)})`),
    judged.comparison && comparisonTable(judged.comparison),
    (actions.length > 0 || better) && h("div", { class: "actions" }, better, actions),
  );
}
