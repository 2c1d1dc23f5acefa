// The games that the server keeps: go on, look at, take away, delete.

import { download, get, remove, text } from "./api.js";
import { complain, tell } from "./announce.js";
import { button, h, replace } from "./dom.js";
import { formatDate, t } from "./i18n.js";
import { pieceIcon } from "./pieces.js";
import { resultSign, seatName, verdictText } from "./words.js";

export async function gamesView(main) {
  document.title = `Damier – ${t("games.title")}`;
  const list = h("ul", { class: "games" });
  const games = await get("/games");

  async function save(game) {
    try {
      const extension = game.game === "draughts" ? "pdn" : "pgn";
      download(`damier-${game.id}.${extension}`, await text(`/games/${game.id}/record`));
    } catch (error) {
      complain(error);
    }
  }

  function draw() {
    if (games.length === 0) {
      replace(main, h("section", { class: "empty" },
        h("div", { class: "empty-picture" }, pieceIcon("chess", "N"), pieceIcon("draughts", "b")),
        h("h1", {}, t("games.none")), h("p", {}, t("games.none-note")),
        h("p", {}, h("a", { class: "button primary", href: "#/" }, t("setup.title")))));
      return;
    }
    replace(list, games.map(row));
    replace(main, h("section", { class: "page" }, h("h1", {}, t("games.title")), list));
  }

  function row(game) {
    const isFriends = game.seats.every((seat) => seat.kind === "human");
    const names = isFriends ? [t("side.white"), t("side.black")] : game.seats.map((seat) => seatName(seat, true));
    const title = t("games.between", { white: names[0], black: names[1] });
    const remaining = h("span", { class: "note" }, t("games.moves", { count: Math.ceil(game.plies / 2) }), " · ", formatDate(game.updated));
    const state = game.verdict ? `${resultSign(game.game, game.verdict)} · ${verdictText(game.verdict)}` : t("games.open");
    let sure = false;
    const drop = button("trash", t("games.delete-one", { title }), async () => {
      if (!sure) {
        sure = true;
        drop.classList.add("sure");
        drop.setAttribute("aria-label", t("games.sure"));
        drop.append(h("span", {}, t("games.sure")));
        return;
      }
      try {
        await remove(`/games/${game.id}`);
        games.splice(games.indexOf(game), 1);
        draw();
        tell(t("games.deleted"));
        main.focus();
      } catch (error) {
        complain(error);
      }
    }, { bare: true, class: "icon" });
    return h("li", {},
      h("a", { class: "game-link", href: `#/game/${game.id}` },
        pieceIcon(game.game, game.game === "chess" ? "N" : "W"),
        h("span", { class: "game-words" }, h("strong", {}, title), h("span", { class: game.verdict ? "" : "open" }, state), remaining)),
      h("div", { class: "row-tools" },
        button("search", t("play.analyse-one", { title }), () => { location.hash = `#/analyse/game:${game.id}`; }, { bare: true, class: "icon" }),
        button("save", t("play.save-one", { title }), () => save(game), { bare: true, class: "icon" }), drop));
  }

  draw();
  return {};
}
