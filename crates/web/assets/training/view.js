// @ts-check
// The training room: what is due today, and what one may train besides.

import { post } from "../api.js";
import { pieceIcon } from "../board/pieces.js";
import { button, choice, h, replace, select } from "../dom.js";
import { formatNumber, plural, t } from "../i18n.js";
import { remember, settings } from "../settings.js";
import { Session } from "./session.js";
import { mistakes, puzzles, themeName, todayText, zone } from "./sources.js";

/** @import { Source } from "./sources.js" */

/**
 * @param {HTMLElement} main
 * @param {import("../app.js").Site} _site
 * @param {string[]} address
 */
export async function trainingView(main, _site, [room]) {
  document.title = `Damier – ${t("training.title")}`;
  const viewer = new TrainingViewer(main, room === "puzzles" ? "puzzles" : "mistakes");
  await viewer.look();
  return viewer;
}

class TrainingViewer {
  /**
   * @param {HTMLElement} main
   * @param {"mistakes" | "puzzles"} room
   */
  constructor(main, room) {
    this.main = main;
    this.room = room;
    /** @type {Session | undefined} */
    this.session = undefined;
    /** How hard puzzles are to be, beside the reader's rating. */
    this.harder = 0;
    /** @type {{ phase?: string, opening?: string }} */
    this.filter = {};
  }

  /** @returns {GameName} */
  get game() {
    return settings.training;
  }

  /** @param {string} key */
  key(key) {
    return this.session?.key(key) ?? false;
  }

  leave() {
    this.session?.leave();
  }

  async look() {
    this.session = undefined;
    const body =
      this.room === "puzzles"
        ? this.puzzleParts(await post("/puzzles", { game: this.game }))
        : this.mistakeParts(await post("/training", { game: this.game, zone: zone() }));
    const head = h("div", { class: "page-head" }, h("h1", {}, t("training.title")), this.games());
    replace(this.main, h("section", { class: "page training" }, head, this.rooms(), body));
  }

  /** @param {Source} source */
  begin(source) {
    this.session = new Session(this.main, this.game, source, () => this.look());
  }

  games() {
    const options = /** @type {[GameName, string][]} */ ([
      ["chess", t("game.chess")],
      ["draughts", t("game.draughts")],
    ]);
    return choice(t("training.game"), "training-game", options, this.game, (training) => {
      remember({ training });
      this.filter = {};
      this.look();
    });
  }

  rooms() {
    const link = (/** @type {string} */ address, /** @type {"mistakes" | "puzzles"} */ room) => {
      const current = room === this.room ? "page" : undefined;
      return h(
        "a",
        { href: `#/training${address}`, "aria-current": current },
        t(`training.${room}`),
      );
    };
    return h(
      "div",
      { class: "rooms", role: "navigation", "aria-label": t("training.rooms") },
      link("", "mistakes"),
      link("/puzzles", "puzzles"),
    );
  }

  // ---- my own mistakes ----

  /** @param {TrainingView} view */
  mistakeParts(view) {
    const { has_names: hasNames, games, reviewed, waiting, due, resting, retired } = view;
    if (!hasNames) return empty("training.no-names", "training.no-names-note", "#/library");
    if (games === 0) return empty("training.no-games", "training.no-games-note", "#/library");
    if (reviewed === 0)
      return empty("training.no-reviews", "training.no-reviews-note", "#/library");
    const hasAny = waiting + due + resting + retired > 0;
    if (!hasAny)
      return empty("training.no-mistakes", "training.no-mistakes-note", "#/training/puzzles");
    return [this.today(view), this.choices(view), this.themes(view), progress(view)];
  }

  /** @param {TrainingView} view */
  today(view) {
    const { due, fresh, next_in: days } = view;
    const isFree = due + fresh === 0;
    const next =
      days === 1 ? t("training.next-tomorrow") : t("training.next-in", { days: days ?? 0 });
    const words = isFree ? t("training.all-done") : todayText(view);
    const begin = button("play", t("training.begin"), () => this.begin(mistakes(this.game, {})), {
      class: "primary",
      "data-action": "begin",
    });
    return h(
      "div",
      { class: "today" },
      h("div", {}, h("h2", {}, t("training.today")), h("p", { class: "today-words" }, words)),
      isFree ? h("p", { class: "note" }, days !== null && next) : begin,
    );
  }

  /**
   * By phase and by opening: what is chosen here holds for the themes below.
   *
   * @param {TrainingView} view
   */
  choices({ phases, openings }) {
    const all = /** @type {[string, string]} */ (["", t("training.any")]);
    const pick = (/** @type {"phase" | "opening"} */ name) => (/** @type {string} */ key) => {
      this.filter[name] = key || undefined;
    };
    const phaseNames = phases.map(([phase, count]) => [phase, `${t(`phase.${phase}`)} (${count})`]);
    const openingNames = openings.map(([name, count]) => [name, `${name} (${count})`]);
    const list = (/** @type {"phase" | "opening"} */ name, /** @type {string[][]} */ options) => {
      const known = [all, .../** @type {[string, string][]} */ (options)];
      const menu = select({ "data-filter": name }, known, this.filter[name] ?? "", pick(name));
      return h("label", { class: "inline-field" }, h("span", {}, t(`training.${name}`)), menu);
    };
    const start = () => this.begin(mistakes(this.game, this.filter));
    return h(
      "div",
      { class: "training-filter" },
      list("phase", phaseNames),
      openings.length > 0 && list("opening", openingNames),
      button("search", t("training.only-these"), start, { "data-action": "filtered" }),
    );
  }

  /** @param {TrainingView} view */
  themes({ themes }) {
    const group = (/** @type {boolean} */ isMissed) => {
      const own = themes.filter((one) => one.is_missed === isMissed);
      if (own.length === 0) return undefined;
      const chip = (/** @type {ThemeCount} */ { theme, count, retired }) => {
        const filter = { ...this.filter, theme, is_missed: isMissed };
        const start = () => this.begin(mistakes(this.game, filter));
        return themeButton(theme, plural("training.mistake-count", count), retired / count, start);
      };
      const title = t(isMissed ? "training.missed" : "training.allowed");
      return h("section", {}, h("h2", {}, title), h("div", { class: "themes" }, own.map(chip)));
    };
    return [group(false), group(true)];
  }

  // ---- puzzles ----

  /** @param {PuzzlesView} view */
  puzzleParts(view) {
    const { rating, is_guess: isGuess, total, done, found, themes } = view;
    if (total === 0) return empty("training.no-puzzles", "training.no-puzzles-note", "#/training");
    const levels = /** @type {[string, string][]} */ ([
      ["-1", t("training.easier")],
      ["0", t("training.my-level")],
      ["1", t("training.harder")],
    ]);
    const begin = (/** @type {string | undefined} */ theme) =>
      this.begin(puzzles(this.game, { theme, harder: this.harder }));
    const pick = (/** @type {string} */ key) => {
      this.harder = Number(key);
    };
    const note = isGuess ? t("training.rating-guess") : "";
    const solved = t("training.solved", { found, done, total: formatNumber(total) });
    const chip = (/** @type {PuzzleTheme} */ { theme, count, done: many }) =>
      themeButton(theme, plural("training.puzzle-count", count), many / count, () => begin(theme));
    return [
      h(
        "div",
        { class: "today" },
        h(
          "div",
          {},
          h("h2", {}, t("training.rating", { rating: formatNumber(rating) })),
          h("p", { class: "note" }, [solved, note].filter(Boolean).join(" ")),
        ),
        button("play", t("training.begin"), () => begin(undefined), {
          class: "primary",
          "data-action": "begin",
        }),
      ),
      choice(t("training.how-hard"), "harder", levels, String(this.harder), pick),
      h(
        "section",
        {},
        h("h2", {}, t("training.by-theme")),
        h("div", { class: "themes" }, themes.map(chip)),
      ),
    ];
  }
}

/**
 * @param {string} theme
 * @param {string} count
 * @param {number} share of them that is done with, from 0 to 1
 * @param {() => void} onclick
 */
function themeButton(theme, count, share, onclick) {
  const bar = h("span", { class: "theme-bar", "aria-hidden": "true" }, h("span", {}));
  const inner = /** @type {HTMLElement} */ (bar.firstChild);
  inner.style.width = `${Math.round(100 * share)}%`;
  return h(
    "button",
    { type: "button", class: "theme", onclick, "data-theme-name": theme },
    h("strong", {}, themeName(theme)),
    h("span", { class: "note" }, count),
    bar,
  );
}

/** @param {TrainingView} view */
function progress({ resting, retired, waiting, ever: [asked, found] }) {
  const share = asked > 0 && t("training.recall", { percent: Math.round((100 * found) / asked) });
  const parts = [
    resting > 0 && plural("training.resting", resting),
    retired > 0 && plural("training.retired", retired),
    waiting > 0 && plural("training.waiting", waiting),
  ];
  return h(
    "div",
    { class: "training-state note" },
    h("p", {}, [...parts, share].filter(Boolean).join(" · ")),
    h("p", {}, t("training.scheme")),
  );
}

/**
 * What to do first.
 *
 * @param {string} title
 * @param {string} note
 * @param {string} address
 */
function empty(title, note, address) {
  return h(
    "div",
    { class: "empty" },
    h("div", { class: "empty-picture" }, pieceIcon("chess", "N"), pieceIcon("draughts", "b")),
    h("h2", {}, t(title)),
    h("p", {}, t(note)),
    h(
      "p",
      {},
      h(
        "a",
        { class: "button primary", href: address },
        t(`training.to-${address.split("/").pop()}`),
      ),
    ),
  );
}
