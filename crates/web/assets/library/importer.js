// @ts-check
// Files come into the library piece by piece, while other things go on. One file at a time; what is
// there is there for good, and the rest of a file that was stopped follows when it is opened again.

import { messageOf } from "../announce.js";
import { post } from "../api.js";
import { formatDate, t } from "../i18n.js";
import { Cutter } from "./cutter.js";

/** Faults that are shown; the collection counts all. */
const MOST_FAULTS = 200;

/**
 * @typedef {object} Import
 * @property {string} name of the file
 * @property {number} collection
 * @property {number} done from 0 to 1
 * @property {number} games
 * @property {number} broken
 * @property {number | undefined} first the first game
 * @property {FaultView[]} faults
 * @property {"running" | "done" | "stopped" | "failed"} state
 * @property {string} problem
 */

/** @type {Import | undefined} */
let current;
let isStopped = false;
/** @type {Set<() => void>} */
const listeners = new Set();

/** The import that is under way, or was the last one. */
export const lastImport = () => current;

/** What it has to tell was read. */
export function forgetImport() {
  if (current?.state !== "running") current = undefined;
}

/**
 * Calls when something has changed; returns what ends that.
 *
 * @param {() => void} hear
 */
export function onImport(hear) {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

const tellAll = () => listeners.forEach((hear) => hear());

/** What was read so far stays. */
export function stopImport() {
  isStopped = true;
}

/**
 * The bytes of a file, unpacked; `onRead` is told how many of the file itself were read.
 *
 * @param {Blob} file
 * @param {boolean} isPacked
 * @param {(bytes: number) => void} onRead
 */
function bytesOf(file, isPacked, onRead) {
  let read = 0;
  const counter = new TransformStream({
    transform(chunk, control) {
      read += chunk.length;
      onRead(read);
      control.enqueue(chunk);
    },
  });
  const counted = file.stream().pipeThrough(counter);
  return isPacked ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
}

/**
 * @param {Import} running
 * @param {ImportView} found
 */
function note(running, found) {
  running.games += found.games.length;
  running.broken += found.broken;
  running.first ??= found.games[0];
  running.faults.push(...found.faults.slice(0, MOST_FAULTS - running.faults.length));
}

/**
 * @param {File} file
 * @param {Import} running
 * @param {GameName | undefined} game
 * @param {number | undefined} into a collection that is there already
 */
async function read(file, running, game, into) {
  const isPacked = /\.gz$/i.test(file.name);
  const name = file.name.replace(/\.gz$/i, "").replace(/\.(pgn|pdn|txt|fen)$/i, "");
  /** @type {BegunView} */
  const begun = into
    ? { id: into, done: 0 }
    : await post("/library/collections", {
        name: name.slice(0, 100) || "?",
        file: [file.name, file.size],
      });
  running.collection = begun.id;
  let from = begun.done;
  const cutter = new Cutter();
  const send = async (/** @type {boolean} */ isEnd) => {
    for (let piece = cutter.next(isEnd); piece; piece = cutter.next(isEnd)) {
      const isLast = isEnd && cutter.bytes.length === 0;
      const { text, bytes } = piece;
      const place = into ? {} : { file: [from, bytes, isLast] };
      note(running, await post("/library/import", { collection: begun.id, text, game, ...place }));
      from += bytes;
      tellAll();
      if (isLast || isStopped) return;
    }
  };
  const size = file.size || 1;
  // What is there already is not even read, unless it has to be unpacked.
  const skipped = isPacked ? 0 : begun.done;
  let toSkip = isPacked ? begun.done : 0;
  const source = bytesOf(isPacked ? file : file.slice(skipped), isPacked, (bytes) => {
    running.done = Math.min(1, (skipped + bytes) / size);
  });
  const reader = source.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const fresh = value.subarray(Math.min(toSkip, value.length));
    toSkip -= value.length - fresh.length;
    cutter.add(fresh);
    await send(false);
    if (isStopped) {
      reader.cancel();
      return;
    }
  }
  await send(true);
}

/**
 * Reads a file into the library; the answer is what came of it.
 *
 * @param {File} file
 * @param {{ game?: GameName, into?: number }} [how] the game, if it is known, and the collection,
 *   if it is not to be one of its own
 * @returns {Promise<Import>}
 */
export async function importFile(file, { game, into } = {}) {
  if (current?.state === "running") throw new Error(t("library.one-at-a-time"));
  if (/\.(zip|zst|bz2|7z|xz|rar)$/i.test(file.name)) throw new Error(t("library.packed"));
  const known = game ?? (/\.pdn(\.gz)?$/i.test(file.name) ? "draughts" : undefined);
  /** @type {Import} */
  const running = {
    name: file.name,
    collection: 0,
    done: 0,
    games: 0,
    broken: 0,
    first: undefined,
    faults: [],
    state: "running",
    problem: "",
  };
  current = running;
  isStopped = false;
  tellAll();
  try {
    await read(file, running, known, into);
    running.state = isStopped ? "stopped" : "done";
  } catch (error) {
    running.state = "failed";
    running.problem = messageOf(error);
  }
  tellAll();
  return running;
}

/**
 * A text as a file with a name of its own.
 *
 * @param {string} text
 */
export function fileOf(text) {
  return new File([text], t("library.pasted", { date: formatDate(Date.now() / 1000) }));
}
