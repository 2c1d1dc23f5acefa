// @ts-check
// What games are looked for by: words at once, and more behind a line that opens.

import { checkbox, field, h, select } from "../dom.js";
import { t } from "../i18n.js";

/** @import { Search } from "./list.js" */

/** How long somebody who types is waited for, in milliseconds. */
const PATIENCE = 150;

export class Filters {
  /**
   * @param {Search} search what is looked for at first
   * @param {(search: Search) => void} onChange
   */
  constructor(search, onChange) {
    this.search = { ...search };
    this.onChange = onChange;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.words = this.text("words", { type: "search", placeholder: t("library.search-note") });
    this.games = this.list("game", [
      ["", t("library.any")],
      ["chess", t("game.chess")],
      ["draughts", t("game.draughts")],
    ]);
    const details = h("details", { class: "filters" }, h("summary", {}, t("library.filters")));
    details.append(this.grid());
    details.open = Object.keys(this.search).some((key) => !/^(collection|words)$/.test(key));
    this.details = details;
    this.find = field(t("library.search"), this.words);
  }

  /**
   * @param {string} key
   * @param {import("../dom.js").Attributes} attributes
   */
  text(key, attributes = {}) {
    const input = h("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: false,
      ...attributes,
      value: String(this.search[key] ?? ""),
      oninput: () => this.set(key, input.value.trim(), PATIENCE),
    });
    return input;
  }

  /**
   * @param {string} key
   * @param {string | number | boolean | undefined} value nothing if it does not matter any more
   * @param {number} [patience]
   */
  set(key, value, patience = 0) {
    const { [key]: _, ...others } = this.search;
    this.search = value ? { ...others, [key]: value } : others;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.onChange(this.search), patience);
  }

  /**
   * @param {string} key
   * @param {[string, string][]} options
   */
  list(key, options) {
    return select({}, options, String(this.search[key] ?? ""), (value) => this.set(key, value));
  }

  grid() {
    const any = t("library.any");
    const sorts = ["", "date", "white", "black", "rating"];
    const rating = h("input", {
      type: "number",
      min: 0,
      max: 4000,
      step: 50,
      value: String(this.search.rating ?? ""),
      oninput: () => this.set("rating", Number(rating.value), PATIENCE),
    });
    const flag = (/** @type {string} */ key, /** @type {string} */ label) =>
      checkbox(label, Boolean(this.search[key]), (isOn) => this.set(key, isOn));
    const fen = this.text("fen", { class: "mono" });
    fen.addEventListener("input", () => {
      // A position is looked for in one game: the letters say in which.
      const isDraughts = /^[wb]:/i.test(fen.value.trim());
      if (fen.value.trim()) this.set("game", isDraughts ? "draughts" : "chess", PATIENCE);
      this.games.value = String(this.search.game ?? "");
    });
    return h(
      "div",
      { class: "filter-grid" },
      field(t("library.player"), this.text("player")),
      field(t("library.opening"), this.text("opening")),
      field(t("setup.game"), this.games),
      field(
        t("library.result"),
        this.list("result", [
          ["", any],
          ["1-0", t("result.white")],
          ["0-1", t("result.black")],
          ["1/2-1/2", t("result.draw")],
          ["*", t("library.no-result")],
        ]),
      ),
      field(t("library.since"), this.text("since", { placeholder: "2024.05" })),
      field(t("library.until"), this.text("until", { placeholder: "2026" })),
      field(t("library.rating"), rating),
      field(
        t("library.sort"),
        this.list(
          "sort",
          sorts.map((key) => [key, t(`library.sort-${key || "added"}`)]),
        ),
      ),
      h("div", { class: "wide" }, field(t("library.position"), fen)),
      h(
        "div",
        { class: "wide checks" },
        flag("mine", t("library.mine")),
        flag("reviewed", t("library.with-review")),
        flag("broken", t("library.broken")),
      ),
    );
  }
}
