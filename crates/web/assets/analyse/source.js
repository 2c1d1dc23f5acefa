// @ts-check
// A text with games in it: taken apart while it is read, however long it is, so that only the game
// that is looked at is sent to the server. The last one is kept in the browser and is still there
// after a reload.

import { t } from "../i18n.js";

/**
 * A game of a text: where it begins, counted from 0.
 *
 * @typedef {object} SourceGame
 * @property {string} title
 * @property {string} text
 * @property {number} line
 */

/**
 * What was read: the games in it, which of them is shown, and what was wrong with that one.
 *
 * @typedef {object} Source
 * @property {SourceGame[]} games
 * @property {GameName | undefined} game
 * @property {number} index
 * @property {FaultView[]} faults
 */

/** @type {Source} */
export const NO_SOURCE = { games: [], game: undefined, index: 0, faults: [] };

/** @param {string[]} lines */
function titleOf(lines) {
  const tag = (/** @type {string} */ name) => {
    const line = lines.find((one) => one.startsWith(`[${name} "`));
    const value = line?.match(/"(.*)"/)?.[1] ?? "";
    return /^[?*. ]*$/.test(value) ? "" : value;
  };
  const [white, black] = [tag("White"), tag("Black")];
  const players = white || black ? `${white || "?"} – ${black || "?"}` : tag("Event") || "?";
  return [players, tag("Result"), tag("Date")].filter(Boolean).join(", ");
}

/** Takes a text apart, line by line: a game begins with tags that follow moves. */
export class Splitter {
  constructor() {
    /** @type {SourceGame[]} */
    this.games = [];
    /** @type {string[]} */
    this.lines = [];
    this.begin = 0;
    this.at = 0;
    this.hasMoves = false;
    this.inComment = false;
  }

  /** @param {string} line without its end */
  take(line) {
    const isTag = !this.inComment && /^\s*\[\w+\s+"/.test(line);
    if (isTag && this.hasMoves) this.end();
    this.lines.push(line);
    this.at += 1;
    if (isTag) return;
    if (line.trim() !== "") this.hasMoves = true;
    const marks = line.match(/[{}]/g);
    if (marks) this.inComment = marks[marks.length - 1] === "{";
  }

  end() {
    if (this.lines.some((line) => line.trim() !== "")) {
      const tags = this.lines.filter((line) => line.startsWith("["));
      const text = `${this.lines.join("\n")}\n`;
      this.games.push({ title: titleOf(tags), text, line: this.begin });
    }
    this.lines = [];
    this.begin = this.at;
    this.hasMoves = false;
  }
}

/**
 * The games of a text that is there whole.
 *
 * @param {string} text
 */
export function gamesIn(text) {
  const splitter = new Splitter();
  for (const line of text.replace(/^\ufeff/, "").split(/\r?\n/)) splitter.take(line);
  splitter.end();
  return splitter.games;
}

/**
 * The games of a file, which is read piece by piece; `onProgress` is told how much is done, from 0
 * to 1.
 *
 * @param {File} file
 * @param {(done: number, games: number) => void} onProgress
 */
export async function gamesInFile(file, onProgress) {
  const splitter = new Splitter();
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let read = 0;
  for (;;) {
    const { value, done } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    if (read === 0) rest = rest.replace(/^\ufeff/, "");
    read += value?.length ?? 0;
    const lines = rest.split("\n");
    rest = done ? "" : (lines.pop() ?? "");
    for (const line of lines) splitter.take(line.replace(/\r$/, ""));
    onProgress(file.size ? read / file.size : 1, splitter.games.length);
    if (done) break;
  }
  splitter.end();
  return splitter.games;
}

/**
 * The faults of a game as places in the whole text.
 *
 * @param {Source} source
 * @param {FaultView[]} faults
 */
export function placed({ games, index }, faults) {
  const line = games[index]?.line ?? 0;
  return faults.map((fault) => ({ ...fault, game: index + 1, line: fault.line + line }));
}

// ---- kept in the browser ----

// Not "damier": without a server that is the database of the games (site/worker/games.js).
const BASE = "damier-texts";
const STORE = "source";

/** @returns {Promise<IDBObjectStore>} */
function store(/** @type {IDBTransactionMode} */ mode) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(BASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const transaction = request.result.transaction(STORE, mode);
      transaction.oncomplete = () => request.result.close();
      resolve(transaction.objectStore(STORE));
    };
  });
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const answered = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Keeps the games of a text, and which of them is shown.
 *
 * @param {Source} source
 * @param {{ isNew?: boolean }} [how] whether the games are others than those kept
 */
export async function keepSource({ games, game, index }, { isNew = true } = {}) {
  try {
    if (isNew) await answered((await store("readwrite")).put({ games, game }, "games"));
    await answered((await store("readwrite")).put(index, "index"));
  } catch {
    // No room, or not allowed: it stays until the page is closed.
  }
}

/**
 * What was kept.
 *
 * @returns {Promise<Source>}
 */
export async function keptSource() {
  try {
    const found = await answered((await store("readonly")).get("games"));
    const index = await answered((await store("readonly")).get("index"));
    if (found?.games.length > 1) return { ...found, index: index ?? 0, faults: [] };
  } catch {
    // A browser that keeps nothing.
  }
  return NO_SOURCE;
}

/** @param {Source} source */
export const sourceTitle = ({ games, index }) =>
  t("paste.game-of", { number: index + 1, count: games.length, title: games[index]?.title ?? "" });
