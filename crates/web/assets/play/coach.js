// @ts-check
// The coach beside the board: a word on each move of a person, and a warning before a blunder.

import { NAGS, verdictCard } from "../analyse/verdict.js";
import { announce } from "../announce.js";
import { post } from "../api.js";
import { button, checkbox, focusOn, h, replace } from "../dom.js";
import { language, t } from "../i18n.js";
import { remember, settings } from "../settings.js";
import { isShow } from "./state.js";

/** A move is not held back for longer than this, in milliseconds. */
const PATIENCE = 4000;

/** Two boxes to tick; the choice is kept. */
export function helpChoices(onChange = () => {}) {
  const box = (/** @type {"coach" | "warn"} */ key) => {
    const choose = (/** @type {boolean} */ isWanted) => {
      remember({ [key]: isWanted });
      onChange();
    };
    const attributes = { "data-setting": key };
    return checkbox(t(`coach.choose-${key}`), settings[key], choose, attributes);
  };
  return h(
    "fieldset",
    { class: "checks help-choices" },
    h("legend", {}, t("coach.title")),
    box("coach"),
    box("warn"),
  );
}

/**
 * What the coach is given and tells.
 *
 * @typedef {object} CoachOptions
 * @property {() => GameView} game as it is now
 * @property {() => void} onNews there is something to show
 * @property {(index: number, move: MoveView) => void} onBetter show a better move than one played
 * @property {(index: number, steps: StepView[]) => void} onLine show a line that begins at a move
 * @property {() => void} onTakeBack
 * @property {(code: string) => void} onAnyway play a move in spite of the warning
 */

/** Something to be shown, and what tells it from anything else. */
/** @typedef {{ what: string, make: () => Node | undefined }} Saying */

export class Coach {
  /** @param {CoachOptions} options */
  constructor(options) {
    this.options = options;
    this.id = options.game().id;
    this.element = h("div", { class: "verdict-place", role: "status" });
    /**
     * What was said, by all moves up to the one that it was said of; nothing while it is looked at.
     *
     * @type {Map<string, JudgedView | undefined>}
     */
    this.verdicts = new Map(remembered(this.id));
    /** @type {{ code: string, found: JudgedView, isTold: boolean } | undefined} */
    this.warned = undefined;
    this.isLeft = false;
    /** @type {string | undefined} */
    this.shown = undefined;
  }

  leave() {
    this.isLeft = true;
  }

  get game() {
    return this.options.game();
  }

  /** The moves up to and with one, as a key. */
  key(index = this.game.moves.length - 1) {
    const moves = this.game.moves.slice(0, index + 1);
    return moves.map((node) => node.move.code).join(" ");
  }

  /**
   * Asks what is thought of a move after so many others.
   *
   * @param {number} plies
   * @param {string} move
   * @returns {Promise<JudgedView>}
   */
  judge(plies, move) {
    const { position, start, moves } = this.game;
    const codes = moves.slice(0, plies).map((node) => node.move.code);
    const place = { game: position.game, fen: start, moves: codes };
    return post("/judge", { ...place, move, language: language() });
  }

  /**
   * A move with the sign that the coach gave it.
   *
   * @param {NodeView} node
   * @param {number} index
   * @returns {NodeView}
   */
  signed(node, index) {
    const judgement = this.verdicts.get(this.key(index))?.judgement;
    return settings.coach && judgement ? { ...node, nags: [NAGS[judgement]] } : node;
  }

  /**
   * Whether a move is a blunder, in which case it is held back until the player insists.
   *
   * @param {string} code
   */
  async holdsBack(code) {
    const before = this.key();
    this.warned = undefined;
    this.say(looking());
    const patience = new Promise((resolve) => {
      setTimeout(resolve, PATIENCE);
    });
    // Not legal, or the server has no time: playing it says what is wrong.
    const asked = this.judge(this.game.moves.length, code).catch(() => undefined);
    const found = /** @type {JudgedView | undefined} */ (await Promise.race([asked, patience]));
    if (found?.judgement !== "blunder" || this.isLeft || before !== this.key()) return false;
    this.warned = { code, found, isTold: false };
    this.options.onNews();
    announce(t("coach.warning", { move: found.move.text }));
    focusOn(this.element, "[data-action=another]");
    return true;
  }

  /** Judges the last move of a person, unless that is done. */
  async judgeLast() {
    const { moves, seats } = this.game;
    if (!settings.coach || isShow(this.game)) return;
    const isHuman = (/** @type {NodeView} */ node) =>
      seats[node.number.endsWith("...") ? 1 : 0].kind === "human";
    const index = moves.findLastIndex(isHuman);
    const key = this.key(index);
    if (index < 0 || this.verdicts.has(key)) return;
    this.verdicts.set(key, undefined);
    this.options.onNews();
    try {
      this.verdicts.set(key, await this.judge(index, moves[index].move.code));
      keepVerdicts(this.id, this.verdicts);
    } catch {
      // The game goes on without a word about this move.
      this.verdicts.delete(key);
    }
    if (!this.isLeft) this.options.onNews();
  }

  /**
   * Shows what there is to say; `index` is the move that is looked at, or nothing for the last one.
   *
   * @param {number | undefined} index
   */
  draw(index) {
    this.say(this.warned ? this.warning(this.warned) : this.remark(index));
  }

  /**
   * That something is wrong, and on request of what kind it is; never what the answer would be.
   *
   * @param {{ code: string, found: JudgedView, isTold: boolean }} warned
   * @returns {Saying}
   */
  warning({ code, found, isTold }) {
    const another = () => {
      this.warned = undefined;
      this.options.onNews();
    };
    const anyway = () => this.options.onAnyway(code);
    const tellKind = () => {
      this.warned = { code, found, isTold: true };
      this.options.onNews();
      announce(kindOfError(found));
      focusOn(this.element, "[data-action=another]");
    };
    const make = () => {
      const buttons = [
        button("back", t("coach.another"), another, { class: "primary", "data-action": "another" }),
        button("play", t("coach.anyway"), anyway, { "data-action": "anyway" }),
      ];
      const kind = button("bulb", t("coach.kind"), tellKind, { "data-action": "kind" });
      return h(
        "section",
        { class: "verdict blunder", "aria-label": t("coach.sure") },
        h(
          "p",
          { class: "verdict-head" },
          h("strong", {}, t("coach.sure")),
          h("span", { class: "verdict-move" }, found.move.text),
        ),
        h("p", {}, isTold ? kindOfError(found) : t("coach.something")),
        h("div", { class: "actions" }, buttons, !isTold && kind),
      );
    };
    return { what: `warned ${code} ${isTold} ${this.key()}`, make };
  }

  /**
   * @param {number | undefined} index
   * @returns {Saying}
   */
  remark(index) {
    const { moves, verdict: isOver } = this.game;
    if (!settings.coach || isShow(this.game)) return { what: "nothing", make: () => undefined };
    const at = index ?? moves.findLastIndex((_, place) => this.verdicts.has(this.key(place)));
    const key = this.key(at);
    if (at < 0 || !this.verdicts.has(key)) {
      return { what: "waiting", make: () => note(t("coach.waiting")) };
    }
    const found = this.verdicts.get(key);
    if (!found) return looking();
    const canTakeBack = Boolean(found.judgement) && index === undefined && !isOver;
    const make = () => {
      const { onTakeBack, onBetter } = this.options;
      const action = { "data-action": "coach-take-back" };
      const better = found.better_move;
      return verdictCard(found, {
        number: moves[at].number,
        onLine: (steps) => this.options.onLine(at, steps),
        onBetter: better ? () => onBetter(at, better) : undefined,
        actions: canTakeBack ? [button("back", t("play.take-back"), onTakeBack, action)] : [],
      });
    };
    return { what: `${key} ${canTakeBack}`, make };
  }

  /**
   * What is there already is not said again: a screen reader would read it once more, and what was
   * opened would close.
   *
   * @param {Saying} saying
   */
  say({ what, make }) {
    if (this.shown === what) return;
    this.shown = what;
    replace(this.element, make());
  }
}

/** @param {JudgedView} judged */
const kindOfError = ({ warning }) => t(`coach.kind-${warning}`);

/** @param {string} text */
const note = (text) => h("p", { class: "note" }, text);

/** @returns {Saying} */
const looking = () => ({ what: "looking", make: () => note(t("coach.looking")) });

/** @param {string} id */
const storageKey = (id) => `damier-coach-${id}`;

/**
 * @param {string} id
 * @returns {[string, JudgedView][]}
 */
function remembered(id) {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(id)) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * @param {string} id
 * @param {Map<string, JudgedView | undefined>} verdicts
 */
function keepVerdicts(id, verdicts) {
  const known = [...verdicts].filter(([, found]) => found);
  try {
    sessionStorage.setItem(storageKey(id), JSON.stringify(known));
  } catch {
    // No room: a reload forgets them.
  }
}
