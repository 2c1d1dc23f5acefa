// @ts-check
// What is seen beside the board of a game: players, result, moves and buttons. Everything is made
// from the state; what a button does is given.

import { materialBar } from "../board/material.js";
import { button, h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { playerName, resultSign, verdictText } from "../sentences.js";
import { drawKey, tellOffer } from "./manners.js";
import {
  clockText,
  isShow,
  shownPlies,
  shownPosition,
  statusOf,
  timeLeft,
  total,
} from "./state.js";

/** @import { PlayState } from "./state.js" */

/**
 * What a player can do.
 *
 * @typedef {object} Acts
 * @property {(paused: boolean) => void} pause
 * @property {() => void} takeBack
 * @property {() => void} askHint
 * @property {() => void} offerDraw
 * @property {() => void} resign
 * @property {() => void} flip
 * @property {() => void} save
 * @property {() => void} again
 * @property {(plies: number) => void} look
 */

/** A clock with less than this, in milliseconds, is shown in another colour. */
const SHORT = 20000;

/**
 * The bar of one player, with name and clock.
 *
 * @param {HTMLElement} bar
 * @param {PlayState} state
 * @param {SideName} side
 */
export function drawPlayer(bar, state, side) {
  const { game, received } = state;
  const { board } = shownPosition(state);
  const seat = game.seats[side === "white" ? 0 : 1];
  const isTurn = !game.verdict && game.position.turn === side;
  const name = playerName(game.seats, side);
  const isThinking = seat.kind === "engine" && isTurn && game.thinking;
  bar.className = isTurn ? "player turn" : "player";
  replace(
    bar,
    h("span", { class: `token ${side}` }),
    h("span", { class: "name" }, name),
    materialBar(game.position.game, game.start_board, board, side),
    isThinking && h("span", { class: "thinking" }, t("play.thinking")),
    game.clock && clock(timeLeft(game.clock, side, performance.now() - received), side, isTurn),
  );
}

/**
 * @param {number} left
 * @param {SideName} side
 * @param {boolean} isTurn
 */
function clock(left, side, isTurn) {
  const attributes = {
    class: left < SHORT && isTurn ? "clock short" : "clock",
    role: "timer",
    "aria-label": t("clock.of", { side: t(`side.${side}`) }),
  };
  return h("span", attributes, clockText(left));
}

/**
 * @param {HTMLElement} status
 * @param {HTMLElement} result
 * @param {PlayState} state
 */
export function drawStatus(status, result, state) {
  const { verdict, position } = state.game;
  result.hidden = !verdict;
  if (verdict) {
    const sign = h("strong", {}, resultSign(position.game, verdict));
    replace(result, sign, h("span", {}, verdictText(verdict)));
  }
  tellOffer(state.game);
  const { key, gaps = {} } = statusOf(state);
  const filled = Object.entries(gaps).map(([name, words]) => [name, t(words)]);
  status.textContent = t(key, Object.fromEntries(filled));
}

/**
 * The buttons: the same in the same places from the first move to the last. What cannot be done
 * just now is grey; once a game is over other things can be done.
 *
 * @param {PlayState} state
 * @param {Acts} acts
 */
export function actionButtons(state, acts) {
  const { game } = state;
  const { id, verdict, paused } = game;
  const isPlayed = total(state) > 0;
  const goTo = (/** @type {string} */ what) => () => {
    location.hash = `#/analyse/${what}:${id}`;
  };
  const named = (/** @type {string} */ action) => ({ "data-action": action });
  const pauseLabel = t(paused ? "play.go-on" : "play.pause");
  return [
    verdict && button("plus", t("play.again"), acts.again, { ...named("again"), class: "primary" }),
    verdict &&
      button("bulb", t("play.review"), goTo("review"), { ...named("review"), disabled: !isPlayed }),
    isShow(game) &&
      !verdict &&
      button(paused ? "play" : "pause", pauseLabel, () => acts.pause(!paused), named("pause")),
    !isShow(game) && !verdict && playersButtons(state, acts),
    button("flip", t("play.flip"), acts.flip, named("flip")),
    button("search", t("play.analyse"), goTo("game"), named("analyse")),
    button("save", t("play.save"), acts.save, named("save")),
  ];
}

/**
 * What only those can do who play.
 *
 * @param {PlayState} state
 * @param {Acts} acts
 */
function playersButtons(state, acts) {
  const { game, hint } = state;
  const { thinking: disabled } = game;
  const drawLabel = t(drawKey(game));
  const hintLabel = t(hint ? "play.hint-move" : "play.hint");
  const back = { disabled: total(state) === 0, "data-action": "take-back" };
  return [
    button("back", t("play.take-back"), acts.takeBack, back),
    button("bulb", hintLabel, acts.askHint, { disabled, "data-action": "hint" }),
    button("hand", drawLabel, acts.offerDraw, { disabled, "data-action": "draw" }),
    resignButton(acts.resign),
  ];
}

/**
 * A button that asks once more, and forgets it after a while.
 *
 * @param {() => void} onResign
 */
function resignButton(onResign) {
  let isSure = false;
  const set = (/** @type {boolean} */ sure) => {
    isSure = sure;
    resign.classList.toggle("sure", sure);
    const label = resign.querySelector("span");
    if (label) label.textContent = t(sure ? "play.resign-sure" : "play.resign");
  };
  const press = () => {
    if (isSure) {
      onResign();
      return;
    }
    set(true);
    setTimeout(() => set(false), 4000);
  };
  const resign = button("flag", t("play.resign"), press, { "data-action": "resign" });
  return resign;
}

/**
 * The four buttons to walk through a game.
 *
 * @param {{ first: () => void, previous: () => void, next: () => void, last: () => void }} go
 * @param {{ atStart: boolean, atEnd: boolean }} where
 */
export function stepButtons(go, { atStart, atEnd }) {
  const step = (
    /** @type {"first" | "previous" | "next" | "last"} */ name,
    /** @type {boolean} */ disabled,
  ) => button(name, t(`step.${name}`), go[name], { bare: true, disabled, "data-action": name });
  return [
    step("first", atStart),
    step("previous", atStart),
    step("next", atEnd),
    step("last", atEnd),
  ];
}

/**
 * @param {PlayState} state
 * @param {Acts} acts
 */
export function lookButtons(state, { look }) {
  const plies = shownPlies(state);
  const go = {
    first: () => look(0),
    previous: () => look(plies - 1),
    next: () => look(plies + 1),
    last: () => look(total(state)),
  };
  return stepButtons(go, { atStart: plies === 0, atEnd: plies === total(state) });
}

/**
 * The elements of the view, to be filled; `fields` are for those who play.
 *
 * @param {HTMLElement} coach
 * @param {HTMLElement[]} fields where moves are typed, and choices
 */
export function playParts(coach, [typed, choices]) {
  const label = t("moves.label");
  const moves = h("div", { class: "moves", role: "region", "aria-label": label, tabIndex: 0 });
  const status = h("p", { class: "status", tabIndex: -1 });
  const result = h("div", { class: "result", hidden: true });
  const steps = h("div", { class: "steps" });
  const actions = h("div", { class: "actions places" });
  const title = h("h1", { class: "unseen" }, t("play.title"));
  const parts = [title, status, result, coach, moves, steps, actions, typed, choices];
  const panel = h("div", { class: "panel playing" }, parts);
  const bars = { white: h("div", { class: "player" }), black: h("div", { class: "player" }) };
  const column = h("div", { class: "board-column" });
  return { bars, status, result, moves, steps, actions, column, panel };
}
