// @ts-check
// The engine beside an analysis: its switch, its lines, the bar and the arrows on the board.

import { button, focusOn, h, replace, select } from "../dom.js";
import { t } from "../i18n.js";
import { remember, settings } from "../settings.js";
import { hoverBoard } from "./hover.js";
import { Analysis, depthText, evaluationBar, lineList } from "./engine.js";

/** @import { Board } from "../board/board.js" */
/** @import { Arrow } from "../board/state.js" */
/** @import { EngineState } from "./engine.js" */

/**
 * What the box is given and tells.
 *
 * @typedef {object} EngineOptions
 * @property {() => { game: GameName, fen: string, moves: string[] }} place what to think about
 * @property {() => PositionView | undefined} position the same, once the server has told it
 * @property {() => JudgedView | undefined} judged what the reviewer said of it
 * @property {Board} board for arrows
 * @property {(steps: StepView[]) => void} onFollow a line is to be played
 */

/** What is known of the engine. */
/** @typedef {{ state: EngineState, lines: LineView[] }} EngineView */

/**
 * Whether the engine thinks. Its patience may have come to an end: then it can be started again.
 *
 * @param {EngineView} view
 */
const isThinking = ({ state }) => settings.engine && state !== "done";

/**
 * What is said of the engine, unless something is wrong.
 *
 * @param {EngineView} view
 * @param {PositionView | undefined} position
 */
function engineText({ lines }, position) {
  const [best] = lines;
  if (best) return depthText(best);
  if (!settings.engine) return t("engine.is-off");
  return t(position?.ending ? "engine.over" : "engine.begins");
}

/**
 * The best line as an arrow, and two more behind it.
 *
 * @param {LineView[]} lines
 * @returns {Arrow[]}
 */
function arrowsOf(lines) {
  const firsts = lines.slice(0, 3).flatMap(({ first }) => (first ? [first] : []));
  /** @type {Arrow[]} */
  const arrows = firsts.map(({ path }, place) => ({
    path,
    kind: place === 0 ? "engine" : "other",
  }));
  return arrows.reverse();
}

/**
 * The switch of the engine, and how many lines it shows.
 *
 * @param {EngineView} view
 * @param {() => void} toggle
 * @param {(lines: number) => void} setLines
 */
function engineSwitch(view, toggle, setLines) {
  const isOn = isThinking(view);
  const counts = [1, 2, 3, 4, 5];
  const name = (/** @type {number} */ number) =>
    t(number === 1 ? "engine.one-line" : "engine.many-lines", { number });
  const options = {
    id: "engine-switch",
    "aria-pressed": String(isOn),
    class: view.state === "running" ? "running" : "",
  };
  return [
    button(isOn ? "pause" : "play", t(isOn ? "engine.stop" : "engine.start"), toggle, options),
    select(
      { id: "lines", "aria-label": t("engine.count") },
      counts.map((number) => [String(number), name(number)]),
      String(settings.lines),
      (number) => setLines(Number(number)),
    ),
  ];
}

export class EngineBox {
  /** @param {EngineOptions} options */
  constructor(options) {
    this.options = options;
    /** @type {EngineView} */
    this.view = { state: "off", lines: [] };
    this.bar = evaluationBar();
    this.list = lineList(options.onFollow);
    this.hideBoard = hoverBoard(
      this.list.element,
      options.place,
      () => this.list.shown().map(({ moves }) => moves),
      () => options.board.isFlipped,
    );
    this.note = h("p", { class: "note engine-note" });
    this.head = h("div", { class: "engine-head" });
    this.parts = [this.head, this.list.element, this.note];
    this.analysis = new Analysis(
      (lines) => {
        this.view.lines = lines;
        this.draw();
      },
      (state, words) => this.setState(state, words),
    );
    this.drawSwitch();
  }

  /** Thinks about what is looked at now, if it is to think at all. */
  think() {
    const position = this.options.position();
    this.view.lines = [];
    if (settings.engine && position && !position.ending) {
      this.analysis.start({ ...this.options.place(), lines: settings.lines });
    } else {
      this.stop();
      this.view.state = "off";
    }
    this.draw();
    this.drawSwitch();
  }

  stop() {
    this.analysis.stop();
  }

  toggle() {
    remember({ engine: !isThinking(this.view) });
    this.think();
  }

  /**
   * @param {EngineState} state
   * @param {string} [words]
   */
  setState(state, words = "") {
    this.view.state = state;
    if (state === "problem") this.note.textContent = words;
    this.drawSwitch();
  }

  draw() {
    const { view, options } = this;
    const { board } = options;
    const best = view.lines[0] ?? options.judged();
    this.bar.show(best?.score, best?.white ?? 50, board.isFlipped);
    this.list.show(view.lines);
    this.list.element.classList.toggle("kept", settings.engine);
    this.list.element.style.setProperty("--lines", String(settings.lines));
    board.point(arrowsOf(view.lines));
    const hasProblem = view.state === "problem" && view.lines.length === 0;
    this.note.classList.toggle("off", !settings.engine && !hasProblem);
    if (!hasProblem) this.note.textContent = engineText(view, options.position());
  }

  drawSwitch() {
    const focused = document.activeElement?.id;
    const setLines = (/** @type {number} */ lines) => {
      remember({ lines });
      this.think();
    };
    replace(
      this.head,
      engineSwitch(this.view, () => this.toggle(), setLines),
    );
    if (focused === "engine-switch" || focused === "lines") focusOn(this.head, `#${focused}`);
  }
}
