// @ts-check
// What several views do with games of the library: where they were found, how they are kept.

import { complain, tell } from "../announce.js";
import { get, post } from "../api.js";
import { openDialog } from "../dialog.js";
import { field, h, select } from "../dom.js";
import { t } from "../i18n.js";
import { remember, settings } from "../settings.js";

/** @import { Search } from "./list.js" */

const LAST = "damier-library";

/**
 * What was looked for last, and how far the list was scrolled: Back leads to it again.
 *
 * @typedef {{ search: Search, first: number }} Look
 */

/** @returns {Look} */
export function lastLook() {
  try {
    const known = JSON.parse(sessionStorage.getItem(LAST) ?? "null");
    if (known?.search) return known;
  } catch {
    // What was kept cannot be read.
  }
  return { search: {}, first: 0 };
}

/** @param {Look} look */
export function keepLook(look) {
  try {
    sessionStorage.setItem(LAST, JSON.stringify(look));
  } catch {
    // Not allowed: Back leads to the whole library.
  }
}

/** @returns {Promise<LibraryView>} */
export const library = () => get("/library");

/**
 * @param {string} name
 * @returns {Promise<number>}
 */
export async function newCollection(name) {
  /** @type {BegunView} */
  const { id } = await post("/library/collections", { name });
  return id;
}

/** The collection of games that were played here, which is made if there is none. */
async function playedCollection() {
  const { collections } = await library();
  const name = t("library.played");
  const isMeant = (/** @type {CollectionView} */ one) =>
    one.id === settings.played || one.name === name;
  const id = collections.find(isMeant)?.id ?? (await newCollection(name));
  remember({ played: id });
  return id;
}

/**
 * Puts games that were played here into their collection; those that are there already are not
 * there twice. The answer is how many were new.
 *
 * @param {string[]} records
 * @param {GameName} game
 */
export async function keepPlayed(records, game) {
  const collection = await playedCollection();
  /** @type {ImportView} */
  const found = await post("/library/import", {
    collection,
    text: records.join("\n"),
    game,
    skips_known: true,
  });
  return found.games.length;
}

/** The tags that can be written by hand, with their labels. */
const TAGS = ["White", "Black", "WhiteElo", "BlackElo", "Event", "Date"];

/** @param {string} value */
const known = (value) => (/^[?*. ]*$/.test(value) ? "" : value);

/**
 * What stands above a game, to be written by hand, and the collection that it is in.
 *
 * @typedef {{ tags: [string, string][], collection: number }} Cover
 */

/**
 * Asks for players and place of a game, and for its collection.
 *
 * @param {object} options
 * @param {string} options.title
 * @param {[string, string][]} options.tags
 * @param {number} [options.collection]
 * @param {string} [options.send] what the button says
 * @param {import("../dom.js").Child} [options.more]
 * @param {(cover: Cover) => Promise<void>} options.onDone
 */
export async function openCover({ title, tags, collection, send, more, onDone }) {
  const { collections } = await library();
  const value = (/** @type {string} */ name) =>
    known(tags.find(([one]) => one === name)?.[1] ?? "");
  const inputs = TAGS.map((name) =>
    h("input", { type: "text", autocomplete: "off", value: value(name), name }),
  );
  const fields = TAGS.map((name, place) => field(t(`library.tag-${name}`), inputs[place]));
  /** @type {[string, string][]} */
  const choices = collections.map((one) => [String(one.id), one.name]);
  const usual = collection ?? collections.at(-1)?.id;
  const name = h("input", { type: "text", autocomplete: "off", value: t("library.new-name") });
  const nameField = field(t("library.name"), name);
  const list = select(
    {},
    [...choices, ["", t("library.new-collection")]],
    String(usual ?? ""),
    (key) => {
      nameField.hidden = key !== "";
    },
  );
  nameField.hidden = list.value !== "";
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const chosen = Number(list.value) || (await newCollection(name.value));
      const written = inputs.map((input) => [input.name, input.value.trim()]);
      await onDone({ tags: /** @type {[string, string][]} */ (written), collection: chosen });
      dialog.close();
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
      problem.hidden = false;
    }
  };
  const form = h(
    "form",
    { onsubmit },
    h("div", { class: "pair" }, fields),
    field(t("library.collection"), list),
    nameField,
    problem,
    h(
      "div",
      { class: "dialog-foot" },
      more,
      h("button", { type: "submit", class: "primary" }, send ?? t("library.save")),
    ),
  );
  const dialog = openDialog(title, form);
  inputs[0].focus();
  return dialog;
}

/**
 * Throws games or collections away, and offers to have them back.
 *
 * @param {{ games?: number[], collections?: number[] }} what
 * @param {string} words
 * @param {() => void} onChange
 */
export async function throwAway(what, words, onChange) {
  await post("/library/delete", { ...what, is_deleted: true });
  onChange();
  const act = async () => {
    try {
      await post("/library/delete", { ...what, is_deleted: false });
      onChange();
    } catch (error) {
      complain(error);
    }
  };
  tell(words, "note", { label: t("tree.undo"), act });
  return act;
}
