// @ts-check
// What the engine thinks about a position: lines, an evaluation bar, how deep it looks.

import { isAbort, messageOf } from "../announce.js";
import { stream } from "../api.js";
import { h, replace } from "../dom.js";
import { formatNumber, t } from "../i18n.js";
import { scoreText, shortScore } from "./scores.js";
import { lineButtons } from "./verdict.js";

/** @typedef {"off" | "running" | "done" | "problem"} EngineState */

export class Analysis {
  /**
   * `onLines` is called when something is found, `onState` when it begins, ends or fails.
   *
   * @param {(lines: LineView[]) => void} onLines
   * @param {(state: EngineState, words?: string) => void} onState
   */
  constructor(onLines, onState) {
    this.onLines = onLines;
    this.onState = onState;
    /** @type {AbortController | undefined} */
    this.control = undefined;
  }

  /** @param {{ game: GameName, fen: string, moves: string[], lines: number }} question */
  start(question) {
    this.stop();
    const control = new AbortController();
    this.control = control;
    this.onState("running");
    const isMine = () => control === this.control;
    const tell = this.receiver(isMine);
    stream("/analysis", question, control.signal, tell).then(
      () => isMine() && this.onState("done"),
      (error) => isMine() && !isAbort(error) && this.onState("problem", messageOf(error)),
    );
  }

  /**
   * What takes the events of one search.
   *
   * @param {() => boolean} isMine
   */
  receiver(isMine) {
    /** @type {LineView[]} */
    const lines = [];
    let isDue = false;
    const show = () => {
      isDue = false;
      if (isMine()) this.onLines(lines.filter(Boolean));
    };
    return (/** @type {string} */ kind, /** @type {string} */ data) => {
      if (!isMine()) return;
      if (kind === "done") this.onState("done");
      else if (kind === "problem") this.onState("problem", data);
      else if (kind === "line") {
        /** @type {LineView} */
        const line = JSON.parse(data);
        lines[line.rank - 1] = line;
        // Many lines come at once; one drawing shows them all.
        if (!isDue) requestAnimationFrame(show);
        isDue = true;
      }
    };
  }

  stop() {
    this.control?.abort();
    this.control = undefined;
  }
}

/** The bar beside the board. */
export function evaluationBar() {
  const fill = h("div", { class: "bar-white" });
  const label = h("span", { class: "bar-label" });
  const attributes = { class: "bar", role: "img", "aria-label": t("engine.bar-off") };
  const element = h("div", attributes, fill, label);
  return {
    element,
    /**
     * `white` are White's chances, from 0 to 100.
     *
     * @param {ScoreView | undefined} score
     * @param {number} white
     * @param {boolean} isFlipped
     */
    show(score, white, isFlipped) {
      fill.style.height = `${white.toFixed(1)}%`;
      element.classList.toggle("flipped", isFlipped);
      element.classList.toggle("white-ahead", white >= 50);
      element.classList.toggle("off", !score);
      label.textContent = score ? shortScore(score) : "";
      const words = score ? t("engine.bar", { score: scoreText(score) }) : t("engine.bar-off");
      element.setAttribute("aria-label", words);
    },
  };
}

/**
 * The lines as a list; `onPick` plays a line up to a move. What is under a finger that is down does
 * not change.
 *
 * @param {(steps: StepView[]) => void} onPick
 */
export function lineList(onPick) {
  const element = h("ol", { class: "lines", "aria-label": t("engine.lines") });
  let isHeld = false;
  const hold = (/** @type {boolean} */ held) => () => {
    isHeld = held;
  };
  element.addEventListener("pointerdown", hold(true));
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    element.addEventListener(end, hold(false));
  }
  const row = (/** @type {LineView} */ line) =>
    h(
      "li",
      {},
      h("strong", { class: "score" }, scoreText(line.score)),
      h("span", { class: "line" }, lineButtons(line.moves, onPick)),
    );
  /** @type {LineView[]} */
  let shown = [];
  return {
    element,
    /** What can be seen, which may be older than what is known. */
    shown: () => shown,
    /** @param {LineView[]} lines */
    show(lines) {
      if (isHeld) return;
      shown = lines;
      replace(element, lines.map(row));
    },
  };
}

/** @param {LineView} best */
export function depthText({ depth, speed }) {
  return t("engine.depth", { depth, speed: formatNumber(Math.round(speed / 1000)) });
}
