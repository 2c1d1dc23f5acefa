// @ts-check
// Dialogs for text: paste or open games and positions, and take them away.

import { messageOf, tell } from "../announce.js";
import { download, post } from "../api.js";
import { openDialog } from "../dialog.js";
import { button, choice, field, h, replace } from "../dom.js";
import { plural, ruleText, t } from "../i18n.js";
import { gamesIn, gamesInFile } from "./source.js";

/** @import { Tree } from "./tree.js" */
/** @import { Source, SourceGame } from "./source.js" */

/** Which game a text is of, or that the server should find out. */
/** @typedef {GameName | "auto"} Kind */

/**
 * Has the server read the first of some games; the others wait in the browser.
 *
 * @param {SourceGame[]} games
 * @param {GameName | undefined} game
 */
export async function readGames(games, game) {
  const text = games[0]?.text ?? "";
  /** @type {RecordView} */
  const found = await post("/read", { text, game });
  return { found, source: { games, game: found.game, index: 0, faults: [] } };
}

/**
 * Lets the reader paste or open a text; `onRead` is given what the server found in it. A file that
 * is given is read at once.
 *
 * @param {(found: RecordView, source: Source) => void} onRead
 * @param {File} [given]
 */
export function openPaste(onRead, given = undefined) {
  /** @type {Kind} */
  let game = "auto";
  const placeholder = t("paste.example");
  const area = h("textarea", { rows: 7, class: "mono", spellcheck: false, placeholder });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("paste.progress") });
  bar.hidden = true;
  const read = async (/** @type {SourceGame[]} */ games) => {
    problem.hidden = true;
    try {
      const { found, source } = await readGames(games, game === "auto" ? undefined : game);
      dialog.close();
      onRead(found, source);
    } catch (error) {
      problem.textContent = messageOf(error);
      problem.hidden = false;
    }
  };
  const open = async (/** @type {File} */ chosen) => {
    if (/\.pdn$/i.test(chosen.name)) game = "draughts";
    bar.hidden = false;
    const games = await gamesInFile(chosen, (done) => {
      bar.value = done;
    });
    bar.hidden = true;
    await read(games);
  };
  /** @type {[Kind, string][]} */
  const kinds = [
    ["auto", t("paste.auto")],
    ["chess", t("game.chess")],
    ["draughts", t("game.draughts")],
  ];
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    read(gamesIn(area.value));
  };
  const submit = h("button", { type: "submit", class: "primary" }, t("paste.read"));
  const form = h(
    "form",
    { onsubmit },
    field(t("paste.text"), area, h("p", { class: "note" }, t("paste.note"))),
    field(t("paste.file"), fileField(open)),
    bar,
    choice(t("setup.game"), "kind", kinds, "auto", (kind) => {
      game = kind;
    }),
    problem,
    h("div", { class: "dialog-foot" }, submit),
  );
  const dialog = openDialog(t("paste.title"), form);
  area.focus();
  if (given) open(given);
}

/** So many games are drawn at once; more come with scrolling. */
const PORTION = 200;

/**
 * The games of a file, to search and to choose from.
 *
 * @param {Source} source
 * @param {(index: number) => void} onPick
 */
export function openList({ games, index }, onPick) {
  const names = games.map(({ title }) => title.toLowerCase());
  let found = [...games.keys()];
  let drawn = 0;
  const list = h("ol", { class: "game-list", "aria-label": t("paste.title"), tabIndex: 0 });
  const count = h("p", { class: "note", role: "status" });
  const row = (/** @type {number} */ place) => {
    const pick = () => {
      dialog.close();
      onPick(place);
    };
    const current = place === index ? "true" : undefined;
    const attributes = { type: "button", onclick: pick, "aria-current": current };
    return h("li", {}, h("button", attributes, `${place + 1}. ${games[place].title}`));
  };
  const more = () => {
    list.append(...found.slice(drawn, drawn + PORTION).map(row));
    drawn = Math.min(found.length, drawn + PORTION);
  };
  const search = h("input", {
    type: "text",
    autocomplete: "off",
    oninput: () => {
      const words = search.value.toLowerCase().split(/\s+/);
      const isFound = (/** @type {number} */ place) =>
        words.every((word) => names[place].includes(word));
      found = [...games.keys()].filter(isFound);
      show();
    },
  });
  function show() {
    drawn = 0;
    replace(list);
    more();
    count.textContent = plural("paste.which", found.length);
  }
  list.addEventListener("scroll", () => {
    const isNearEnd = list.scrollTop + 2 * list.clientHeight > list.scrollHeight;
    if (isNearEnd && drawn < found.length) more();
  });
  const dialog = openDialog(
    t("paste.games"),
    h("div", {}, field(t("paste.search"), search), count, list),
  );
  show();
  search.focus();
}

/** @param {(file: File) => void} onFile */
function fileField(onFile) {
  const input = h("input", {
    type: "file",
    accept: ".pgn,.pdn,.fen,.txt,text/plain",
    onchange: () => {
      const file = input.files?.[0];
      if (file) onFile(file);
    },
  });
  return input;
}

/**
 * Shows the position and the game as text, to copy or to keep.
 *
 * @param {Tree} tree
 * @param {string} fen
 */
export async function openExport(tree, fen) {
  /** @type {WrittenView} */
  const written = await post("/write", tree.draft());
  const area = (/** @type {string} */ value, /** @type {number} */ rows) => {
    const onfocus = () => element.select();
    const element = h("textarea", { rows, class: "mono", readOnly: true, value, onfocus });
    return element;
  };
  const copy = (/** @type {string} */ value, label = "export.copy") =>
    button("clip", t(label), async () => {
      await navigator.clipboard.writeText(value);
      tell(t("export.copied"));
    });
  const name = `damier.${written.extension}`;
  const save = () => download(name, written.text);
  const body = h(
    "div",
    {},
    field("FEN", area(fen, 2)),
    h("div", { class: "dialog-foot" }, copy(addressOf(tree), "export.address"), copy(fen)),
    field(written.extension.toUpperCase(), area(written.text, 10)),
    h(
      "div",
      { class: "dialog-foot" },
      copy(written.text),
      button("save", t("export.save", { name }), save, { class: "primary" }),
    ),
  );
  openDialog(t("export.title"), body);
}

/**
 * The address that opens the line which is looked at.
 *
 * @param {Tree} tree
 */
export function addressOf(tree) {
  const { game, fen, moves } = tree.place();
  const line = encodeURI(`line:${game}:${moves.join(",")}:${fen}`);
  return `${location.origin}${location.pathname}#/analyse/${line}`;
}

/**
 * A box with what could not be read.
 *
 * @param {HTMLElement} element
 * @param {FaultView[]} faults
 */
export function showFaults(element, faults) {
  element.hidden = faults.length === 0;
  const list = faults.map((fault) => h("li", {}, faultText(fault)));
  replace(element, h("strong", {}, t("paste.faults")), h("ul", {}, list));
}

/** @param {FaultView} fault */
function faultText(fault) {
  const { message, game, line, column } = fault;
  const what = ruleText(fault);
  return what ? t("paste.fault", { game, line, column, what }) : message;
}
