// @ts-check
// The collection that is chosen: what is in it, what can be done with it, and how far its reviews
// and its file are.

import { complain, tell } from "../announce.js";
import { post } from "../api.js";
import { openDialog } from "../dialog.js";
import { button, field, focusOn, h, replace, select } from "../dom.js";
import { formatNumber, formatPercent, plural, t } from "../i18n.js";
import { settings } from "../settings.js";
import { EFFORTS, effortChoice } from "../analyse/efforts.js";
import { exportGames } from "./export.js";
import { newCollection, throwAway } from "./shelf.js";

/**
 * @typedef {object} CollectionsOptions
 * @property {() => LibraryView} view
 * @property {() => number | undefined} chosen
 * @property {(id: number | undefined) => void} onChoose
 * @property {(view?: LibraryView) => Promise<void>} onChange something has changed; with what is there now
 * @property {(undo: () => void) => void} onUndo
 * @property {() => import("./list.js").Search} search what is looked for
 * @property {() => void} onFile a file is to be opened
 */

/** @param {CollectionView} collection */
export const isUnfinished = ({ source }) => Boolean(source && !source.is_whole);

export class Collections {
  /** @param {CollectionsOptions} options */
  constructor(options) {
    this.options = options;
    this.element = h("div", { class: "collections" });
    this.state = h("div", { class: "library-state" });
    this.bar = h("progress", { max: 1, value: 0, "aria-label": t("library.review-progress") });
    /** @type {string | undefined} */
    this.drawn = undefined;
  }

  get collection() {
    const { view, chosen } = this.options;
    return view().collections.find(({ id }) => id === chosen());
  }

  /** @param {{ isNew?: boolean }} [how] */
  draw({ isNew = false } = {}) {
    const { collection, options } = this;
    // Numbers that count up leave the buttons, which may have the focus, where they are.
    const state = JSON.stringify([options.view(), options.chosen()]);
    if (!isNew && state === this.drawn) return;
    this.drawn = state;
    const { activeElement } = document;
    const focused =
      activeElement instanceof HTMLElement && activeElement.closest(".collections, .library-state")
        ? activeElement.dataset.action
        : undefined;
    replace(this.element, this.chooser());
    replace(this.state, collection && this.words(collection));
    this.state.hidden = !this.state.firstChild;
    if (!focused) return;
    for (const part of [this.element, this.state]) focusOn(part, `[data-action="${focused}"]`);
  }

  chooser() {
    const { view, chosen, onChoose } = this.options;
    const all = view().collections.reduce((sum, { games }) => sum + games, 0);
    const named = (/** @type {string} */ name, /** @type {number} */ games) =>
      t("library.with-count", { name, count: formatNumber(games) });
    /** @type {[string, string][]} */
    const choices = [
      ["", named(t("library.all"), all)],
      ...view().collections.map(
        ({ id, name, games }) => /** @type {[string, string]} */ ([String(id), named(name, games)]),
      ),
    ];
    const list = select({ "data-action": "collection" }, choices, String(chosen() ?? ""), (key) =>
      onChoose(Number(key) || undefined),
    );
    return h(
      "div",
      { class: "collection-choice" },
      field(t("library.collection"), list),
      h("div", { class: "row-tools" }, this.tools()),
    );
  }

  tools() {
    const { collection } = this;
    const tool = (/** @type {string} */ action) => ({
      bare: true,
      class: "icon",
      "data-action": action,
    });
    const save = () => exportGames(this.options.search(), collection?.name).catch(complain);
    return [
      button("plus", t("library.new-collection"), () => this.make(), tool("new")),
      button("save", t("library.export"), save, tool("export")),
      collection &&
        button("edit", t("library.rename"), () => this.rename(collection), tool("rename")),
      collection &&
        button("trash", t("library.delete"), () => this.remove(collection), tool("delete")),
    ];
  }

  /**
   * A name is asked for.
   *
   * @param {string} title
   * @param {string} value
   * @param {(name: string) => Promise<void>} act
   */
  askName(title, value, act) {
    const input = h("input", { type: "text", value, autocomplete: "off" });
    const onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        await act(input.value);
        dialog.close();
      } catch (error) {
        complain(error);
      }
    };
    const send = h("button", { type: "submit", class: "primary" }, t("library.save"));
    const foot = h("div", { class: "dialog-foot" }, send);
    const dialog = openDialog(
      title,
      h("form", { onsubmit }, field(t("library.name"), input), foot),
    );
    input.select();
  }

  make() {
    this.askName(t("library.new-collection"), t("library.new-name"), async (name) => {
      const id = await newCollection(name);
      await this.options.onChange();
      this.options.onChoose(id);
    });
  }

  /** @param {CollectionView} collection */
  rename({ id, name }) {
    this.askName(t("library.rename"), name, async (next) => {
      await this.options.onChange(await post(`/library/collections/${id}`, { name: next }));
    });
  }

  /** @param {CollectionView} collection */
  async remove({ id, name }) {
    try {
      const words = t("library.deleted", { name });
      const onChange = () => this.options.onChange().catch(complain);
      this.options.onChoose(undefined);
      this.options.onUndo(await throwAway({ collections: [id] }, words, onChange));
    } catch (error) {
      complain(error);
    }
  }

  // ---- how far it is ----

  /** @param {CollectionView} collection */
  words(collection) {
    const { games } = collection;
    return [
      isUnfinished(collection) && this.unfinished(collection),
      games > 0 && this.reviews(collection),
    ];
  }

  /** @param {CollectionView} collection */
  unfinished({ source }) {
    if (!source) return undefined;
    const percent = Math.floor((100 * Math.min(source.done, source.size)) / (source.size || 1));
    const part = formatPercent(percent / 100);
    return h(
      "div",
      { class: "note-box" },
      h("p", {}, t("library.unfinished", { name: source.name, part })),
      button("play", t("library.open-again"), this.options.onFile, { "data-action": "again" }),
    );
  }

  /** @param {CollectionView} collection */
  reviews({ id, plan, games, reviewed, outdated }) {
    const act = (/** @type {boolean} */ isRunning, /** @type {number} */ nodes = 0) => {
      const wish = { is_running: isRunning, ...(nodes && { nodes }) };
      return post(`/library/collections/${id}/review`, wish)
        .then((view) => this.options.onChange(view))
        .catch(complain);
    };
    const done = t("library.reviewed", {
      done: formatNumber(reviewed),
      total: formatNumber(games),
    });
    if (plan) {
      this.bar.value = reviewed / games;
      return h(
        "div",
        { class: "review-offer" },
        this.bar,
        h("span", { class: "note", role: "status" }, done),
        plan.is_paused
          ? button("play", t("library.resume"), () => act(true), { "data-action": "plan" })
          : button("pause", t("library.pause"), () => act(false), { "data-action": "plan" }),
      );
    }
    if (reviewed === games) return h("p", { class: "note" }, t("library.all-reviewed"));
    const start = () => {
      act(true, EFFORTS[settings.effort]);
      tell(t("library.review-begins"));
    };
    return h(
      "div",
      { class: "review-offer" },
      button("search", t("library.review-all"), start, { "data-action": "plan" }),
      effortChoice(),
      reviewed + outdated > 0 && h("span", { class: "note" }, done),
      outdated > 0 && h("span", { class: "note" }, plural("library.outdated-count", outdated)),
    );
  }
}
