// @ts-check
// A list of games of any length: only the rows that are seen exist, and only their games are asked
// for.

import { complain } from "../announce.js";
import { post } from "../api.js";
import { button, h, replace } from "../dom.js";
import { formatRecordDate, plural, t } from "../i18n.js";

/** So many games are asked for at once, and rows drawn beyond what is seen. */
const PAGE = 100;
const MARGIN = 6;
/** The height of a row, in the size of the text. */
const ROW = 3.75;

/**
 * What is looked for, as the library is asked.
 *
 * @typedef {Record<string, string | number | boolean | number[]>} Search
 */

/**
 * What a game is called in a list.
 *
 * @param {HeadView} head
 */
export function titleOf({ white, black, event, opening }) {
  if (white || black) return t("games.between", { white: white || "?", black: black || "?" });
  return event || opening || t("library.unnamed");
}

/** @param {string} result as records write it */
export const resultText = (result) =>
  result === "*" ? "" : result.replaceAll("1/2", "½").replace("-", "–");

/** @param {HeadView} head */
function detailsOf(head) {
  const { white, black, event, opening, date, plies, ratings } = head;
  const named = white || black ? event : "";
  const rated = ratings.some(Boolean) && ratings.map((one) => one ?? "?").join(" – ");
  const count = plural("games.moves", Math.ceil(plies / 2));
  return [rated, formatRecordDate(date), opening, named, count].filter(Boolean).join(" · ");
}

/**
 * @typedef {object} GameListOptions
 * @property {(head: HeadView) => void} onOpen
 * @property {((head: HeadView) => void) | undefined} [onMore] what else can be done with a game
 * @property {(total: number) => void} [onTotal]
 * @property {number} [shown] the game that is looked at
 * @property {string} label
 */

export class GameList {
  /** @param {GameListOptions} options */
  constructor(options) {
    this.options = options;
    this.space = h("div", { class: "rows" });
    this.element = h("div", { class: "game-window" }, this.space);
    this.element.addEventListener("scroll", () => this.draw(), { passive: true });
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.resized = new ResizeObserver(() => this.draw());
    this.resized.observe(this.element);
    /** @type {Search} */
    this.search = {};
    /** @type {Map<number, HeadView[]>} */
    this.pages = new Map();
    /** @type {Map<number, Promise<void>>} */
    this.waiting = new Map();
    /** @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    this.total = 0;
    /** The row that the keys are at. */
    this.at = 0;
    /** Counts searches: answers to earlier ones are of no more use. */
    this.asked = 0;
  }

  get height() {
    return Math.round(ROW * parseFloat(getComputedStyle(document.documentElement).fontSize));
  }

  /**
   * Shows what is found, from a row on.
   *
   * @param {Search} search
   * @param {number} [first]
   */
  async find(search, first = 0) {
    this.asked += 1;
    const mine = this.asked;
    const page = Math.floor(first / PAGE);
    /** @type {SearchView} */
    const found = await post("/library/search", { ...search, offset: page * PAGE, limit: PAGE });
    if (mine !== this.asked) return;
    this.search = search;
    this.total = found.total;
    this.pages = new Map([[page, found.games]]);
    this.waiting.clear();
    const focused = [...this.rows].find(([, row]) => row.contains(document.activeElement))?.[0];
    // What is only asked for again stays where it is, to the pixel.
    const isMoved = this.first !== first;
    this.at = Math.min(isMoved ? first : this.at, Math.max(0, found.total - 1));
    this.rows.clear();
    replace(this.space);
    this.space.style.height = `${found.total * this.height}px`;
    if (isMoved) this.element.scrollTop = first * this.height;
    this.options.onTotal?.(found.total);
    this.draw();
    if (focused !== undefined)
      this.rows.get(focused)?.querySelector("a")?.focus({ preventScroll: true });
  }

  /** @param {number} page */
  load(page) {
    const known = this.pages.has(page) ? Promise.resolve() : this.waiting.get(page);
    if (known) return known;
    const waiting = this.fetch(page).finally(() => this.waiting.delete(page));
    this.waiting.set(page, waiting);
    return waiting;
  }

  /** @param {number} page */
  async fetch(page) {
    const mine = this.asked;
    try {
      const asked = { ...this.search, offset: page * PAGE, limit: PAGE };
      /** @type {SearchView} */
      const { games } = await post("/library/search", asked);
      if (mine !== this.asked) return;
      this.pages.set(page, games);
      for (const [place, row] of this.rows)
        if (Math.floor(place / PAGE) === page) {
          row.remove();
          this.rows.delete(place);
        }
      this.draw();
    } catch (error) {
      complain(error);
    }
  }

  /** The first row that is seen. */
  get first() {
    return Math.floor(this.element.scrollTop / this.height);
  }

  draw() {
    const { element, rows, height } = this;
    const first = Math.max(0, this.first - MARGIN);
    const seen = Math.ceil(element.clientHeight / height) + 2 * MARGIN;
    const end = Math.min(this.total, first + seen);
    for (const [place, row] of rows)
      if ((place < first || place >= end) && !row.contains(document.activeElement)) {
        row.remove();
        rows.delete(place);
      }
    for (let page = Math.floor(first / PAGE); page * PAGE < end; page += 1) this.load(page);
    for (let place = first; place < end; place += 1) {
      if (rows.has(place)) continue;
      const row = this.row(place);
      row.style.top = `${place * height}px`;
      row.style.height = `${height}px`;
      rows.set(place, row);
      // In their order, for the tabulator and for those who listen.
      const next = [...rows.keys()].filter((other) => other > place);
      const before = next.length > 0 ? (rows.get(Math.min(...next)) ?? null) : null;
      this.space.insertBefore(row, before);
    }
    if (this.total > 0) {
      this.space.setAttribute("role", "list");
      this.space.setAttribute("aria-label", this.options.label);
    } else this.space.removeAttribute("role");
  }

  /** @param {number} place */
  row(place) {
    const head = this.pages.get(Math.floor(place / PAGE))?.[place % PAGE];
    const attributes = {
      class: "game-row",
      role: "listitem",
      "aria-setsize": this.total,
      "aria-posinset": place + 1,
    };
    if (!head) return h("div", attributes, h("span", { class: "note" }, "…"));
    const { onOpen, onMore, shown } = this.options;
    const tabIndex = place === this.at ? 0 : -1;
    const title = titleOf(head);
    const isShown = head.id === shown ? "true" : undefined;
    const open = h(
      "a",
      {
        href: `#/analyse/library:${head.id}`,
        tabIndex,
        "aria-current": isShown,
        "data-place": place,
        onclick: (/** @type {MouseEvent} */ event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          this.at = place;
          onOpen(head);
        },
      },
      h(
        "span",
        { class: "row-first" },
        h("strong", {}, title),
        h("span", { class: "row-marks" }, marksOf(head)),
        h("span", { class: "row-result" }, resultText(head.result)),
      ),
      h("span", { class: "row-second note" }, detailsOf(head)),
    );
    const more =
      onMore &&
      button("edit", t("library.more", { title }), () => onMore(head), {
        bare: true,
        class: "icon",
        tabIndex,
      });
    return h("div", attributes, open, more);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const many = Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1);
    /** @type {Record<string, number>} */
    const steps = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: many,
      PageUp: -many,
      Home: -this.total,
      End: this.total,
    };
    if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.goTo(this.at + steps[event.key]);
  }

  /**
   * The focus goes to a row, which is then in sight.
   *
   * @param {number} wanted
   */
  async goTo(wanted) {
    const place = Math.min(this.total - 1, Math.max(0, wanted));
    if (place < 0) return;
    this.at = place;
    const { element, height } = this;
    const top = place * height;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + height > element.scrollTop + element.clientHeight)
      element.scrollTop = top + height - element.clientHeight;
    this.draw();
    await this.load(Math.floor(place / PAGE));
    for (const link of this.space.querySelectorAll("a, button")) {
      const isThere = this.rows.get(place)?.contains(link);
      if (link instanceof HTMLElement) link.tabIndex = isThere ? 0 : -1;
    }
    this.rows.get(place)?.querySelector("a")?.focus({ preventScroll: true });
  }

  leave() {
    this.resized.disconnect();
  }
}

/** @param {HeadView} head */
function marksOf(head) {
  const mark = (/** @type {string} */ key, /** @type {string} */ sign) =>
    h("span", { class: `mark ${key}`, title: t(`library.${key}`) }, sign, unseen(key));
  const unseen = (/** @type {string} */ key) => h("span", { class: "unseen" }, t(`library.${key}`));
  return [
    head.is_broken && mark("is-broken", "!"),
    head.is_reviewed && mark(head.is_outdated ? "is-outdated" : "is-reviewed", "✓"),
  ];
}
