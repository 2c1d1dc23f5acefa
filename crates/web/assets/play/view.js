// @ts-check
// A game that is being played. The server keeps it and says what changed; several tabs may look on.

import { pairList } from "../analyse/movelist.js";
import { announce, complain, tell } from "../announce.js";
import { get, post } from "../api.js";
import { SETTLED, isMotionReduced } from "../board/animate.js";
import { Board } from "../board/board.js";
import { focusOn, h, replace, typedField } from "../dom.js";
import { t } from "../i18n.js";
import { spoken, typedExample, verdictText } from "../sentences.js";
import { settings, toggleNumbers } from "../settings.js";
import { play as sound } from "../sound.js";
import { Acting } from "./acting.js";
import { Coach, helpChoices } from "./coach.js";
import { actionButtons, drawPlayer, drawStatus, lookButtons, playParts } from "./draw.js";
import { comparison, isShow, newPlay, ownSide, shownPlies, shownPosition, total } from "./state.js";
import { listenToGame } from "./stream.js";

/**
 * @param {HTMLElement} main
 * @param {import("../app.js").Site} _site
 * @param {string[]} address
 */
export async function playView(main, _site, [id]) {
  return new PlayView(main, await get(`/games/${id}`));
}

class PlayView {
  /**
   * @param {HTMLElement} main
   * @param {GameView} game
   */
  constructor(main, game) {
    this.state = newPlay(game);
    this.id = game.id;
    this.name = game.position.game;
    this.board = new Board(this.name, {
      onMove: (mv) => this.acting.send(mv.code),
      onRemark: tell,
      waiting: () => this.acting.waitingSide(),
      onStep: (direction) => this.look(shownPlies(this.state) + direction),
    });
    this.board.setNumbers(settings.numbers);
    this.board.flip(ownSide(game) === "black");
    this.coach = new Coach({
      game: () => this.state.game,
      onNews: () => this.drawPanel(),
      onBetter: (index, move) => this.showBetter(index, move),
      onLine: (index, steps) => this.showLine(index, steps),
      onTakeBack: () => this.acting.act("take-back"),
      onAnyway: (code) => this.acting.send(code, { isSure: true }),
    });
    this.acting = new Acting({
      state: this.state,
      board: this.board,
      coach: this.coach,
      input: () => this.parts.input,
      draw: () => this.draw(),
      look: (plies) => this.look(plies),
      onAnswer: (next) => this.update(next, { isAnswer: true }),
    });
    this.acts = this.makeActs();
    this.parts = this.makeParts();
    replace(main, h("div", { class: "desk" }, this.parts.column, this.parts.panel));
    document.title = `Damier – ${t(`game.${this.name}`)}`;
    this.draw();
    this.coach.judgeLast();
    this.stopListening = listenToGame(
      this.id,
      (next) => this.hear(next),
      () => this.showLost(),
    );
    this.clockTimer = setInterval(() => {
      if (this.state.game.clock?.running) this.drawPlayers();
    }, 200);
    /** @type {number | undefined} */
    this.later = undefined;
  }

  makeParts() {
    const typed = typedField(t("play.typed"), t("play.send"), (words) =>
      this.acting.sendTyped(words),
    );
    typed.input.placeholder = typedExample(this.name);
    const onChoice = () => {
      this.coach.judgeLast();
      this.drawPanel();
    };
    const fields = isShow(this.state.game) ? [] : [typed.form, helpChoices(onChoice)];
    return {
      ...playParts(this.coach.element, fields),
      input: typed.input,
      fields: isShow(this.state.game) ? [] : [typed.form],
    };
  }

  /** @returns {import("./draw.js").Acts} */
  makeActs() {
    const { acting } = this;
    return {
      pause: (paused) => acting.act("pause", { paused }),
      takeBack: () => acting.act("take-back"),
      askHint: () => acting.askHint(),
      offerDraw: () => acting.offerDraw(),
      resign: () => acting.act("resign"),
      flip: () => this.flip(),
      save: () => acting.save(),
      again: () => acting.again(),
      look: (plies) => this.look(plies),
    };
  }

  // ---- showing ----

  draw({ animate = false } = {}) {
    const { board } = this;
    const { bars, column } = this.parts;
    board.show(shownPosition(this.state), { animate });
    board.point([]);
    // Moved about only when it is flipped: what is moved loses the focus.
    const above = bars[board.isFlipped ? "white" : "black"];
    const below = bars[board.isFlipped ? "black" : "white"];
    if (column.firstChild !== above) replace(column, above, board.element, below);
    this.drawPanel();
  }

  /** All but the board: a piece that is picked up, and arrows, stay as they are. */
  drawPanel() {
    const { state, coach } = this;
    const { panel, moves, steps, actions, status, result } = this.parts;
    panel.classList.toggle("coached", (settings.coach || settings.warn) && !isShow(state.game));
    this.parts.fields.forEach((field) =>
      field.toggleAttribute("hidden", Boolean(state.game.verdict)),
    );
    const { activeElement } = document;
    const focused = activeElement instanceof HTMLElement && panel.contains(activeElement);
    this.drawPlayers();
    const signed = state.game.moves.map((node, index) => coach.signed(node, index));
    pairList(moves, signed, shownPlies(state) - 1, (index) => this.look(index + 1));
    drawStatus(status, result, state);
    coach.draw(state.pinned ?? (state.looking === undefined ? undefined : state.looking - 1));
    replace(actions, actionButtons(state, this.acts));
    replace(steps, lookButtons(state, this.acts));
    // What had the focus was made anew, or has gone: then what is said is what comes next.
    if (!focused || activeElement.isConnected) return;
    const again = `[data-action="${activeElement.dataset.action}"]:not(:disabled)`;
    focusOn(panel, panel.querySelector(again) ? again : ".status");
  }

  drawPlayers() {
    const { bars } = this.parts;
    drawPlayer(bars.white, this.state, "white");
    drawPlayer(bars.black, this.state, "black");
  }

  flip() {
    this.board.flip();
    this.draw();
  }

  /** @param {number} plies */
  look(plies) {
    const { state } = this;
    const wanted = Math.min(Math.max(plies, 0), total(state));
    const isStep = Math.abs(wanted - shownPlies(state)) === 1;
    state.looking = wanted === total(state) ? undefined : wanted;
    state.pinned = undefined;
    this.draw({ animate: isStep });
  }

  /**
   * @param {number} index
   * @param {MoveView} move
   */
  showBetter(index, move) {
    this.look(index);
    this.state.pinned = index;
    this.draw();
    this.board.point([{ path: move.path, kind: "engine" }]);
  }

  /**
   * Shows the end of a line that begins after so many moves of the game; the game itself waits.
   *
   * @param {number} index
   * @param {StepView[]} steps
   */
  async showLine(index, steps) {
    const { state, board } = this;
    const codes = state.game.moves.slice(0, index).map((node) => node.move.code);
    const moves = [...codes, ...steps.map((step) => step.code)];
    const version = state.game.version;
    try {
      /** @type {ArrivalView} */
      const found = await post("/position", { game: this.name, fen: state.game.start, moves });
      if (state.isLeft || state.game.version !== version) return;
      this.look(index);
      state.pinned = index;
      this.drawPanel();
      board.show({ board: found.board, legal: [], last: found.last?.move, check: found.check });
      if (found.last) board.point([{ path: found.last.move.path, kind: "engine" }]);
    } catch (error) {
      complain(error);
    }
  }

  // ---- what the server says ----

  /** @param {GameView} next */
  hear(next) {
    this.parts.status.classList.remove("lost");
    this.update(next);
  }

  showLost() {
    const { status } = this.parts;
    status.classList.add("lost");
    status.textContent = t("problem.offline");
  }

  /**
   * @param {GameView} next
   * @param {{ isAnswer?: boolean }} [how]
   */
  update(next, { isAnswer = false } = {}) {
    const { state } = this;
    const before = state.game;
    const change = comparison(before, next, isAnswer);
    if (change === "late") return;
    const wait = state.settled - performance.now();
    if (change !== "same") {
      // A piece that is on its way arrives before the next one leaves.
      clearTimeout(this.later);
      if (!isAnswer && wait > 0) {
        this.later = setTimeout(() => this.update(next), wait);
        return;
      }
      state.hint = undefined;
    }
    state.game = next;
    state.received = performance.now();
    if (change === "same") {
      // Told twice, by an answer and by the stream; drawing it again would cut the animation short.
      this.drawPlayers();
      drawStatus(this.parts.status, this.parts.result, state);
    } else if (change === "changed") this.draw();
    else this.showMove(before);
  }

  /**
   * A move was played or taken back, or the game has ended.
   *
   * @param {GameView} before
   */
  showMove(before) {
    const { state, board, coach } = this;
    state.looking = undefined;
    state.pinned = undefined;
    coach.warned = undefined;
    const dropped = board.takeDropped();
    this.draw({ animate: !dropped });
    if (!dropped && !isMotionReduced()) state.settled = performance.now() + SETTLED;
    this.parts.input.value = "";
    coach.judgeLast();
    this.announceMove(before);
    this.acting.playWaiting();
  }

  /** @param {GameView} before */
  announceMove(before) {
    const { moves, verdict, position } = this.state.game;
    const last = moves[moves.length - 1];
    const end = verdict ? verdictText(verdict) : "";
    if (moves.length > before.moves.length) {
      const mover = position.turn === "white" ? "black" : "white";
      announce([spoken(last, mover), end].filter(Boolean).join(". "));
      const kind = last.move.captured?.length ? "capture" : "move";
      sound(verdict ? "end" : last.check ? "check" : kind);
    } else if (verdict) {
      announce(end);
      sound("end");
    } else announce(t("play.taken-back"));
  }

  // ---- what the page tells ----

  leave() {
    this.state.isLeft = true;
    this.coach.leave();
    this.stopListening();
    clearInterval(this.clockTimer);
    clearTimeout(this.later);
  }

  /** @param {string} key */
  key(key) {
    const { state, board } = this;
    const { verdict, thinking, paused } = state.game;
    const canAct = !verdict && !isShow(state.game);
    /** @type {Record<string, () => void>} */
    const known = {
      ArrowLeft: () => this.look(shownPlies(state) - 1),
      ArrowRight: () => this.look(shownPlies(state) + 1),
      Home: () => this.look(0),
      End: () => this.look(total(state)),
      f: () => this.flip(),
      n: () => board.setNumbers(toggleNumbers()),
      h: () => {
        if (canAct && !thinking) this.acting.askHint();
      },
      " ": () => {
        if (isShow(state.game) && !verdict) this.acting.act("pause", { paused: !paused });
      },
    };
    known[key]?.();
    return key in known;
  }
}
