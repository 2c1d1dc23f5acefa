// A whole game reviewed: asking for it, and the summary with the graph.

import { stream } from "./api.js";
import { button, h, replace } from "./dom.js";
import { graph } from "./graph.js";
import { language, t } from "./i18n.js";
import { remember, settings } from "./settings.js";

const EFFORTS = { quick: 20000, usual: 100000, deep: 500000 };

/** Asks the server for a review of a tree; calls `onDone(review)`, or `onProblem(error)`. Returns what stops it. */
function ask(tree, { onProgress, onDone, onProblem }) {
  const control = new AbortController();
  let isDone = false;
  const tell = (kind, data) => {
    if (control.signal.aborted) return;
    if (kind === "progress") onProgress(JSON.parse(data));
    else if (kind === "review") {
      isDone = true;
      onDone(JSON.parse(data));
    } else if (kind === "problem") {
      isDone = true;
      onProblem(new Error(data));
    }
  };
  const body = { record: tree.draft(), language: language(), nodes: EFFORTS[settings.effort] };
  stream("/review", body, control.signal, tell).then(
    () => { if (!isDone && !control.signal.aborted) onProblem(new Error(t("review.broken-off"))); },
    (error) => { if (error.name !== "AbortError") onProblem(error); });
  return () => control.abort();
}

/**
 * The box under the board. `tree()` is the game, `shown()` its review and the ply that is shown, if there is one;
 * `onDone(review)`, `onPick(ply)`, `onLearn(side)` and `onProblem(error)` are called.
 */
export function reviewBox({ tree, shown, onDone, onPick, onLearn, onProblem }) {
  const element = h("section", { class: "review", "aria-label": t("review.title") });
  let stop;
  let progress;

  function start() {
    stop?.();
    progress = { done: 0, total: 0 };
    stop = ask(tree(), {
      onProgress(next) {
        progress = next;
        if (stop) draw();
      },
      onDone(review) {
        stop = undefined;
        onDone(review);
      },
      onProblem(error) {
        stop = undefined;
        draw();
        onProblem(error);
      },
    });
    draw();
    element.querySelector("button")?.focus();
  }

  function cancel() {
    stop?.();
    stop = undefined;
    draw();
    element.querySelector("button")?.focus();
  }

  function offer() {
    const isEmpty = tree().roots.length === 0;
    const effort = h("select", { "aria-label": t("review.effort"), onchange: (event) => remember({ effort: event.target.value }) },
      Object.keys(EFFORTS).map((name) => h("option", { value: name, selected: name === settings.effort }, t(`review.${name}`))));
    return h("div", { class: "review-offer" },
      button("search", t("review.start"), start, { class: "primary", disabled: isEmpty, "data-action": "review" }), effort,
      h("p", { class: "note" }, t(isEmpty ? "review.empty" : "review.note")));
  }

  // Made once: what is rebuilt at every step cannot be pressed.
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("review.progress") });
  const note = h("p", { class: "note" });
  const waiting = h("div", { class: "review-offer" }, bar, note, button("close", t("review.cancel"), cancel));

  function draw() {
    const found = shown();
    if (stop) {
      bar.value = progress.total ? progress.done / progress.total : 0;
      note.textContent = progress.total ? t("review.done", progress) : t("review.begins");
      if (waiting.parentElement !== element) replace(element, waiting);
      return;
    }
    const hadFocus = document.activeElement?.classList?.contains("graph") && element.contains(document.activeElement);
    replace(element, found ? summary(found.review, found.ply) : offer());
    if (hadFocus) element.querySelector(".graph")?.focus({ preventScroll: true });
  }

  function summary(review, ply) {
    const percent = (value) => (value === null || value === undefined ? "–" : `${value.toFixed(1)} %`);
    const [white, black] = review.sides;
    const row = (name, of) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, of(white)), h("td", {}, of(black)));
    const phases = ["opening", "middlegame", "endgame"];
    const errors = (side) => review.moves.filter((move, place) => sideOf(review, place) === side && isError(move)).length;
    const learn = (side) => button("bulb", t("learn.start", { side: t(`side.${side}`), count: errors(side) }), () => onLearn(side), { disabled: errors(side) === 0, "data-action": `learn-${side}` });
    return [
      graph(review, ply, onPick),
      review.language !== language() && h("p", { class: "note" }, t("review.other-language")),
      review.opening && h("p", { class: "note" }, `${review.opening.code} ${review.opening.name}`.trim()),
      h("div", { class: "review-table" }, h("table", {},
        h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, t("side.white")), h("th", { scope: "col" }, t("side.black")))),
        h("tbody", {},
          row(t("review.accuracy"), (side) => h("strong", {}, percent(side.accuracy))),
          phases.map((phase, place) => (white.by_phase[place] ?? black.by_phase[place] ?? null) !== null && row(t(`phase.${phase}`), (side) => percent(side.by_phase[place]))),
          ["inaccuracies", "mistakes", "blunders", "missed_wins"].map((name) => row(t(`review.${name}`), (side) => String(side[name]))),
          row(t("review.best"), (side) => (side.moves ? t("review.of", { count: side.best, moves: side.moves }) : "–"))))),
      h("div", { class: "actions" }, learn("white"), learn("black"), button("search", t("review.again"), start, { "data-action": "review" })),
    ];
  }

  return { element, draw, start, isRunning: () => Boolean(stop), stop: () => { stop?.(); stop = undefined; } };
}

/** Whose move it is: by its number. */
export function sideOf(review, place) {
  return review.moves[place].line[0]?.number.endsWith("...") ? "black" : "white";
}

/** What is worth learning from. */
export function isError(move) {
  return (move.judgement === "mistake" || move.judgement === "blunder") && move.better.length > 0;
}
