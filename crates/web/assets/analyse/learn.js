// @ts-check
// Learning from mistakes: each error of one side once more, and something better to be found.

import { announce, complain, tell } from "../announce.js";
import { post } from "../api.js";
import { Board } from "../board/board.js";
import { button, focusOn, h, replace } from "../dom.js";
import { language, t } from "../i18n.js";
import { numberText } from "../sentences.js";
import { settings } from "../settings.js";
import { errorsOf } from "./review.js";
import { verdictCard } from "./verdict.js";

/** @import { KeptReview } from "./state.js" */

/**
 * @typedef {object} LearnOptions
 * @property {KeptReview} review
 * @property {SideName} side whose errors
 * @property {(ply: number) => void} onDone goes back to the game
 */

/** An error, its place in the game, and whether an answer was tried or shown. */
/** @typedef {{ move: JudgedView, place: number, isTried: boolean }} Exercise */

/**
 * @typedef {object} LearnState
 * @property {Exercise[]} exercises
 * @property {number} at which of them
 * @property {number} found how many at the first try
 * @property {"loading" | "asking" | "trying" | "wrong" | "right" | "shown"} stage
 * @property {JudgedView | undefined} attempt
 * @property {ArrivalView | undefined} position
 * @property {number} request what was asked last: answers to earlier questions are of no more use
 */

/** @param {LearnState} state */
const isOpen = ({ stage }) => stage === "asking" || stage === "wrong";

/** @param {LearnState} state */
const isSolved = ({ stage }) => stage === "right" || stage === "shown";

/** @param {JudgedView} move */
function question(move) {
  const name = `${numberText(move.line[0].number)} ${move.move.text}`;
  return t("learn.question", { move: name, kind: t(`judgement.${move.judgement}`) });
}

/**
 * @param {LearnState} state
 * @param {JudgedView} move
 */
function statusText({ stage, attempt }, move) {
  // No question about a position that is not there yet.
  if (stage === "loading") return "";
  if (stage === "trying") return t("learn.trying");
  if (stage === "shown") return t("learn.shown", { move: move.better_move?.text ?? "" });
  if (attempt && stage === "right") return t("learn.right", { move: attempt.move.text });
  if (attempt && stage === "wrong") return t("learn.wrong", { move: attempt.move.text });
  return question(move);
}

/**
 * Whether an attempt is right. The better move of the review is right whatever a second look says,
 * and the error is none the better for it.
 *
 * @param {JudgedView} attempt
 * @param {JudgedView} error
 */
function isRight(attempt, error) {
  const { code } = attempt.move;
  if (code === error.better_move?.code) return true;
  return !attempt.judgement && code !== error.move.code;
}

export class LearnView {
  /**
   * @param {HTMLElement} main
   * @param {LearnOptions} options
   */
  constructor(main, options) {
    const { review, side } = options;
    this.options = options;
    /** @type {LearnState} */
    this.state = {
      exercises: errorsOf(review, side).map((error) => ({ ...error, isTried: false })),
      at: 0,
      found: 0,
      stage: "loading",
      attempt: undefined,
      position: undefined,
      request: 0,
    };
    this.board = new Board(review.game, { onMove: (mv) => this.answer(mv.code), onRemark: tell });
    this.board.setNumbers(settings.numbers);
    this.board.flip(side === "black");
    this.panel = h("div", { class: "panel learning" });
    const column = h("div", { class: "board-column" }, this.board.element);
    replace(main, h("div", { class: "desk" }, column, this.panel));
    this.ask();
    focusOn(this.panel, ".status");
  }

  flip() {
    this.board.flip();
  }

  /** @returns {Exercise | undefined} */
  get current() {
    return this.state.exercises[this.state.at];
  }

  /**
   * The position of an exercise, as the server is asked about it.
   *
   * @param {Exercise} exercise
   */
  placeOf({ place }) {
    const { game, start, codes } = this.options.review;
    return { game, fen: start, moves: codes.slice(0, place) };
  }

  /** Shows the position of the current exercise. */
  async ask() {
    const { state, current } = this;
    if (!current) return;
    state.stage = "loading";
    state.attempt = undefined;
    this.draw();
    state.request += 1;
    const mine = state.request;
    try {
      const next = await post("/position", this.placeOf(current));
      if (mine !== state.request) return;
      state.position = next;
      state.stage = "asking";
      this.show();
      announce(question(current.move));
    } catch (error) {
      complain(error);
    }
  }

  show() {
    const { state, board, current } = this;
    const { position, attempt, stage } = state;
    if (!current || !position) return;
    board.show({
      board: position.board,
      legal: isOpen(state) ? position.legal : [],
      last: position.last?.move,
      check: position.check,
      turn: position.turn,
    });
    const answer = attempt && stage === "right" ? attempt.move : current.move.better_move;
    board.point(answer && isSolved(state) ? [{ path: answer.path, kind: "engine" }] : []);
    this.draw();
  }

  /** @param {string} code */
  async answer(code) {
    const { state, current } = this;
    if (!current || !isOpen(state)) return;
    state.stage = "trying";
    this.draw();
    state.request += 1;
    const mine = state.request;
    try {
      const asked = { ...this.placeOf(current), move: code, language: language() };
      const judged = await post("/judge", asked);
      if (mine === state.request) this.judge(current, judged);
    } catch (error) {
      if (mine !== state.request) return;
      state.stage = "asking";
      complain(error);
      this.show();
    }
  }

  /**
   * @param {Exercise} exercise
   * @param {JudgedView} attempt
   */
  judge(exercise, attempt) {
    const { state } = this;
    const isGood = isRight(attempt, exercise.move);
    state.attempt = attempt;
    state.stage = isGood ? "right" : "wrong";
    if (isGood && !exercise.isTried) state.found += 1;
    exercise.isTried = true;
    this.board.takeDropped();
    this.show();
    announce(t(isGood ? "learn.right" : "learn.wrong", { move: attempt.move.text }));
    focusOn(this.panel, isGood ? "[data-action=next]" : "[data-action=answer]");
  }

  reveal() {
    const { state, current } = this;
    if (!current) return;
    current.isTried = true;
    state.stage = "shown";
    this.show();
    announce(t("learn.shown", { move: current.move.better_move?.text ?? "" }));
    focusOn(this.panel, "[data-action=next]");
  }

  next() {
    this.state.request += 1;
    this.state.at += 1;
    if (this.current) this.ask();
    else this.draw();
    focusOn(this.panel, this.current ? ".status" : "[data-action=back]");
  }

  again() {
    const { state } = this;
    state.at = 0;
    state.found = 0;
    for (const exercise of state.exercises) exercise.isTried = false;
    this.ask();
  }

  leave() {
    this.state.request += 1;
    this.options.onDone(this.current?.place ?? this.options.review.codes.length);
  }

  draw() {
    const { current, panel } = this;
    const title = h("h1", {}, t("learn.title"));
    replace(panel, title, current ? this.exerciseParts(current) : this.endParts());
  }

  endParts() {
    const { found, exercises } = this.state;
    const status = { class: "status", role: "status", tabIndex: -1 };
    const back = { class: "primary", "data-action": "back" };
    return [
      h("p", status, t("learn.end", { found, count: exercises.length })),
      h(
        "div",
        { class: "actions" },
        button("back", t("learn.again"), () => this.again()),
        button("search", t("learn.back"), () => this.leave(), back),
      ),
    ];
  }

  /** @param {Exercise} exercise */
  exerciseParts({ move }) {
    const { state } = this;
    const { at, exercises, stage, attempt } = state;
    const title = t("learn.your-move", { kind: t(`judgement.${move.judgement}`) });
    const status = { class: "status", role: "status", tabIndex: -1 };
    return [
      h("p", { class: "note" }, t("learn.place", { number: at + 1, count: exercises.length })),
      h("p", status, statusText(state, move)),
      stage === "wrong" && attempt?.words && h("p", {}, attempt.words),
      isSolved(state) && verdictCard(move, { number: move.line[0].number, title }),
      h("div", { class: "actions" }, this.exerciseButtons()),
    ];
  }

  exerciseButtons() {
    const { state } = this;
    const { at, exercises, stage } = state;
    const next = () => this.next();
    const stop = button("close", t("learn.stop"), () => this.leave(), { "data-action": "stop" });
    if (isSolved(state)) {
      const label = t(at + 1 < exercises.length ? "learn.next" : "learn.finish");
      return [button("next", label, next, { class: "primary", "data-action": "next" }), stop];
    }
    const isLoading = stage === "loading";
    const answer = { "data-action": "answer", disabled: stage === "trying" || isLoading };
    return [
      button("bulb", t("learn.show"), () => this.reveal(), answer),
      button("next", t("learn.skip"), next, { "data-action": "skip", disabled: isLoading }),
      stop,
    ];
  }
}
