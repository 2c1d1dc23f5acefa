// @ts-check
// The games that the server keeps: go on, look at, take away, delete.

import { complain, tell } from "./announce.js";
import { download, get, remove, text } from "./api.js";
import { pieceIcon } from "./board/pieces.js";
import { button, byId, field, h, replace } from "./dom.js";
import { formatDate, plural, t } from "./i18n.js";
import { keepPlayed } from "./library/shelf.js";
import { fileName, playerName, resultSign, verdictText, withNames } from "./sentences.js";

/** So many games are drawn at once. */
const PORTION = 100;

/** @param {HTMLElement} main */
export async function gamesView(main) {
  document.title = `Damier – ${t("games.title")}`;
  /** @type {GameList} */
  const { games: kept, unreadable } = await get("/games");
  let games = kept;
  let words = "";
  let drawn = PORTION;
  const list = h("ul", { class: "games" });
  const more = button("plus", t("games.more"), () => {
    drawn += PORTION;
    drawList();
  });
  const nothing = h("p", { class: "note", role: "status" }, t("library.nothing"));
  const search = h("input", {
    type: "search",
    autocomplete: "off",
    oninput: () => {
      words = search.value.toLowerCase();
      drawn = PORTION;
      drawList();
    },
  });

  function drawList() {
    const found = games.filter((game) => titleOf(game).toLowerCase().includes(words));
    replace(
      list,
      found.slice(0, drawn).map((game) => gameRow(game, () => drop(game))),
    );
    more.hidden = found.length <= drawn;
    nothing.hidden = found.length > 0;
  }

  function draw() {
    if (games.length + unreadable.length === 0) {
      replace(main, emptyPage());
      return;
    }
    drawList();
    const heading = h("h1", {}, t("games.title"));
    const over = games.filter(({ is_over }) => is_over);
    const keep = button("shelf", t("library.keep-all"), () => shelve(over).catch(complain), {
      "data-action": "keep-all",
      disabled: over.length === 0,
    });
    const head = h("div", { class: "page-head" }, heading, h("div", { class: "actions" }, keep));
    const find = games.length > 10 && field(t("library.search"), search);
    replace(
      main,
      h("section", { class: "page" }, head, lostGames(unreadable), find, nothing, list, more),
    );
  }

  /** @param {GameSummary} game */
  async function drop(game) {
    try {
      await remove(`/games/${game.id}`);
      games = games.filter((other) => other !== game);
      draw();
      tell(t("games.deleted"));
      byId("main").focus();
    } catch (error) {
      complain(error);
    }
  }

  draw();
  return {};
}

/**
 * What is said of games that cannot be read.
 *
 * @param {string[]} unreadable
 */
export function lostGames(unreadable) {
  if (unreadable.length === 0) return false;
  const count = t("games.unreadable", { count: unreadable.length });
  const reasons = unreadable.map((words) => h("li", {}, words));
  return h("details", { class: "note" }, h("summary", {}, count), h("ul", {}, reasons));
}

function emptyPage() {
  const pictures = [pieceIcon("chess", "N"), pieceIcon("draughts", "b")];
  return h(
    "section",
    { class: "empty" },
    h("div", { class: "empty-picture" }, pictures),
    h("h1", {}, t("games.none")),
    h("p", {}, t("games.none-note")),
    h("p", {}, h("a", { class: "button primary", href: "#/" }, t("setup.title"))),
  );
}

/** @param {GameSummary} game */
async function save({ game, id, seats }) {
  try {
    download(fileName(game, id), withNames(await text(`/games/${id}/record`), seats));
  } catch (error) {
    complain(error);
  }
}

/**
 * Puts games into the library, where those that are there already are not there twice.
 *
 * @param {GameSummary[]} games
 */
async function shelve(games) {
  let kept = 0;
  for (const name of /** @type {GameName[]} */ (["chess", "draughts"])) {
    const records = [];
    for (const { game, id, seats } of games)
      if (game === name) records.push(withNames(await text(`/games/${id}/record`), seats));
    if (records.length > 0) kept += await keepPlayed(records, name);
  }
  tell(kept === 0 ? t("library.there-already") : plural("library.came", kept));
}

/** @param {GameSummary} game */
function titleOf({ seats }) {
  const [white, black] = [playerName(seats, "white"), playerName(seats, "black")];
  return t("games.between", { white, black });
}

/**
 * @param {GameSummary} game
 * @param {() => void} onDrop
 */
function gameRow(game, onDrop) {
  const title = titleOf(game);
  const { verdict } = game;
  const state = verdict
    ? `${resultSign(game.game, verdict)} · ${verdictText(verdict)}`
    : t("games.open");
  const count = plural("games.moves", Math.ceil(game.plies / 2));
  const words = h(
    "span",
    { class: "game-words" },
    h("strong", {}, title),
    h("span", { class: verdict ? "" : "open" }, state),
    h("span", { class: "note" }, count, " · ", formatDate(game.updated)),
  );
  const picture = pieceIcon(game.game, game.game === "chess" ? "N" : "W");
  const analyse = () => {
    location.hash = `#/analyse/game:${game.id}`;
  };
  const bare = { bare: true, class: "icon" };
  return h(
    "li",
    {},
    h("a", { class: "game-link", href: `#/game/${game.id}` }, picture, words),
    h(
      "div",
      { class: "row-tools" },
      button("search", t("play.analyse-one", { title }), analyse, bare),
      button("shelf", t("library.keep-one", { title }), () => shelve([game]).catch(complain), bare),
      button("save", t("play.save-one", { title }), () => save(game), bare),
      dropButton(title, onDrop),
    ),
  );
}

/**
 * A button that asks once more.
 *
 * @param {string} title
 * @param {() => void} onDrop
 */
function dropButton(title, onDrop) {
  const label = t("games.delete-one", { title });
  const words = h("span", {}, t("games.sure"));
  let isSure = false;
  const set = (/** @type {boolean} */ sure) => {
    isSure = sure;
    drop.classList.toggle("sure", sure);
    drop.setAttribute("aria-label", sure ? t("games.sure") : label);
    if (sure) drop.append(words);
    else words.remove();
  };
  const press = () => {
    if (isSure) {
      onDrop();
      return;
    }
    set(true);
    setTimeout(() => set(false), 4000);
  };
  const drop = button("trash", label, press, { bare: true, class: "icon" });
  return drop;
}
