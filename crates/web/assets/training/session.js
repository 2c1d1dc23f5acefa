// @ts-check
// One exercise after the other: a position, a move to be found, the line played until what was to
// be had stands on the board, and what there is to say about it.

import { verdictCard } from "../analyse/verdict.js";
import { announce, complain, tell } from "../announce.js";
import { post } from "../api.js";
import { Board } from "../board/board.js";
import { button, focusOn, h, replace } from "../dom.js";
import { formatRecordDate, language, t } from "../i18n.js";
import { numberText } from "../sentences.js";
import { settings } from "../settings.js";
import { themeName } from "./sources.js";

/** @import { Source, Told } from "./sources.js" */

/**
 * `request` is what was asked last: answers to earlier questions are of no more use. An exercise is
 * `clean` until a try was wrong or the answer was shown.
 *
 * @typedef {object} SessionState
 * @property {ExerciseView | undefined} exercise
 * @property {"loading" | "asking" | "trying" | "wrong" | "done" | "shown" | "end"} stage
 * @property {ArrivalView | undefined} position
 * @property {string[]} tried moves that were right, with the answers to them
 * @property {AttemptView | undefined} attempt
 * @property {Told | undefined} told
 * @property {boolean} clean
 * @property {string[]} seen
 * @property {number} found
 * @property {number} request
 */

/** @param {SessionState} state */
const isOpen = ({ stage }) => stage === "asking" || stage === "wrong";

export class Session {
  /**
   * @param {HTMLElement} main
   * @param {GameName} game
   * @param {Source} source
   * @param {(theme: string | undefined) => void} onEnd
   */
  constructor(main, game, source, onEnd) {
    this.game = game;
    this.source = source;
    this.onEnd = onEnd;
    /** @type {SessionState} */
    this.state = {
      exercise: undefined,
      stage: "loading",
      position: undefined,
      tried: [],
      attempt: undefined,
      told: undefined,
      clean: true,
      seen: [],
      found: 0,
      request: 0,
    };
    /** @type {Promise<ExerciseView | null> | undefined} */
    this.coming = undefined;
    this.board = new Board(game, { onMove: (mv) => this.answer(mv.code), onRemark: tell });
    this.board.setNumbers(settings.numbers);
    this.panel = h("div", { class: "panel learning" });
    const column = h("div", { class: "board-column" }, this.board.element);
    replace(main, h("div", { class: "desk training" }, column, this.panel));
    this.next();
  }

  /** @param {string} key */
  key(key) {
    if (key === "f") this.board.flip();
    else if (key === "n") {
      const { numbers } = this.board.state;
      this.board.setNumbers(!numbers);
    } else return false;
    return true;
  }

  /** The next exercise, which may have been asked for already. */
  async next() {
    const { state } = this;
    const mine = this.ask();
    Object.assign(state, { stage: "loading", attempt: undefined, told: undefined, tried: [] });
    this.draw();
    try {
      const exercise = await (this.coming ?? this.source.next(state.seen, state.seen.length));
      this.coming = undefined;
      if (mine !== state.request) return;
      state.exercise = exercise ?? undefined;
      if (!exercise) {
        this.end();
        return;
      }
      state.seen.push(exercise.id);
      const place = { game: exercise.game, fen: exercise.start, moves: exercise.moves };
      const position = await post("/position", place);
      if (mine !== state.request) return;
      Object.assign(state, { position, stage: "asking", clean: true });
      this.board.flip(position.turn === "black");
      this.show();
      announce(this.question());
      focusOn(this.panel, ".status");
      // A mistake that is new is looked at for some seconds before it comes.
      this.coming = this.source.next(state.seen, state.seen.length);
      this.coming.catch(() => {});
    } catch (error) {
      this.coming = undefined;
      complain(error);
      if (mine === state.request) this.end();
    }
  }

  ask() {
    this.state.request += 1;
    return this.state.request;
  }

  end() {
    this.state.stage = "end";
    this.draw();
    announce(this.endText());
    focusOn(this.panel, "[data-action=back]");
  }

  endText() {
    const { found, seen } = this.state;
    if (seen.length === 0) return t("training.nothing");
    return t("training.end", { found, count: seen.length });
  }

  question() {
    const { exercise, position } = this.state;
    const side = t(`side.${position?.turn ?? "white"}`);
    return t(exercise?.kind === "puzzle" ? "training.find-win" : "training.find", { side });
  }

  show({ animate = false } = {}) {
    const { state, board } = this;
    const { position, told, stage } = state;
    if (!position) return;
    board.show(
      {
        board: position.board,
        legal: isOpen(state) ? position.legal : [],
        last: position.last?.move,
        check: position.check,
        turn: position.turn,
      },
      { animate },
    );
    const better = stage === "shown" && told?.better;
    board.point(better ? [{ path: better.path, kind: "engine" }] : []);
    this.draw();
  }

  /** @param {string} code */
  async answer(code) {
    const { state } = this;
    const { exercise, tried } = state;
    if (!exercise || !isOpen(state)) return;
    const mine = this.ask();
    state.stage = "trying";
    this.draw();
    const { id, game } = exercise;
    try {
      const asked = { id, game, tried, move: code, language: language() };
      /** @type {AttemptView} */
      const attempt = await post("/training/try", asked);
      if (mine === state.request) await this.judge(attempt);
    } catch (error) {
      if (mine !== state.request) return;
      state.stage = "asking";
      complain(error);
      this.show();
    }
  }

  /** @param {AttemptView} attempt */
  async judge(attempt) {
    const { state } = this;
    state.attempt = attempt;
    if (!attempt.is_right) {
      Object.assign(state, { stage: "wrong", clean: false });
      this.show();
      announce([t("learn.wrong", { move: attempt.move.text }), attempt.words].join(" "));
      focusOn(this.panel, "[data-action=answer]");
      return;
    }
    this.board.takeDropped();
    state.position = attempt.position ?? state.position;
    if (attempt.is_done) {
      await this.finish("done");
      return;
    }
    if (attempt.reply) state.tried.push(attempt.move.code, attempt.reply.code);
    state.stage = "asking";
    this.show({ animate: true });
    announce(this.statusText());
  }

  /**
   * Nothing is left to be found; it is noted how it went.
   *
   * @param {"done" | "shown"} stage
   */
  async finish(stage) {
    const { state } = this;
    const { exercise } = state;
    if (!exercise) return;
    const isFound = stage === "done" && state.clean;
    state.told = await this.source.finish(exercise, isFound);
    state.stage = stage;
    state.found += Number(isFound);
    this.show();
    announce(this.statusText());
    focusOn(this.panel, "[data-action=next]");
  }

  async reveal() {
    const { state } = this;
    const mine = this.ask();
    state.stage = "trying";
    this.draw();
    try {
      await this.finish("shown");
    } catch (error) {
      complain(error);
      if (mine === state.request) state.stage = "asking";
      this.show();
    }
  }

  leave() {
    this.ask();
  }

  // ---- the panel ----

  statusText() {
    const { stage, attempt, tried, told } = this.state;
    if (stage === "loading") return t("training.loading");
    if (stage === "trying") return t("learn.trying");
    if (stage === "wrong") return t("learn.wrong", { move: attempt?.move.text ?? "" });
    if (stage === "done") return t("learn.right", { move: attempt?.move.text ?? "" });
    if (stage === "shown")
      return told?.better ? t("learn.shown", { move: told.better.text }) : t("training.solution");
    if (tried.length > 0 && attempt?.reply)
      return t("training.go-on", { move: attempt.move.text, reply: attempt.reply.text });
    return this.question();
  }

  draw() {
    const { state, panel, source } = this;
    const title = h("h1", {}, source.title);
    replace(panel, title, state.stage === "end" ? this.endParts() : this.exerciseParts());
  }

  endParts() {
    const back = { class: "primary", "data-action": "back" };
    const leave = () => this.onEnd(undefined);
    return [
      h("p", { class: "status", role: "status", tabIndex: -1 }, this.endText()),
      h("div", { class: "actions" }, button("back", t("training.back"), leave, back)),
    ];
  }

  exerciseParts() {
    const { exercise, stage, attempt } = this.state;
    const status = { class: `status ${stage}`, role: "status", tabIndex: -1 };
    return [
      h("p", { class: "note" }, this.placeText()),
      h("p", status, this.statusText()),
      stage === "wrong" && attempt && wrongParts(attempt),
      exercise && this.toldParts(),
      h("div", { class: "actions" }, this.buttons()),
    ];
  }

  placeText() {
    const { exercise, seen } = this.state;
    const number = t("training.number", { number: Math.max(1, seen.length) });
    const boxes = exercise && exercise.successes > 0;
    const known = boxes && t("training.known", { count: exercise.successes });
    const date = exercise?.date && formatRecordDate(exercise.date);
    return [number, exercise?.players, date, known].filter(Boolean).join(" · ");
  }

  toldParts() {
    const { exercise, told } = this.state;
    if (!told || !exercise) return undefined;
    const { card, line, theme, result } = told;
    const number = card ? numberText(card.line[0]?.number ?? "") : "";
    const kind = card?.judgement && t(`judgement.${card.judgement}`);
    const title = kind ? t("learn.your-move", { kind }) : t("training.played");
    const game = exercise.kept && `#/analyse/library:${exercise.kept}`;
    return [
      h("p", { class: "result-line" }, theme && h("strong", {}, `${themeName(theme)}. `), result),
      line && h("p", { class: "verdict-line" }, line.join(" ")),
      card && verdictCard(card, { number, title }),
      game && h("p", {}, h("a", { href: game }, t("training.to-game"))),
    ];
  }

  buttons() {
    const { stage, exercise } = this.state;
    const stop = button("close", t("training.stop"), () => this.onEnd(undefined), {
      "data-action": "stop",
    });
    if (stage === "done" || stage === "shown") {
      const next = { class: "primary", "data-action": "next" };
      return [button("next", t("training.next"), () => this.next(), next), stop];
    }
    const answer = { "data-action": "answer", disabled: !isOpen(this.state) || !exercise };
    return [button("bulb", t("learn.show"), () => this.reveal(), answer), stop];
  }
}

/** @param {AttemptView} attempt */
const wrongParts = ({ words, reply }) => [
  h("p", {}, words || t("training.wrong-quiet")),
  reply && h("p", { class: "note" }, t("training.answered-by", { reply: reply.text })),
];
