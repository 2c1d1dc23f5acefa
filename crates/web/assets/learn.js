// Learning from mistakes: each error of one side once more, and something better to be found.

import { post } from "./api.js";
import { announce, complain, tell } from "./announce.js";
import { Board } from "./board.js";
import { button, h, replace } from "./dom.js";
import { language, t } from "./i18n.js";
import { isError, sideOf } from "./review.js";
import { settings } from "./settings.js";
import { verdictCard } from "./verdict.js";

/** `codes` are the moves of the game; `onDone(ply)` goes back to it. */
export function learnView(main, { game, start, codes, review, side, onDone }) {
  const errors = review.moves.map((move, place) => ({ move, place })).filter(({ move, place }) => sideOf(review, place) === side && isError(move));
  let at = 0;
  let found = 0;
  // "loading", "asking", "trying", "wrong", "right" or "shown".
  let state = "loading";
  let attempt;
  let position;
  let request = 0;

  const board = new Board(game, { onMove: (mv) => answer(mv.code), onRemark: (words) => tell(words) });
  board.setNumbers(settings.numbers);
  board.flip(side === "black");
  const panel = h("div", { class: "panel learning" });

  const current = () => errors[at];

  async function ask() {
    state = "loading";
    attempt = undefined;
    draw();
    const { place } = current();
    request += 1;
    const mine = request;
    try {
      const next = await post("/position", { game, fen: start, moves: codes.slice(0, place) });
      if (mine !== request) return;
      position = next;
      state = "asking";
      show();
      announce(question());
    } catch (error) {
      complain(error);
    }
  }

  const question = () => t("learn.question", { move: `${current().move.line[0].number.replace("...", "…")} ${current().move.move.text}`, kind: t(`verdict.${current().move.judgement}`) });

  function show() {
    const isOpen = state === "asking" || state === "wrong";
    board.show({ board: position.board, legal: isOpen ? position.legal : [], last: position.last?.move, check: position.check, turn: position.turn });
    const { move } = current();
    board.point(state === "right" || state === "shown" ? [{ path: (attempt && state === "right" ? attempt.move : move.better_move).path, kind: "engine" }] : []);
    draw();
  }

  async function answer(code) {
    if (state !== "asking" && state !== "wrong") return;
    state = "trying";
    draw();
    request += 1;
    const mine = request;
    try {
      const judged = await post("/judge", { game, fen: start, moves: codes.slice(0, current().place), move: code, language: language() });
      if (mine !== request) return;
      attempt = judged;
      // The better move of the review is right whatever a second look says, and the error is none the better for it.
      const { move } = current();
      const isRight = judged.move.code === move.better_move.code || (!judged.judgement && judged.move.code !== move.move.code);
      state = isRight ? "right" : "wrong";
      if (isRight && !current().tried) found += 1;
      current().tried = true;
      board.dropped = false;
      show();
      announce(t(isRight ? "learn.right" : "learn.wrong", { move: judged.move.text }));
      panel.querySelector(isRight ? "[data-action=next]" : "[data-action=answer]")?.focus();
    } catch (error) {
      if (mine !== request) return;
      state = "asking";
      complain(error);
      show();
    }
  }

  function reveal() {
    current().tried = true;
    state = "shown";
    show();
    announce(t("learn.shown", { move: current().move.better_move.text }));
    panel.querySelector("[data-action=next]")?.focus();
  }

  function next() {
    // Whatever is still being looked at is of no more use.
    request += 1;
    at += 1;
    if (at < errors.length) ask();
    else draw();
    panel.querySelector(".status")?.focus();
  }

  function leave() {
    request += 1;
    onDone(current()?.place ?? codes.length);
  }

  function draw() {
    const stop = button("close", t("learn.stop"), leave, { "data-action": "stop" });
    if (at >= errors.length) {
      replace(panel, h("h1", {}, t("learn.title")), h("p", { class: "status", role: "status", tabIndex: -1 }, t("learn.end", { found, count: errors.length })),
        h("div", { class: "actions" }, button("back", t("learn.again"), () => { at = 0; found = 0; errors.forEach((error) => { error.tried = false; }); ask(); }), button("search", t("learn.back"), leave, { class: "primary", "data-action": "back" })));
      panel.querySelector("[data-action=back]").focus();
      return;
    }
    const { move } = current();
    const number = move.line[0].number;
    const isOver = state === "right" || state === "shown";
    replace(panel,
      h("h1", {}, t("learn.title")),
      h("p", { class: "note" }, t("learn.place", { number: at + 1, count: errors.length })),
      h("p", { class: "status", role: "status", tabIndex: -1 }, state === "right" ? t("learn.right", { move: attempt.move.text }) : state === "wrong" ? t("learn.wrong", { move: attempt.move.text }) : state === "trying" ? t("learn.trying") : state === "shown" ? t("learn.shown", { move: move.better_move.text }) : question()),
      state === "wrong" && attempt.words && h("p", {}, attempt.words),
      isOver && verdictCard(move, { number, title: t("learn.your-move", { kind: t(`verdict.${move.judgement}`) }) }),
      h("div", { class: "actions" },
        isOver ? button("next", t(at + 1 < errors.length ? "learn.next" : "learn.finish"), next, { class: "primary", "data-action": "next" })
          : button("bulb", t("learn.show"), reveal, { "data-action": "answer", disabled: state === "trying" || state === "loading" }),
        !isOver && button("next", t("learn.skip"), next, { "data-action": "skip", disabled: state === "loading" }), stop));
  }

  replace(main, h("div", { class: "desk" }, h("div", { class: "board-column" }, board.element), panel));
  ask();
  panel.querySelector(".status")?.focus();
  return { flip: () => board.flip() };
}
