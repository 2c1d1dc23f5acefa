// @ts-check
// A game of the library that is looked at: where it stands, what is before and after it, and how
// what was changed comes back to its place.

import { complain, tell } from "../announce.js";
import { get, post } from "../api.js";
import { openDialog } from "../dialog.js";
import { button, field, focusOn, h, replace } from "../dom.js";
import { language, t } from "../i18n.js";
import { GameList, titleOf } from "../library/list.js";
import { keepLook, lastLook, library, openCover } from "../library/shelf.js";
import { EFFORTS } from "./efforts.js";
import { settings } from "../settings.js";
import { Tree } from "./tree.js";

/**
 * @typedef {object} KeptGame
 * @property {HeadView} head
 * @property {string} name of its collection
 * @property {number} place in the list that it was found in, from 0
 * @property {number} total
 * @property {boolean} isChanged whether something has not been saved
 */

/** Where a game stands in what was looked for last, or else in its collection. */
async function placeOf(/** @type {HeadView} */ { id, collection }) {
  const ask = async (/** @type {import("../library/list.js").Search} */ search) => {
    /** @type {SearchView} */
    const { place, total } = await post("/library/search", { ...search, around: id, limit: 0 });
    return { place, total };
  };
  const found = await ask(lastLook().search).catch(() => ({ place: null, total: 0 }));
  if (found.place !== null) return { place: found.place, total: found.total };
  keepLook({ search: { collection }, first: 0 });
  const own = await ask({ collection });
  return { place: own.place ?? 0, total: own.total };
}

/**
 * A game of the library with what is known of it, and its review if it has one.
 *
 * @param {number} id
 */
export async function openKept(id) {
  /** @type {KeptGameView} */
  const { head, record } = await get(`/library/games/${id}`);
  const [{ collections }, where] = await Promise.all([library(), placeOf(head)]);
  const name = collections.find((one) => one.id === head.collection)?.name ?? "";
  /** @type {ReviewView | undefined} */
  const review = head.is_reviewed
    ? await post(`/library/games/${id}/review`, { language: language() }).catch(() => undefined)
    : undefined;
  /** @type {KeptGame} */
  const kept = { head, name, ...where, isChanged: false };
  return { tree: Tree.from(review?.record ?? record), kept, review, faults: record.faults };
}

/**
 * What it needs of the view.
 *
 * @typedef {object} KeptDesk
 * @property {import("./state.js").AnalyseState} state
 * @property {() => void} keep what is known of it has changed
 * @property {(id: number) => Promise<void>} open
 */

/** The line of the panel that says which game is shown. */
export class KeptBox {
  /** @param {KeptDesk} desk */
  constructor(desk) {
    this.desk = desk;
    this.element = h("div", { class: "game-choice" });
    this.drawn = "";
  }

  draw() {
    const { kept } = this.desk.state;
    const drawn = JSON.stringify([kept?.head.id, kept?.place, kept?.total, kept?.isChanged]);
    if (drawn === this.drawn && this.element.firstChild) return;
    this.drawn = drawn;
    const { activeElement } = document;
    const focused =
      activeElement instanceof HTMLElement && this.element.contains(activeElement)
        ? activeElement.dataset.action
        : undefined;
    replace(this.element, kept ? this.line(kept) : this.offer());
    if (focused) focusOn(this.element, `[data-action="${focused}"]:not(:disabled)`);
  }

  offer() {
    const label = t("library.put");
    return button("list", label, () => this.put().catch(complain), { "data-action": "put" });
  }

  /** @param {KeptGame} kept */
  line({ name, place, total, isChanged }) {
    const words = t("paste.game-of", { number: place + 1, count: total, title: name });
    const bare = (/** @type {string} */ action, disabled = false) => ({
      bare: true,
      class: "icon",
      disabled,
      "data-action": action,
    });
    const step = (/** @type {number} */ by) => this.step(by).catch(complain);
    const save = () => this.save().catch(complain);
    return [
      button("list", words, () => this.openList(), {
        "data-action": "games",
        class: "which",
        title: words,
      }),
      button("up", t("library.before"), () => step(-1), bare("game-before", place === 0)),
      button("down", t("library.after"), () => step(1), bare("game-after", place + 1 >= total)),
      button("plus", t("library.chapter"), () => this.addChapter(), bare("chapter")),
      button("shelf", t("library.save-changes"), save, {
        ...bare("save-kept", !isChanged),
        class: isChanged ? "icon primary" : "icon",
      }),
    ];
  }

  /** @param {number} by */
  async step(by) {
    const { kept } = this.desk.state;
    if (!kept) return;
    const asked = { ...lastLook().search, offset: kept.place + by, limit: 1 };
    /** @type {SearchView} */
    const { games } = await post("/library/search", asked);
    if (games[0]) await this.desk.open(games[0].id);
  }

  openList() {
    const { kept } = this.desk.state;
    if (!kept) return;
    const { search } = lastLook();
    const list = new GameList({
      label: t("paste.games"),
      shown: kept.head.id,
      onOpen: (head) => {
        dialog.close();
        this.desk.open(head.id).catch(complain);
      },
    });
    const words = h("input", {
      type: "search",
      autocomplete: "off",
      value: String(search.words ?? ""),
      oninput: () => list.find({ ...search, words: words.value }).catch(complain),
    });
    const all = h("a", { href: "#/library", onclick: () => dialog.close() }, t("library.open"));
    const dialog = openDialog(
      t("paste.games"),
      h("div", { class: "list-dialog" }, field(t("library.search"), words), list.element, all),
    );
    dialog.addEventListener("close", () => list.leave());
    list.find(search, Math.max(0, kept.place - 2)).catch(complain);
    words.focus();
  }

  // ---- what was changed is written down ----

  /** Puts the game that is looked at into the library. */
  async put() {
    const { state } = this.desk;
    const { tree } = state;
    await openCover({
      title: t("library.put"),
      tags: tree.frame.tags,
      onDone: async ({ tags, collection }) => {
        tree.frame.tags = withTags(tree.frame.tags, tags);
        await this.write(tree, collection, undefined);
        tell(t("library.saved"));
      },
    });
  }

  /** Saves the game in its place. */
  async save() {
    const { tree, kept } = this.desk.state;
    if (!kept) return;
    const { id, collection, game } = kept.head;
    /** @type {KeptGameView} */
    const { text } = await get(`/library/games/${id}`);
    await this.write(tree, collection, id);
    const act = async () => {
      try {
        await post("/library/import", { collection, text, game, replaces: id });
        await this.desk.open(id);
      } catch (error) {
        complain(error);
      }
    };
    tell(t("library.saved"), "note", { label: t("tree.undo"), act });
  }

  /**
   * @param {Tree} tree
   * @param {number} collection
   * @param {number | undefined} replaces
   */
  async write(tree, collection, replaces) {
    const { state } = this.desk;
    const id = await written(tree, collection, replaces);
    const { review } = state;
    if (review && state.tree === tree && review.codes.length === tree.mainLine().length)
      await keepReviewOf(id, review.data);
    if (replaces === undefined) keepLook({ search: { collection }, first: 0 });
    const found = await openKept(id);
    if (state.tree !== tree) return;
    state.kept = found.kept;
    this.desk.keep();
    this.draw();
  }

  /** Something else comes: what was changed is saved, and that can be undone. */
  async leave() {
    const { tree, kept } = this.desk.state;
    if (!kept?.isChanged) return;
    kept.isChanged = false;
    const { id, collection, game } = kept.head;
    try {
      /** @type {KeptGameView} */
      const { text } = await get(`/library/games/${id}`);
      await written(tree, collection, id);
      const act = () =>
        post("/library/import", { collection, text, game, replaces: id }).catch(complain);
      tell(t("library.saved-title", { title: titleOf(kept.head) }), "note", {
        label: t("tree.undo"),
        act,
      });
    } catch (error) {
      complain(error);
    }
  }

  /** Another chapter beside this one, from the start or from what is on the board. */
  async addChapter() {
    const { kept, tree, position } = this.desk.state;
    if (!kept) return;
    const { collection } = kept.head;
    const number = kept.total + 1;
    const from = h("input", { type: "checkbox", checked: false });
    const label = h("label", { class: "check" }, from, h("span", {}, t("library.from-position")));
    await openCover({
      title: t("library.chapter"),
      tags: [["Event", t("library.chapter-name", { number })]],
      collection,
      more: label,
      onDone: async (cover) => {
        const fen = from.checked ? position?.fen : undefined;
        const tags = withTags([], cover.tags);
        const draft = { game: tree.game, fen, tags, result: "*", nodes: [] };
        /** @type {WrittenView} */
        const { text } = await post("/write", draft);
        /** @type {ImportView} */
        const { games } = await post("/library/import", {
          collection: cover.collection,
          text,
          game: tree.game,
        });
        keepLook({ search: { collection: cover.collection }, first: 0 });
        await this.desk.open(games[0]);
      },
    });
  }
}

/**
 * @param {[string, string][]} old
 * @param {[string, string][]} changes
 * @returns {[string, string][]}
 */
function withTags(old, changes) {
  const next = new Map(old);
  for (const [name, value] of changes) {
    if (value) next.set(name, value);
    else if (!/^[?*. ]*$/.test(next.get(name) ?? "")) next.delete(name);
  }
  return [...next];
}

/**
 * @param {Tree} tree
 * @param {number} collection
 * @param {number | undefined} replaces
 */
async function written(tree, collection, replaces) {
  /** @type {WrittenView} */
  const { text } = await post("/write", tree.draft());
  /** @type {ImportView} */
  const { games } = await post("/library/import", {
    collection,
    text,
    game: tree.game,
    replaces,
  });
  return games[0];
}

/**
 * Keeps a review with its game; one of a game that has changed meanwhile waits until that is saved.
 *
 * @param {number} id
 * @param {object} review
 */
export async function keepReviewOf(id, review) {
  const nodes = EFFORTS[settings.effort];
  await post(`/library/games/${id}/keep`, { review, nodes }).catch(() => {});
}
