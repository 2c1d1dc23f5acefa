// @ts-check
// A whole game reviewed: asking for it, and the summary with the graph.

import { isAbort } from "../announce.js";
import { stream } from "../api.js";
import { button, focusOn, h, replace } from "../dom.js";
import { formatPercent, language, plural, t } from "../i18n.js";
import { settings } from "../settings.js";
import { EFFORTS, effortChoice } from "./efforts.js";
import { graph } from "./graph.js";

/** @import { Tree } from "./tree.js" */
/** @import { KeptReview } from "./state.js" */

/**
 * Asks the server for a review of a tree. Returns what stops it.
 *
 * @param {Tree} tree
 * @param {(progress: ProgressView) => void} onProgress
 * @param {(review: ReviewView) => void} onDone
 * @param {(error: Error) => void} onProblem
 */
function ask(tree, onProgress, onDone, onProblem) {
  const control = new AbortController();
  let isDone = false;
  const tell = (/** @type {string} */ kind, /** @type {string} */ data) => {
    if (control.signal.aborted) return;
    isDone ||= kind !== "progress";
    if (kind === "progress") onProgress(JSON.parse(data));
    else if (kind === "review") onDone(JSON.parse(data));
    else if (kind === "problem") onProblem(new Error(data));
  };
  const nodes = EFFORTS[settings.effort];
  const body = { record: tree.draft(), language: language(), nodes };
  stream("/review", body, control.signal, tell).then(
    () => {
      if (!isDone && !control.signal.aborted) onProblem(new Error(t("review.broken-off")));
    },
    (error) => {
      if (!isAbort(error)) onProblem(error);
    },
  );
  return () => control.abort();
}

/**
 * What the box is given and tells.
 *
 * @typedef {object} ReviewOptions
 * @property {() => Tree} tree the game
 * @property {() => { review: KeptReview, ply: number } | undefined} shown its review, and the ply
 *   that is shown, if there is one
 * @property {(review: ReviewView) => void} onDone
 * @property {(ply: number) => void} onPick
 * @property {(side: SideName) => void} onLearn
 * @property {(review: KeptReview) => void} onReport a report is to be saved
 * @property {(error: unknown) => void} onProblem
 * @property {HTMLElement} numbers where the summary is put
 */

/** The box under the board, with the graph; its numbers stand in the panel. */
export class ReviewBox {
  /** @param {ReviewOptions} options */
  constructor(options) {
    this.options = options;
    this.element = h("section", { class: "review-box", "aria-label": t("review.title") });
    /** @type {(() => void) | undefined} */
    this.abort = undefined;
    /** @type {KeptReview | undefined} */
    this.shown = undefined;
    // Made once: what is rebuilt at every step cannot be pressed.
    this.bar = h("progress", { max: 1, value: 0, "aria-label": t("review.progress") });
    this.note = h("p", { class: "note" });
    const cancel = button("close", t("review.cancel"), () => this.cancel());
    this.waiting = h("div", { class: "review-offer" }, this.bar, this.note, cancel);
  }

  get isRunning() {
    return Boolean(this.abort);
  }

  start() {
    this.stop();
    const end = () => {
      this.abort = undefined;
    };
    this.showProgress({ done: 0, total: 0 });
    this.abort = ask(
      this.options.tree(),
      (progress) => this.showProgress(progress),
      (review) => {
        end();
        this.options.onDone(review);
      },
      (error) => {
        end();
        this.draw();
        this.options.onProblem(error);
      },
    );
    this.draw();
    focusOn(this.element, "button");
  }

  stop() {
    this.abort?.();
    this.abort = undefined;
  }

  cancel() {
    this.stop();
    this.draw();
    focusOn(this.element, "button");
  }

  /** @param {ProgressView} progress */
  showProgress({ done, total }) {
    this.bar.value = total ? done / total : 0;
    this.note.textContent = total ? plural("review.done", total, { done }) : t("review.begins");
  }

  draw() {
    const { element, options } = this;
    if (this.isRunning) {
      if (this.waiting.parentElement !== element) replace(element, this.waiting);
      return;
    }
    const { activeElement } = document;
    const hadFocus = activeElement?.matches(".graph") && element.contains(activeElement);
    const found = options.shown();
    const start = () => this.start();
    const { onPick, onLearn, onReport } = options;
    replace(
      element,
      found
        ? graph(found.review, found.ply, onPick)
        : offer(options.tree().roots.length === 0, start),
    );
    if (this.shown === found?.review) {
      if (hadFocus) focusOn(element, ".graph");
      return;
    }
    this.shown = found?.review;
    replace(options.numbers, found && summary(found.review, { start, onLearn, onReport }));
    if (hadFocus) focusOn(element, ".graph");
  }
}

/**
 * @param {boolean} isEmpty
 * @param {() => void} start
 */
function offer(isEmpty, start) {
  const options = { class: "primary", disabled: isEmpty, "data-action": "review" };
  return h(
    "div",
    { class: "review-offer" },
    button("search", t("review.start"), start, options),
    effortChoice(),
    h("p", { class: "note" }, t(isEmpty ? "review.empty" : "review.note")),
  );
}

/**
 * @param {KeptReview} review
 * @param {{ start: () => void } & Pick<ReviewOptions, "onLearn" | "onReport">} acts
 */
function summary(review, { start, onLearn, onReport }) {
  const { opening } = review;
  const learn = (/** @type {SideName} */ side) => {
    const count = errorsOf(review, side).length;
    const label = t("learn.start", { side: t(`side.${side}`), count });
    const options = { disabled: count === 0, "data-action": `learn-${side}` };
    return button("bulb", label, () => onLearn(side), options);
  };
  const report = button("save", t("review.report"), () => onReport(review), {
    "data-action": "report",
  });
  const again = button("search", t("review.again"), start, { "data-action": "review" });
  return [
    opening && h("p", { class: "note" }, `${opening.code} ${opening.name}`.trim()),
    h("div", { class: "review-table" }, numbersTable(review)),
    h("div", { class: "actions" }, learn("white"), learn("black"), report, again),
  ];
}

/** @param {number | null} value */
const percent = (value) => (value === null ? "–" : formatPercent(value / 100, 1));

/**
 * The whole game in a few numbers, where nothing was said of the move that is looked at.
 *
 * @param {KeptReview} review
 */
export function overview({ sides }) {
  const row = (/** @type {string} */ name, /** @type {(side: SideReview) => unknown} */ of) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      sides.map((side) => h("td", {}, String(of(side)))),
    );
  const columns = ["white", "black"].map((side) => h("th", { scope: "col" }, t(`side.${side}`)));
  return h(
    "section",
    { class: "overview", "aria-label": t("review.title") },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("review.title")), columns)),
      h(
        "tbody",
        {},
        row(t("review.accuracy"), (side) => percent(side.accuracy)),
        row(t("review.mistakes"), (side) => side.mistakes),
        row(t("review.blunders"), (side) => side.blunders),
      ),
    ),
  );
}

/** @param {KeptReview} review */
function numbersTable({ sides }) {
  const [white, black] = sides;
  /** @typedef {(side: SideReview) => import("../dom.js").Child} Cell */
  const row = (/** @type {string} */ name, /** @type {Cell} */ of) =>
    h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, of(white)), h("td", {}, of(black)));
  const phases = ["opening", "middlegame", "endgame"].map((phase, place) => {
    const isPlayed = sides.some((side) => side.by_phase[place] !== null);
    return isPlayed && row(t(`phase.${phase}`), (side) => percent(side.by_phase[place]));
  });
  const counts = /** @type {const} */ (["inaccuracies", "mistakes", "blunders", "missed_wins"]);
  const best = (/** @type {SideReview} */ side) =>
    side.moves ? t("review.of", { count: side.best, moves: side.moves }) : "–";
  const column = (/** @type {SideName} */ side) => h("th", { scope: "col" }, t(`side.${side}`));
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("td"), column("white"), column("black"))),
    h(
      "tbody",
      {},
      row(t("review.accuracy"), (side) => h("strong", {}, percent(side.accuracy))),
      phases,
      counts.map((name) => row(t(`review.${name}`), (side) => side[name])),
      row(t("review.best"), best),
    ),
  );
}

/**
 * The errors of a side that something can be learnt from, with their places in the game.
 *
 * @param {Pick<ReviewView, "moves">} review
 * @param {SideName} side
 */
export function errorsOf({ moves }, side) {
  const isOfSide = (/** @type {JudgedView} */ { line }) =>
    Boolean(line[0]?.number.endsWith("...")) === (side === "black");
  const isError = (/** @type {JudgedView} */ { judgement, better }) =>
    (judgement === "mistake" || judgement === "blunder") && better.length > 0;
  const all = moves.map((move, place) => ({ move, place }));
  return all.filter(({ move }) => isOfSide(move) && isError(move));
}
