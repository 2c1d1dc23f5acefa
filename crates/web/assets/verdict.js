// What the reviewer says of a move, as a card: in a game, beside the moves of a review, and while learning.

import { button, h } from "./dom.js";
import { scoreText } from "./engine.js";
import { t } from "./i18n.js";

/** The sign that a judgement has in records. */
export const NAGS = { inaccuracy: 6, mistake: 2, blunder: 4 };
const GLYPHS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** More of a line is read by nobody. */
const LONGEST_LINE = 8;

/** A word for what a move was: an error, the best one, the only one, or simply good. */
export function kind(judged) {
  if (judged.judgement) return judged.judgement;
  for (const mark of ["forced", "only", "best"]) if (judged.marks.includes(mark)) return mark;
  return "good";
}

/** Numbers and moves of a line; each move is a button if somebody wants to follow it. */
function lineOf(whole, onPick) {
  const steps = whole.slice(0, LONGEST_LINE);
  return h("span", { class: "verdict-line" }, steps.map((step, place) => {
    const number = place === 0 || !step.number.endsWith("...") ? `${step.number.replace("...", "…")} ` : "";
    const text = number + step.text;
    return [onPick ? h("button", { type: "button", class: "pv", onclick: () => onPick(steps.slice(0, place + 1)) }, text) : h("span", {}, text), " "];
  }));
}

/** The gap to the better line in named terms that add up. */
function comparisonTable(comparison) {
  const row = (name, value, className) => h("tr", { class: className }, h("th", { scope: "row" }, name), h("td", {}, pawns(value)));
  return h("details", { class: "comparison" }, h("summary", {}, t("verdict.terms")),
    h("p", { class: "note" }, t("verdict.terms-note")),
    h("table", {}, h("tbody", {}, comparison.terms.slice(0, 6).map(([name, value]) => row(name, value)),
      comparison.terms.length > 6 && row(t("verdict.smaller"), comparison.terms.slice(6).reduce((sum, [, value]) => sum + value, 0)),
      row(t("verdict.remainder"), comparison.remainder), row(t("verdict.gap"), comparison.gap, "total"))));
}

export function pawns(hundredths) {
  return `${hundredths < 0 ? "−" : "+"}${(Math.abs(hundredths) / 100).toFixed(2)}`;
}

/**
 * The card. `onLine(steps)` plays a line, `onBetter()` shows the better move; `actions` are more buttons.
 */
export function verdictCard(judged, { number = "", onLine, onBetter, actions = [], title } = {}) {
  const word = kind(judged);
  const name = `${number.replace("...", "…")} ${judged.move.text}${GLYPHS[word] ?? ""}`.trim();
  return h("section", { class: `verdict ${word}`, "aria-label": t("verdict.label") },
    h("p", { class: "verdict-head" }, h("strong", {}, title ?? t(`verdict.${word}`)), h("span", { class: "verdict-move" }, name), h("span", { class: "verdict-score" }, scoreText(judged.score))),
    judged.words && h("p", {}, judged.words),
    judged.judgement && judged.line.length > 1 && h("p", { class: "note" }, t("verdict.follows"), " ", lineOf(judged.line, onLine)),
    judged.judgement && judged.better.length > 0 && h("p", { class: "note" }, t("verdict.better"), " ", lineOf(judged.better, onLine), ` (${scoreText(judged.better_score)})`),
    judged.comparison && comparisonTable(judged.comparison),
    (actions.length > 0 || (onBetter && judged.better_move)) && h("div", { class: "actions" },
      onBetter && judged.judgement && judged.better_move && button("bulb", t("verdict.show-better"), onBetter, { "data-action": "better" }), actions));
}
