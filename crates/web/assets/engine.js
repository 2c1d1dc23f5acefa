// What the engine thinks about a position: lines, an evaluation bar, arrows.

import { stream } from "./api.js";
import { h, replace } from "./dom.js";
import { formatNumber, t } from "./i18n.js";

/** A score as people read it, in White's view. */
export function scoreText(score) {
  if (score.mate !== undefined) return `${score.mate < 0 ? "−" : ""}#${Math.abs(score.mate)}`;
  if (score.win !== undefined) return score.win < 0 ? t("score.black-wins") : t("score.white-wins");
  const value = score.value / 100;
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}

/** The same in little room: whose it is, the place of the label says. */
function barText(score) {
  if (score.mate !== undefined) return `#${Math.abs(score.mate)}`;
  if (score.win !== undefined) return "1";
  return Math.abs(score.value / 100).toFixed(Math.abs(score.value) < 1000 ? 1 : 0);
}

export class Analysis {
  /** `onLines(lines)` is called when something is found, `onState(word)` when it begins or ends. */
  constructor({ onLines, onState }) {
    this.onLines = onLines;
    this.onState = onState;
  }

  start(question) {
    this.stop();
    const control = new AbortController();
    this.control = control;
    this.lines = [];
    this.onState("running");
    let frame;
    const tell = (kind, data) => {
      if (control !== this.control) return;
      if (kind === "line") {
        const line = JSON.parse(data);
        this.lines[line.rank - 1] = line;
        // Many lines come at once; one drawing shows them all.
        frame ??= requestAnimationFrame(() => {
          frame = undefined;
          if (control === this.control) this.onLines(this.lines.filter(Boolean));
        });
      } else if (kind === "done") this.onState("done");
      else if (kind === "problem") this.onState("problem", data);
    };
    stream("/analysis", question, control.signal, tell).then(
      () => { if (control === this.control) this.onState("done"); },
      (error) => { if (control === this.control && error.name !== "AbortError") this.onState("problem", error.message); });
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
  const element = h("div", { class: "bar", role: "img", "aria-label": t("engine.bar-off") }, fill, label);
  return {
    element,
    /** `white` are White's chances, from 0 to 100. */
    show(score, white, flipped) {
      fill.style.height = `${white.toFixed(1)}%`;
      element.classList.toggle("flipped", flipped);
      element.classList.toggle("white-ahead", white >= 50);
      label.textContent = score ? barText(score) : "";
      element.setAttribute("aria-label", score ? t("engine.bar", { score: scoreText(score) }) : t("engine.bar-off"));
    },
  };
}

/** The lines as a list; `onPick(codes)` plays a line up to a move. What is under a finger that is down does not change. */
export function lineList(element, lines, onPick) {
  holdStill(element);
  if (element.isHeld) return;
  const rows = lines.map((line) => h("li", {},
    h("strong", { class: "score" }, scoreText(line.score)),
    h("span", { class: "line" }, line.moves.map((step, place) => {
      const number = place === 0 || !step.number.endsWith("...") ? `${step.number.replace("...", "…")} ` : "";
      return [h("button", { type: "button", class: "pv", onclick: () => onPick(line.moves.slice(0, place + 1)) }, number + step.text), " "];
    }))));
  replace(element, rows);
}

function holdStill(element) {
  if (element.isHeld !== undefined) return;
  const hold = (isHeld) => () => { element.isHeld = isHeld; };
  hold(false)();
  element.addEventListener("pointerdown", hold(true));
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(end, hold(false));
}

export function depthText(lines) {
  const [best] = lines;
  return t("engine.depth", { depth: best.depth, speed: formatNumber(Math.round(best.speed / 1000)) });
}
