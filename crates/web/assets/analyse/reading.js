// @ts-check
// What is pasted, opened or dropped: one game is read at once; a file of several becomes a
// collection of the library, whose first game is shown.

import { post } from "../api.js";
import { t } from "../i18n.js";
import { countGames } from "../library/cutter.js";
import { fileOf, importFile } from "../library/importer.js";
import { keepLook } from "../library/shelf.js";

/** Larger files are not even counted first. */
const SMALL = 2_000_000;

/**
 * A game that was read, or the first one of those that are in the library now; with what could not
 * be read.
 *
 * @typedef {{ record: RecordView } | { first: number, faults: FaultView[] }} Brought
 */

/**
 * @param {string | File} what
 * @param {GameName} [game] if it is known
 * @returns {Promise<Brought>}
 */
export async function bring(what, game) {
  const isFile = typeof what !== "string";
  const isSmall = !isFile || (what.size < SMALL && !/\.gz$/i.test(what.name));
  const text = isFile ? isSmall && (await what.text()) : what;
  if (text !== false && countGames(text) < 2) {
    const isDraughts = isFile && /\.pdn$/i.test(what.name);
    return { record: await post("/read", { text, game: isDraughts ? "draughts" : game }) };
  }
  const done = await importFile(isFile ? what : fileOf(what), { game });
  const { first, faults, problem, collection, state } = done;
  if (state === "failed") throw new Error(problem);
  if (first === undefined) throw new Error(faults[0]?.message ?? t("library.no-game"));
  keepLook({ search: { collection }, first: 0 });
  return { first, faults };
}
