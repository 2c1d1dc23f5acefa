// @ts-check
// The library: the reader's own games, as many as there are.

import { complain, tell } from "../announce.js";
import { post } from "../api.js";
import { pieceIcon } from "../board/pieces.js";
import { openDialog } from "../dialog.js";
import { button, field, h, replace } from "../dom.js";
import { lostGames } from "../games.js";
import { plural, t } from "../i18n.js";
import { Collections } from "./collections.js";
import { Filters } from "./filters.js";
import { openGame } from "./game-dialog.js";
import { fileOf, importFile, onImport } from "./importer.js";
import { ImportBox } from "./import-box.js";
import { GameList } from "./list.js";
import { keepLook, lastLook, library } from "./shelf.js";

/** @import { Search } from "./list.js" */

/** How often it is asked how far reviews are, in milliseconds. */
const INTERVAL = 2000;

/**
 * @param {HTMLElement} main
 * @param {import("../app.js").Site} _site
 * @param {string[]} address
 */
export async function libraryView(main, _site, [address]) {
  document.title = `Damier – ${t("library.title")}`;
  const known = await library();
  return new LibraryViewer(main, known, beginning(address, known));
}

/**
 * What the address says to look for, or what was looked for last.
 *
 * @param {string | undefined} address
 * @param {LibraryView} known
 */
function beginning(address, known) {
  const [kind, game, ...fen] = (address ?? "").split(":");
  if (kind === "fen") return { search: { game, fen: fen.join(":") }, first: 0 };
  const look = lastLook();
  const isThere = known.collections.some(({ id }) => id === look.search.collection);
  if (look.search.collection && !isThere) delete look.search.collection;
  return look;
}

class LibraryViewer {
  /**
   * @param {HTMLElement} main
   * @param {LibraryView} known
   * @param {import("./shelf.js").Look} look
   */
  constructor(main, known, { search, first }) {
    this.main = main;
    this.known = known;
    this.search = search;
    /** @type {(() => void) | undefined} */
    this.undo = undefined;
    this.count = h("p", { class: "note", role: "status" });
    this.list = new GameList({
      label: t("library.title"),
      onOpen: (head) => {
        this.keepLook();
        location.hash = `#/analyse/library:${head.id}`;
      },
      onMore: (head) => this.openMore(head).catch(complain),
      onTotal: (total) => this.showTotal(total),
    });
    this.file = this.fileInput();
    this.importBox = new ImportBox();
    this.filters = new Filters(search, (next) => this.find(next));
    this.collections = new Collections({
      view: () => this.known,
      chosen: () => /** @type {number | undefined} */ (this.search.collection),
      onChoose: (id) => this.choose(id),
      onChange: (view) => this.refresh(view),
      onUndo: (undo) => {
        this.undo = undo;
      },
      search: () => this.search,
      onFile: () => this.file.click(),
    });
    this.drop = onImport(() => this.hearImport());
    this.timer = setInterval(() => this.look(), INTERVAL);
    this.draw();
    // The list has to stand on the page before it knows how much of it is seen.
    setTimeout(() => this.list.find(this.search, first).catch(complain));
  }

  get isEmpty() {
    return this.known.collections.length === 0;
  }

  draw() {
    this.wasEmpty = this.isEmpty;
    const open = button("plus", t("library.import"), () => this.openImport(), {
      class: "primary",
      "data-action": "import",
    });
    const names = button("list", t("library.names"), () => this.openNames(), {
      "data-action": "names",
    });
    const head = h(
      "div",
      { class: "page-head" },
      h("h1", {}, t("library.title")),
      h("div", { class: "actions" }, open, !this.isEmpty && names),
    );
    this.importBox.draw();
    const shelf = this.isEmpty
      ? [emptyShelf()]
      : [
          h("div", { class: "library-top" }, this.collections.element, this.filters.find),
          this.collections.state,
          this.filters.details,
          this.count,
          this.list.element,
        ];
    const lost = lostGames(this.known.unreadable);
    replace(
      this.main,
      h("section", { class: "page library" }, head, lost, this.importBox.element, this.file, shelf),
    );
    if (!this.isEmpty) this.collections.draw({ isNew: true });
  }

  fileInput() {
    const input = h("input", {
      type: "file",
      class: "unseen",
      tabIndex: -1,
      "aria-label": t("paste.file"),
      accept: ".pgn,.pdn,.txt,.gz",
      onchange: () => {
        const file = input.files?.[0];
        input.value = "";
        if (file) this.take(file);
      },
    });
    return input;
  }

  // ---- looking for games ----

  /** @param {number} total */
  showTotal(total) {
    const { search, known } = this;
    const own = known.collections.find(({ id }) => id === search.collection);
    const broken = own?.games === total ? (own.source?.broken ?? 0) : 0;
    const words = total === 0 ? t("library.nothing") : plural("paste.which", total);
    const faults = broken > 0 && plural("library.broken-count", broken);
    this.count.textContent = [words, faults].filter(Boolean).join(" · ");
  }

  /** @param {Search} search */
  async find(search) {
    this.search = search;
    keepLook({ search, first: 0 });
    try {
      await this.list.find(search);
      this.count.classList.remove("problem");
    } catch (error) {
      // What cannot be looked for is told where it is written.
      this.count.textContent = error instanceof Error ? error.message : String(error);
      this.count.classList.add("problem");
    }
  }

  /** @param {number | undefined} id */
  choose(id) {
    const { collection: _, ...others } = this.search;
    this.filters.search = id ? { ...others, collection: id } : others;
    this.find(this.filters.search);
    this.collections.draw();
  }

  keepLook() {
    keepLook({ search: this.search, first: this.list.first });
  }

  /** @param {LibraryView} [view] */
  async refresh(view) {
    this.known = view ?? (await library());
    if (this.wasEmpty !== this.isEmpty) this.draw();
    this.collections.draw();
    await this.list.find(this.search, this.list.first);
  }

  /** How far reviews are. */
  async look() {
    if (document.hidden || !this.known.collections.some(({ plan }) => plan)) return;
    try {
      this.known = await library();
      this.collections.draw();
    } catch {
      // The next time, perhaps.
    }
  }

  // ---- games come ----

  /** @param {string | File} what a text that was pasted or a file that was dropped */
  async take(what) {
    const file = typeof what === "string" ? fileOf(what) : what;
    const chosen = /** @type {number | undefined} */ (this.search.collection);
    try {
      const done = await importFile(file, typeof what === "string" ? { into: chosen } : {});
      if (done.state === "done" && done.broken === 0) tell(plural("library.came", done.games));
      if (done.collection && done.collection !== chosen && this.main.isConnected)
        this.choose(done.collection);
    } catch (error) {
      complain(error);
    }
  }

  async hearImport() {
    this.importBox.draw();
    const now = Date.now();
    // While it goes on, the list need not be quite new.
    if (this.importBox.isRunning && now - (this.refreshed ?? 0) < 1000) return;
    this.refreshed = now;
    await this.refresh().catch(complain);
  }

  openImport() {
    const area = h("textarea", {
      rows: 7,
      class: "mono",
      spellcheck: false,
      placeholder: t("paste.example"),
    });
    const take = (/** @type {string | File} */ what) => {
      dialog.close();
      this.take(what);
    };
    const file = h("input", {
      type: "file",
      accept: ".pgn,.pdn,.txt,.gz",
      onchange: () => {
        const chosen = file.files?.[0];
        if (chosen) take(chosen);
      },
    });
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (area.value.trim()) take(area.value);
    };
    const send = h("button", { type: "submit", class: "primary" }, t("library.import"));
    const form = h(
      "form",
      { onsubmit },
      h("p", { class: "note" }, t("library.import-note")),
      field(t("library.import-file"), file),
      field(t("library.import-text"), area),
      h("div", { class: "dialog-foot" }, send),
    );
    const dialog = openDialog(t("library.import"), form);
    file.focus();
  }

  // ---- who the reader is, and what else can be done with a game ----

  openNames() {
    const area = h("textarea", { rows: 4, value: this.known.names.join("\n") });
    const onsubmit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const names = area.value.split(/\n/).map((name) => name.trim());
      try {
        const view = await post("/library/names", { names: names.filter(Boolean) });
        dialog.close();
        await this.refresh(view);
      } catch (error) {
        complain(error);
      }
    };
    const send = h("button", { type: "submit", class: "primary" }, t("library.save"));
    const form = h(
      "form",
      { onsubmit },
      field(t("library.names-label"), area, h("p", { class: "note" }, t("library.names-note"))),
      h("div", { class: "dialog-foot" }, send),
    );
    const dialog = openDialog(t("library.names"), form);
  }

  /** @param {HeadView} head */
  async openMore(head) {
    await openGame(head, {
      onChange: () => this.refresh().catch(complain),
      onUndo: (undo) => {
        this.undo = undo;
      },
    });
  }

  leave() {
    this.keepLook();
    clearInterval(this.timer);
    clearTimeout(this.filters.timer);
    this.list.leave();
    this.drop();
  }
}

function emptyShelf() {
  const pictures = [pieceIcon("chess", "N"), pieceIcon("draughts", "b")];
  return h(
    "div",
    { class: "empty" },
    h("div", { class: "empty-picture" }, pictures),
    h("h2", {}, t("library.none")),
    h("p", {}, t("library.none-note")),
  );
}
