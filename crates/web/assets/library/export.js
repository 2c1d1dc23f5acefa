// @ts-check
// Games of the library as a file, asked for in portions.

import { download, post } from "../api.js";
import { t } from "../i18n.js";
import { tell } from "../announce.js";

/** @import { Search } from "./list.js" */

/** So many games are asked for at once. */
const PORTION = 1000;

/**
 * Saves the games that are found: chess and draughts apart, since each has a format of its own.
 *
 * @param {Search} search
 * @param {string} [name] of the file
 */
export async function exportGames(search, name = "damier") {
  let saved = 0;
  for (const [game, extension] of [
    ["chess", "pgn"],
    ["draughts", "pdn"],
  ]) {
    if (search.game && search.game !== game) continue;
    const texts = [];
    for (let offset = 0; ;) {
      const asked = { ...search, game, offset, limit: PORTION };
      /** @type {ExportView} */
      const { text, total, count } = await post("/library/export", asked);
      texts.push(text);
      offset += count;
      saved += count;
      if (offset >= total || count === 0) break;
    }
    const whole = texts.join("");
    if (whole) download(`${name.replace(/[\\/:*?"<>|]+/g, "-")}.${extension}`, whole);
  }
  if (saved === 0) tell(t("library.nothing"));
}
