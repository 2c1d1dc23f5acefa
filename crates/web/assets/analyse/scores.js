// @ts-check
// Scores as people read them, in White's view.

import { t } from "../i18n.js";

// From so many hundredths on no number says more than that a side is winning.
const WINNING = 1000;

/** @param {number} hundredths */
export function pawns(hundredths) {
  return `${hundredths < 0 ? "−" : "+"}${(Math.abs(hundredths) / 100).toFixed(2)}`;
}

/** @param {ScoreView} score */
export function scoreText(score) {
  if ("mate" in score) return `${score.mate < 0 ? "−" : ""}#${Math.abs(score.mate)}`;
  if ("win" in score) return score.win < 0 ? t("score.black-wins") : t("score.white-wins");
  if (score.value >= WINNING) return t("score.white-winning");
  if (score.value <= -WINNING) return t("score.black-winning");
  return pawns(score.value);
}

/**
 * The same in little room: whose it is, the place of the label says.
 *
 * @param {ScoreView} score
 */
export function shortScore(score) {
  if ("mate" in score) return `#${Math.abs(score.mate)}`;
  if ("win" in score) return "1";
  return Math.abs(score.value) < WINNING ? Math.abs(score.value / 100).toFixed(1) : "10+";
}
