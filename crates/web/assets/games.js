// @ts-check
// The games that the server keeps: go on, look at, take away, delete.

import { complain, tell } from "./announce.js";
import { download, get, remove, text } from "./api.js";
import { pieceIcon } from "./board/pieces.js";
import { button, h, replace } from "./dom.js";
import { formatDate, t } from "./i18n.js";
import { areFriends, fileName, resultSign, seatName, verdictText } from "./sentences.js";

/** @param {HTMLElement} main */
export async function gamesView(main) {
  document.title = `Damier – ${t("games.title")}`;
  /** @type {GameList} */
  const { games: kept, unreadable } = await get("/games");
  let games = kept;

  function draw() {
    if (games.length + unreadable.length === 0) {
      replace(main, emptyPage());
      return;
    }
    const rows = games.map((game) => gameRow(game, () => drop(game)));
    const list = h("ul", { class: "games" }, rows);
    const heading = h("h1", {}, t("games.title"));
    replace(main, h("section", { class: "page" }, heading, lostGames(unreadable), list));
  }

  /** @param {GameSummary} game */
  async function drop(game) {
    try {
      await remove(`/games/${game.id}`);
      games = games.filter((other) => other !== game);
      draw();
      tell(t("games.deleted"));
      main.focus();
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
function lostGames(unreadable) {
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
async function save({ game, id }) {
  try {
    download(fileName(game, id), await text(`/games/${id}/record`));
  } catch (error) {
    complain(error);
  }
}

/**
 * @param {GameSummary} game
 * @param {() => void} onDrop
 */
function gameRow(game, onDrop) {
  const [white, black] = areFriends(game.seats)
    ? [t("side.white"), t("side.black")]
    : game.seats.map(seatName);
  const title = t("games.between", { white, black });
  const { verdict } = game;
  const state = verdict
    ? `${resultSign(game.game, verdict)} · ${verdictText(verdict)}`
    : t("games.open");
  const count = t("games.moves", { count: Math.ceil(game.plies / 2) });
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
  let isSure = false;
  const press = () => {
    if (isSure) {
      onDrop();
      return;
    }
    isSure = true;
    drop.classList.add("sure");
    drop.setAttribute("aria-label", t("games.sure"));
    drop.append(h("span", {}, t("games.sure")));
  };
  const label = t("games.delete-one", { title });
  const drop = button("trash", label, press, { bare: true, class: "icon" });
  return drop;
}
