// @ts-check
// The games in the database of the browser.

const STORE = "games";

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("damier", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Does something with the games, all or nothing.
 *
 * @template T
 * @param {IDBDatabase} database
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>}
 */
function within(database, mode, act) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? request.error);
  });
}

/** @typedef {{ id: string, created: number, updated: number, document: string }} KeptRow */

/** A browser that keeps nothing still lets people play, until the page is closed. */
export class Games {
  constructor() {
    /** @type {Promise<IDBDatabase | undefined>} */
    this.database = open().catch(() => undefined);
  }

  /** @returns {Promise<KeptRow[]>} */
  async all() {
    const database = await this.database;
    return database ? within(database, "readonly", (store) => store.getAll()) : [];
  }

  /**
   * @param {string} id
   * @returns {Promise<KeptRow | undefined>}
   */
  async load(id) {
    const database = await this.database;
    return database && within(database, "readonly", (store) => store.get(id));
  }

  /** @param {{ save?: KeptRow, delete?: string }} change */
  async keep(change) {
    const database = await this.database;
    if (!database) return;
    const { save } = change;
    const act = (/** @type {IDBObjectStore} */ store) =>
      /** @type {IDBRequest<unknown>} */ (
        save ? store.put(save) : store.delete(change.delete ?? "")
      );
    await within(database, "readwrite", act);
  }
}
