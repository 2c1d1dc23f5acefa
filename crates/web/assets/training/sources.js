// @ts-check
// Where exercises come from: the reader's own mistakes, or puzzles. Both are trained in the same
// way (`session.js`); what differs is here.

import { post } from "../api.js";
import { formatNumber, language, plural, t } from "../i18n.js";

/**
 * @typedef {object} Told
 * @property {string} result what the answer means for later
 * @property {JudgedView} [card] the move of the game
 * @property {MoveView} [better] the move that was to be found
 * @property {string[]} [line] the whole solution
 * @property {string} [theme]
 */

/**
 * @typedef {object} Source
 * @property {string} title
 * @property {(seen: string[], at: number) => Promise<ExerciseView | null>} next
 * @property {(exercise: ExerciseView, isFound: boolean) => Promise<Told>} finish
 */

/** A position with several good moves comes now and then, so that not everything is a trick. */
const CALM_EVERY = 5;
const CALM_FIRST = 3;

/** Minutes east of Greenwich: the day begins where the reader is. */
export const zone = () => -new Date().getTimezoneOffset();

/**
 * What a theme is called.
 *
 * @param {string} theme
 */
export const themeName = (theme) => t(`training.theme.${theme}`);

/** @param {AnsweredView} answer */
function againText({ again_in: days }) {
  if (days === null) return t("training.retired-now");
  return days === 1 ? t("training.again-tomorrow") : t("training.again-in", { days });
}

/**
 * The reader's own mistakes; `filter` says of which sort.
 *
 * @param {GameName} game
 * @param {object} filter
 * @returns {Source}
 */
export const mistakes = (game, filter) => ({
  title: t("training.mistakes"),
  next: async (seen, at) => {
    const calm = at % CALM_EVERY === CALM_FIRST;
    const wish = { game, zone: zone(), calm, seen, ...filter };
    return (await post("/training/next", wish)).exercise;
  },
  finish: async ({ id, kind }, isFound) => {
    const asked = { id, game, language: language() };
    /** @type {ShownView} */
    const { error, theme } = await post("/training/shown", asked);
    if (kind === "calm")
      return { result: t("training.calm"), card: error, better: error.better_move ?? undefined };
    /** @type {AnsweredView} */
    const answer = await post("/training/answer", { id, game, is_found: isFound, zone: zone() });
    const better = error.better_move ?? undefined;
    return { result: againText(answer), card: error, better, theme: theme ?? undefined };
  },
});

/** @param {PuzzleAnswer} answer */
function ratingText({ rating, change }) {
  const sign = change < 0 ? "−" : "+";
  const step = `${sign}${formatNumber(Math.abs(change))}`;
  return t("training.rating-now", { rating: formatNumber(rating), change: step });
}

/**
 * Puzzles of the program, by theme and by how hard they are.
 *
 * @param {GameName} game
 * @param {{ theme?: string, harder: number }} filter
 * @returns {Source}
 */
export const puzzles = (game, filter) => ({
  title: filter.theme
    ? t("training.puzzles-of", { theme: themeName(filter.theme) })
    : t("training.puzzles"),
  next: async (seen) => (await post("/puzzles/next", { game, seen, ...filter })).exercise,
  finish: async ({ id, rating }, isFound) => {
    /** @type {PuzzleAnswer} */
    const answer = await post("/puzzles/answer", { id, game, is_found: isFound });
    const rated = t("training.puzzle-rated", { rating: formatNumber(rating ?? 0) });
    return {
      result: `${rated} ${ratingText(answer)}`,
      line: answer.line,
      theme: answer.themes[0],
    };
  },
});

/**
 * What is due today, in words.
 *
 * @param {TrainingView} view
 */
export const todayText = ({ due, fresh }) =>
  [due > 0 && plural("training.due", due), fresh > 0 && plural("training.fresh", fresh)]
    .filter(Boolean)
    .join(" · ");
