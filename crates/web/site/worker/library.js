// @ts-check
// The library in the database of the browser. A change is a list of things that happen all or not
// at all, as `damier-answers` names them.

const STORES = /** @type {const} */ (["collections", "heads", "texts", "reviews", "notes"]);
/** So many things are read at once: a review is long. */
const PORTION = 200;

/** @typedef {Record<string, any>} Change */

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("damier-library", 1);
    request.onupgradeneeded = () => {
      for (const name of STORES) request.result.createObjectStore(name, { keyPath: "key" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
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
 * Makes one change within a transaction.
 *
 * @param {(name: string) => IDBObjectStore} store
 * @param {Change} change
 */
function make(store, change) {
  const [kind, value] = Object.entries(change)[0];
  const put = (/** @type {string} */ name, /** @type {IDBValidKey} */ key) =>
    store(name).put({ key, change });
  const drop = (/** @type {number} */ game) => {
    for (const name of ["heads", "texts", "reviews"]) store(name).delete(game);
  };
  if (kind === "save-collection") put("collections", value.id);
  else if (kind === "save-head") put("heads", value.id);
  else if (kind === "save-game") {
    const { head, text } = value;
    store("heads").put({ key: head.id, change: { "save-head": head } });
    store("texts").put({ key: head.id, text });
    store("reviews").delete(head.id);
  } else if (kind === "save-review") put("reviews", value.game);
  else if (kind === "save-note") put("notes", value.name);
  else if (kind === "drop-game") drop(value);
  else if (kind === "drop-collection") {
    store("collections").delete(value);
    store("heads").openCursor().onsuccess = ({ target }) => {
      const cursor = /** @type {IDBRequest<IDBCursorWithValue | null>} */ (target).result;
      if (!cursor) return;
      if (cursor.value.change["save-head"].collection === value) drop(cursor.value.key);
      cursor.continue();
    };
  }
}

/** A browser that keeps nothing still has a library until the page is closed. */
export class Library {
  constructor() {
    /** @type {Promise<IDBDatabase | undefined>} */
    this.database = open().catch(() => undefined);
  }

  /** @param {Change[]} changes */
  async keep(changes) {
    const database = await this.database;
    if (!database) return;
    const transaction = database.transaction([...STORES], "readwrite", { durability: "strict" });
    changes.forEach((change) => make((name) => transaction.objectStore(name), change));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
  }

  /**
   * Tells all that is kept, as changes that lead to it, in portions.
   *
   * @param {(changes: Change[]) => void} tell
   */
  async each(tell) {
    const database = await this.database;
    if (!database) return;
    for (const name of ["collections", "notes", "heads", "reviews"]) {
      for await (const portion of portions(database, name)) {
        const changes = portion.map(({ change }) => change);
        tell(name === "heads" ? await withTexts(database, changes) : changes);
      }
    }
  }
}

/**
 * @param {IDBDatabase} database
 * @param {string} name
 */
async function* portions(database, name) {
  /** @type {IDBKeyRange | undefined} */
  let range;
  for (;;) {
    const store = database.transaction(name, "readonly").objectStore(name);
    /** @type {any[]} */
    const portion = await answered(store.getAll(range, PORTION));
    if (portion.length > 0) yield portion;
    if (portion.length < PORTION) return;
    range = IDBKeyRange.lowerBound(portion[portion.length - 1].key, true);
  }
}

/**
 * Heads with the texts of their games.
 *
 * @param {IDBDatabase} database
 * @param {Change[]} heads
 */
async function withTexts(database, heads) {
  const numbers = heads.map((change) => change["save-head"].id);
  const store = database.transaction("texts", "readonly").objectStore("texts");
  const range = IDBKeyRange.bound(numbers[0], numbers[numbers.length - 1]);
  /** @type {{ key: number, text: string }[]} */
  const found = await answered(store.getAll(range));
  const texts = new Map(found.map(({ key, text }) => [key, text]));
  return heads.map(({ "save-head": head }) => ({
    "save-game": { head, text: texts.get(head.id) ?? "" },
  }));
}
