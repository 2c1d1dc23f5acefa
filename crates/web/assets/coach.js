// The coach beside the board: a word on each move of a person, and a warning before a blunder.

import { announce } from "./announce.js";
import { post } from "./api.js";
import { button, h, replace } from "./dom.js";
import { language, t } from "./i18n.js";
import { remember, settings } from "./settings.js";
import { NAGS, verdictCard } from "./verdict.js";

/** A move is not held back for longer than this, in milliseconds. */
const PATIENCE = 4000;

/** Two boxes to tick; the choice is kept. */
export function helpChoices(onChange = () => {}) {
  const box = (key) => h("label", { class: "check" },
    h("input", { type: "checkbox", checked: Boolean(settings[key]), "data-setting": key, onchange: (event) => { remember({ [key]: event.target.checked }); onChange(); } }),
    h("span", {}, t(`coach.choose-${key}`)));
  return h("fieldset", { class: "checks help-choices" }, h("legend", {}, t("coach.title")), box("coach"), box("warn"));
}

export class Coach {
  /**
   * `game()` is the game as it is now. `onNews()` is called when there is something to show, `onBetter(index, move)` to show
   * a better move than that of a place, `onTakeBack()` and `onAnyway(code)` to do what their names say.
   */
  constructor(id, { game, onNews, onBetter, onTakeBack, onAnyway }) {
    Object.assign(this, { id, game, onNews, onBetter, onTakeBack, onAnyway });
    this.element = h("div", { class: "verdict-place", role: "status" });
    // What was said, by all moves up to the one that it was said of; nothing while it is looked at.
    this.verdicts = new Map(remembered(id));
    this.warned = undefined;
    this.isLeft = false;
    this.shown = undefined;
  }

  leave() {
    this.isLeft = true;
  }

  key(index) {
    return this.game().moves.slice(0, index + 1).map((node) => node.move.code).join(" ");
  }

  place(plies) {
    const { position, start, moves } = this.game();
    return { game: position.game, fen: start, moves: moves.slice(0, plies).map((node) => node.move.code), language: language() };
  }

  /** A move with the sign that the coach gave it. */
  signed(node, index) {
    const judgement = this.verdicts.get(this.key(index))?.judgement;
    return settings.coach && judgement ? { ...node, nags: [NAGS[judgement]] } : node;
  }

  /** Whether a move is a blunder, in which case it is held back until somebody says so twice. */
  async holdsBack(code) {
    const before = this.key(this.game().moves.length - 1);
    this.warned = undefined;
    this.say("looking", h("p", { class: "note" }, t("coach.looking")));
    const patience = new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
    // Not legal, or the server has no time: playing it says what is wrong.
    const asked = post("/judge", { ...this.place(this.game().moves.length), move: code }).catch(() => undefined);
    const found = await Promise.race([asked, patience]);
    if (found?.judgement !== "blunder" || this.isLeft || before !== this.key(this.game().moves.length - 1)) return false;
    this.warned = { code, found };
    this.onNews();
    announce(t("coach.warning", { move: found.move.text }));
    this.element.querySelector("[data-action=another]")?.focus();
    return true;
  }

  /** Judges the last move of a person, unless that is done. */
  async judgeLast() {
    const { moves, seats } = this.game();
    if (!settings.coach || seats.every((seat) => seat.kind === "engine")) return;
    const index = moves.findLastIndex((node) => seats[node.number.endsWith("...") ? 1 : 0].kind === "human");
    const key = this.key(index);
    if (index < 0 || this.verdicts.has(key)) return;
    this.verdicts.set(key, undefined);
    this.onNews();
    try {
      this.verdicts.set(key, await post("/judge", { ...this.place(index), move: moves[index].move.code }));
      keepVerdicts(this.id, this.verdicts);
    } catch {
      // The game goes on without a word about this move.
      this.verdicts.delete(key);
    }
    if (!this.isLeft) this.onNews();
  }

  /** Shows what there is to say; `index` is the move that somebody looks at, or nothing for the last one. */
  draw(index) {
    const { moves, verdict: isOver } = this.game();
    if (this.warned) {
      const { code, found } = this.warned;
      this.say(`warned ${code} ${this.key(moves.length - 1)}`, () => verdictCard(found, {
        title: t("coach.sure"),
        actions: [
          button("back", t("coach.another"), () => { this.warned = undefined; this.onNews(); }, { class: "primary", "data-action": "another" }),
          button("play", t("coach.anyway"), () => this.onAnyway(code), { "data-action": "anyway" }),
        ],
      }));
      return;
    }
    if (!settings.coach || this.game().seats.every((seat) => seat.kind === "engine")) {
      this.say("nothing");
      return;
    }
    const at = index ?? moves.findLastIndex((_, place) => this.verdicts.has(this.key(place)));
    const key = this.key(at);
    if (at < 0 || !this.verdicts.has(key)) {
      this.say("waiting", () => h("p", { class: "note" }, t("coach.waiting")));
      return;
    }
    const found = this.verdicts.get(key);
    if (!found) {
      this.say("looking", () => h("p", { class: "note" }, t("coach.looking")));
      return;
    }
    const canTakeBack = found.judgement && index === undefined && !isOver;
    this.say(`${key} ${canTakeBack}`, () => verdictCard(found, {
      number: moves[at].number,
      onBetter: () => this.onBetter(at, found.better_move),
      actions: canTakeBack ? [button("back", t("play.take-back"), () => this.onTakeBack(), { "data-action": "coach-take-back" })] : [],
    }));
  }

  /** What is there already is not said again: a screen reader would read it once more, and what was opened would close. */
  say(what, make) {
    if (this.shown === what) return;
    this.shown = what;
    replace(this.element, typeof make === "function" ? make() : make);
  }
}

const storageKey = (id) => `damier-coach-${id}`;

function remembered(id) {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(id))) ?? [];
  } catch {
    return [];
  }
}

function keepVerdicts(id, verdicts) {
  try {
    sessionStorage.setItem(storageKey(id), JSON.stringify([...verdicts].filter(([, found]) => found)));
  } catch {
    // No room: a reload forgets them.
  }
}
