// @ts-check
// What can be done with a game of the library besides opening it.

import { complain, tell } from "../announce.js";
import { download, get, post } from "../api.js";
import { button } from "../dom.js";
import { t } from "../i18n.js";
import { titleOf } from "./list.js";
import { openCover, throwAway } from "./shelf.js";

/**
 * @param {HeadView} head
 * @param {{ onChange: () => void, onUndo: (undo: () => void) => void }} options
 */
export async function openGame(head, { onChange, onUndo }) {
  /** @type {KeptGameView} */
  const { record, text } = await get(`/library/games/${head.id}`);
  const title = titleOf(head);
  const extension = head.game === "chess" ? "pgn" : "pdn";
  const save = () => download(`${title.replace(/[\\/:*?"<>|]+/g, "-")}.${extension}`, text);
  const drop = async () => {
    dialog.close();
    try {
      onUndo(await throwAway({ games: [head.id] }, t("games.deleted"), onChange));
    } catch (error) {
      complain(error);
    }
  };
  const dialog = await openCover({
    title,
    tags: record.tags,
    collection: head.collection,
    more: [
      button("trash", t("library.delete"), drop, { "data-action": "delete-game" }),
      button("save", t("library.export"), save, { "data-action": "export-game" }),
    ],
    onDone: async ({ tags, collection }) => {
      await keepCover(head, record, { tags, collection });
      onChange();
      tell(t("library.saved"));
    },
  });
}

/**
 * Changes what stands above a game, and nothing else of it.
 *
 * @param {Pick<HeadView, "id" | "collection">} head
 * @param {Pick<RecordView, "tags">} record
 * @param {import("./shelf.js").Cover} cover
 */
export async function keepCover(head, record, { tags, collection }) {
  const old = new Map(record.tags);
  const changed = tags.filter(([name, value]) => {
    const before = old.get(name) ?? "";
    return value !== before && (value !== "" || !/^[?*. ]*$/.test(before));
  });
  if (changed.length > 0) await post(`/library/games/${head.id}/tags`, { tags: changed });
  if (collection !== head.collection) await post("/library/move", { games: [head.id], collection });
}
