// @ts-check
// Why this score: a position term by term, and how another character sees it.

import { post } from "../api.js";
import { field, h, newId, replace, select } from "../dom.js";
import { language, t } from "../i18n.js";
import { profileText } from "../sentences.js";
import { pawns } from "./scores.js";

/** Milliseconds after the last touch of a slider before the server is asked. */
const PAUSE = 60;

/**
 * What the box is given and tells.
 *
 * @typedef {object} TermsOptions
 * @property {() => { game: GameName, fen: string, moves: string[] }} place what to explain
 * @property {(game: GameName) => ProfileView[]} profiles those who could see it
 * @property {(error: unknown) => void} onProblem
 */

/** The box that can be opened. */
export class TermsBox {
  /** @param {TermsOptions} options */
  constructor(options) {
    this.options = options;
    this.profile = "";
    /** @type {[string, number][] | undefined} */
    this.weights = undefined;
    /** @type {GameName | undefined} */
    this.game = undefined;
    this.request = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    // Whether the sliders are still those of another profile.
    this.isDue = true;
    this.chooser = h("div");
    this.table = h("div", { class: "term-table" });
    this.sliders = h("div", { class: "sliders" });
    const note = h("p", { class: "note" }, t("terms.note"));
    this.element = h(
      "details",
      { class: "why", ontoggle: () => this.update() },
      h("summary", {}, t("terms.title")),
      h("div", { class: "terms" }, note, this.chooser, this.table, this.sliders),
    );
  }

  async update() {
    if (!this.element.open) return;
    const place = this.options.place();
    if (place.game !== this.game) this.setGame(place.game);
    this.request += 1;
    const mine = this.request;
    const { weights, profile } = this;
    const as = weights ? { weights } : { profile };
    try {
      /** @type {TermsView} */
      const found = await post("/terms", { ...place, language: language(), ...as });
      if (mine !== this.request) return;
      replace(this.table, termsTable(found));
      if (this.isDue) this.drawSliders(found.sliders);
      this.isDue = false;
    } catch (error) {
      this.options.onProblem(error);
    }
  }

  /** @param {GameName} game */
  setGame(game) {
    this.game = game;
    this.see("");
    const profiles = this.options.profiles(game).filter(({ weighs }) => weighs);
    /** @type {[string, string][]} */
    const names = profiles.map((one) => [one.name, `${one.name} – ${profileText(game, one)}`]);
    const list = select({}, [["", t("terms.nobody")], ...names], "", (name) => {
      clearTimeout(this.timer);
      this.see(name);
      this.update();
    });
    replace(this.chooser, field(t("terms.seen-by"), list));
  }

  /** @param {string} profile */
  see(profile) {
    this.profile = profile;
    this.weights = undefined;
    this.isDue = true;
  }

  /** @param {SliderView[]} list */
  drawSliders(list) {
    const values = list.map((slider) => ({ ...slider }));
    const rows = values.map((slider) =>
      sliderRow(slider, (value) => {
        slider.value = value;
        this.weights = values.map(({ key, value: weight }) => [key, weight]);
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.update(), PAUSE);
      }),
    );
    const isMute = list.length === 0 && this.profile;
    const words = list.length > 0 ? t("terms.sliders") : isMute && t("terms.no-sliders");
    replace(this.sliders, words && h("p", { class: "note" }, words), rows);
  }
}

/**
 * @param {SliderView} slider
 * @param {(value: number) => void} onChange
 */
function sliderRow(slider, onChange) {
  const id = newId("weight");
  const output = h("output", { for: id }, slider.value);
  const input = h("input", {
    id,
    type: "range",
    min: 0,
    max: slider.most,
    step: 5,
    value: String(slider.value),
    "data-weight": slider.key,
    oninput: () => {
      output.textContent = input.value;
      onChange(Number(input.value));
    },
  });
  return h("div", { class: "slider" }, h("label", { for: id }, slider.name), input, output);
}

/** @param {TermsView} found */
function termsTable({ terms, total }) {
  const most = Math.max(100, ...terms.map(({ white, black }) => Math.abs(white - black)));
  const said = terms.filter(({ white, black }) => white !== 0 || black !== 0);
  const rows = said.map((term) => termRow(term, most));
  const even = h("tr", {}, h("td", { colSpan: 5 }, t("terms.even")));
  const column = (/** @type {string} */ key) => h("th", { scope: "col" }, t(key));
  const noPicture = () => h("td", { class: "term-picture", "aria-hidden": "true" });
  const names = ["terms.term", "side.white", "side.black", "terms.total"].map(column);
  const sum = h(
    "tr",
    { class: "total" },
    h("th", { scope: "row" }, t("terms.sum")),
    h("td"),
    h("td"),
    h("td", { class: "term-total" }, pawns(total)),
    noPicture(),
  );
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, names, noPicture())),
    h("tbody", {}, rows.length > 0 ? rows : even, sum),
  );
}

/**
 * @param {TermView} term
 * @param {number} most
 */
function termRow({ name, white, black }, most) {
  const total = white - black;
  const bar = h("span", { class: total < 0 ? "term-bar black" : "term-bar white" });
  bar.style.width = `${(50 * Math.abs(total)) / most}%`;
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name),
    h("td", {}, pawns(white)),
    h("td", {}, pawns(black)),
    h("td", { class: "term-total" }, pawns(total)),
    h("td", { class: "term-picture", "aria-hidden": "true" }, bar),
  );
}
