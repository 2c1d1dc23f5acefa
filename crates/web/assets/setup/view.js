// @ts-check
// A new game: whom to play, how strong, with which colour and clock.

import { messageOf } from "../announce.js";
import { post } from "../api.js";
import { Board } from "../board/board.js";
import { choice, field, h, replace, select, sign } from "../dom.js";
import { about, formatNumber, t } from "../i18n.js";
import { helpChoices } from "../play/coach.js";
import { profileName, profileText } from "../sentences.js";
import { remember, settings } from "../settings.js";
import { costText, familyField, likeField, playsLike } from "./like.js";
import { START, numberedBoard } from "./shown-start.js";
import { CLOCKS, hasMore, paceOf, terms, usual } from "./wish.js";

/** @import { Site } from "../app.js" */
/** @import { Wish } from "./wish.js" */

/** Milliseconds after the last letter of a position before the server is asked about it. */
const PAUSE = 150;

/**
 * What the fields of the form need: the wish, how to change it, and whom one can play.
 *
 * @typedef {object} Form
 * @property {Wish} wish
 * @property {(changes: Partial<Wish>) => void} set
 * @property {(changes: Partial<Wish>) => void} setQuietly without drawing the form anew
 * @property {OpponentsView} opponents
 * @property {HTMLElement} problem what is wrong with the position, beside its field
 */

/**
 * @param {HTMLElement} main
 * @param {Site} site
 */
export function setupView(main, site) {
  /** @type {Wish} */
  const wish = { ...usual, ...settings.setup };
  const board = new Board(wish.game);
  const form = h("form", {
    class: "panel setup",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      begin(wish, form, problem);
    },
  });

  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  let asked = 0;
  const show = (/** @type {string} */ shown, words = "") => {
    board.setGame(wish.game);
    board.show({ board: shown, legal: [] });
    problem.textContent = words;
    problem.hidden = !words;
  };
  /** The board beside the form is the one that the game would begin with. */
  const showStart = async () => {
    asked += 1;
    const mine = asked;
    const { game, start, number, fen } = wish;
    const known = Number(number);
    if (start === "960" && number !== "" && known >= 0 && known < 960) {
      show(numberedBoard(Math.floor(known)));
      return;
    }
    if (start !== "fen" || fen.trim() === "") {
      show(START[game]);
      return;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE);
    });
    if (mine !== asked) return;
    try {
      /** @type {PositionView} */
      const found = await post("/position", { game, fen });
      if (mine === asked) show(found.board);
    } catch (error) {
      if (mine === asked) show(START[game], messageOf(error));
    }
  };
  const setQuietly = (/** @type {Partial<Wish>} */ changes) => {
    Object.assign(wish, changes);
    remember({ setup: wish });
    if ("number" in changes || "fen" in changes) showStart();
  };
  const set = (/** @type {Partial<Wish>} */ changes) => {
    setQuietly(changes);
    draw();
  };

  function draw() {
    if (wish.start !== "fen") show(START[wish.game]);
    showStart();
    board.flip(wish.mode === "engine" && wish.colour === "black");
    const isOpen = form.querySelector("details")?.open ?? hasMore(wish);
    const focus = focusIn(form);
    const opponents = site.catalogue[wish.game];
    replace(form, formParts({ wish, set, setQuietly, opponents, problem }, isOpen));
    focus();
  }

  const column = h("div", { class: "board-column" }, board.element);
  replace(main, h("div", { class: "desk setting" }, column, form));
  document.title = `Damier – ${t("setup.title")}`;
  draw();
  return {
    key(/** @type {string} */ key) {
      if (key === "f") board.flip();
      return key === "f";
    },
  };
}

/**
 * Remembers which field has the focus; what is returned gives it back to the one in its place.
 *
 * @param {HTMLFormElement} form
 */
function focusIn(form) {
  const place = [...form.elements].findIndex((element) => element === document.activeElement);
  return () => {
    const next = form.elements[place];
    // Radio buttons were made anew: the one that is chosen has the focus.
    const isRadio = next instanceof HTMLInputElement && next.type === "radio";
    const chosen = isRadio && form.querySelector(`input[name="${next.name}"]:checked`);
    const found = chosen || next;
    if (found instanceof HTMLElement) found.focus();
  };
}

/**
 * @param {Form} form
 * @param {boolean} isOpen
 */
function formParts(form, isOpen) {
  const { wish, set } = form;
  const isWatching = wish.mode === "watch";
  const isLike = playsLike(wish, form.opponents);
  return [
    h("h1", {}, t("setup.title")),
    gameChoice(form),
    modeChoice(form),
    familyField(form),
    isLike && likeField(form),
    wish.mode !== "friend" &&
      !isLike &&
      levelField(form, "level", t(isWatching ? "setup.level-white" : "setup.level")),
    wish.mode === "engine" &&
      h(
        "div",
        { class: "pair" },
        profileField(form, "profile", t("setup.profile")),
        clockField(form),
      ),
    isWatching && [
      profileField(form, "profile", t("setup.profile-white")),
      levelField(form, "level2", t("setup.level-black")),
      profileField(form, "profile2", t("setup.profile-black")),
    ],
    wish.mode === "engine" &&
      choice(
        t("setup.colour"),
        "colour",
        [
          ["white", t("side.white")],
          ["random", t("setup.random")],
          ["black", t("side.black")],
        ],
        wish.colour,
        (colour) => set({ colour }),
      ),
    wish.mode !== "engine" && clockField(form),
    wish.clock === "own" && ownClock(form),
    !isWatching && names(wish.mode === "friend"),
    !isWatching && helpChoices(),
    h("details", { open: isOpen }, h("summary", {}, t("setup.more")), startFields(form)),
    h(
      "button",
      { type: "submit", class: "primary large" },
      sign("play"),
      h("span", {}, t(isWatching ? "setup.watch" : "setup.begin")),
    ),
  ];
}

/** @param {Form} form */
function gameChoice({ wish, set }) {
  /** @type {[GameName, string][]} */
  const games = [
    ["chess", t("game.chess")],
    ["draughts", t("game.draughts")],
  ];
  return choice(t("setup.game"), "game", games, wish.game, (game) => set({ game }));
}

/** @param {Form} form */
function modeChoice({ wish, set }) {
  /** @type {[Wish["mode"], string][]} */
  const modes = [
    ["engine", t("mode.engine")],
    ["friend", t("mode.friend")],
    ["watch", t("mode.watch")],
  ];
  return choice(t("setup.mode"), "mode", modes, wish.mode, (mode) => set({ mode }));
}

/**
 * @param {Form} form
 * @param {"level" | "level2"} key
 * @param {string} label
 */
function levelField({ wish, setQuietly, opponents }, key, label) {
  const note = h("p", { class: "note" });
  const show = () => {
    const level = opponents.levels[wish[key] - 1];
    const number = t("setup.level-number", { level: level.number });
    const elo = eloText(level, opponents.measured !== "not yet");
    const words = about("level", wish.game, level.number, level.about);
    replace(note, h("strong", {}, number), elo ? ` · ${elo}` : "", h("br"), words);
    slider.setAttribute(
      "aria-valuetext",
      elo ? `${number}, ${elo}. ${words}` : `${number}. ${words}`,
    );
  };
  const slider = h("input", {
    type: "range",
    min: 1,
    max: opponents.levels.length,
    step: 1,
    value: String(wish[key]),
    oninput: () => {
      setQuietly({ [key]: Number(slider.value) });
      show();
    },
  });
  show();
  return field(label, slider, note);
}

/**
 * @param {LevelView} level
 * @param {boolean} isMeasured
 */
function eloText({ elo, error }, isMeasured) {
  if (elo === null) return "";
  if (!isMeasured) return t("setup.elo-guess", { elo: formatNumber(elo) });
  return t("setup.elo", { elo: formatNumber(elo), error });
}

/**
 * @param {Form} form
 * @param {"profile" | "profile2"} key
 * @param {string} label
 */
function profileField({ wish, setQuietly, opponents }, key, label) {
  const none = t(playsLike(wish, opponents) ? "setup.profile-like" : "setup.profile-none");
  const { profiles } = opponents;
  const note = h("p", { class: "note" });
  const chosen = () => profiles.find((profile) => profile.name === wish[key]);
  const show = () => {
    const found = chosen();
    const cost = found?.cost && !playsLike(wish, opponents) && costText(found.cost);
    note.textContent = found
      ? [profileText(wish.game, found), cost].filter(Boolean).join(". ")
      : "";
    note.hidden = !found;
  };
  if (!chosen()) wish[key] = "";
  /** @type {[string, string][]} */
  const names = profiles.map(({ name }) => [name, profileName(name)]);
  const list = select({}, [["", none], ...names], wish[key], (name) => {
    setQuietly({ [key]: name });
    show();
  });
  show();
  return field(label, list, note);
}

/** @param {string} clock */
function clockName(clock) {
  if (clock === "none" || clock === "own") return t(`clock.${clock}`);
  const { time, increment } = paceOf(clock);
  return t("clock.pace", { minutes: time / 60, increment });
}

/** @param {Form} form */
function clockField({ wish, set }) {
  /** @type {[string, string][]} */
  const clocks = CLOCKS.map((clock) => [clock, clockName(clock)]);
  return field(
    t("setup.clock"),
    select({}, clocks, wish.clock, (clock) => set({ clock })),
  );
}

/** @param {Form} form */
function ownClock({ wish, setQuietly }) {
  const number = (
    /** @type {"minutes" | "increment"} */ key,
    /** @type {number} */ min,
    /** @type {number} */ max,
  ) => {
    const input = h("input", {
      type: "number",
      min,
      max,
      value: String(wish[key]),
      required: true,
      oninput: () => setQuietly({ [key]: Number(input.value) }),
    });
    return field(t(`clock.${key}`), input);
  };
  return h("div", { class: "pair" }, number("minutes", 1, 600), number("increment", 0, 600));
}

/**
 * What the players are called; it is kept.
 *
 * @param {boolean} areTwo
 */
function names(areTwo) {
  const entry = (/** @type {"name" | "friend"} */ key, /** @type {string} */ label) => {
    const input = h("input", {
      type: "text",
      value: settings[key],
      maxLength: 40,
      autocomplete: "off",
      placeholder: t("setup.no-name"),
      oninput: () => remember({ [key]: input.value.trim() }),
    });
    return field(label, input);
  };
  if (!areTwo) return entry("name", t("setup.name"));
  const white = t("setup.name-of", { side: t("side.white") });
  const black = t("setup.name-of", { side: t("side.black") });
  return h("div", { class: "pair" }, entry("name", white), entry("friend", black));
}

/** @param {Form} form */
function startFields({ wish, set, setQuietly, problem }) {
  /** @type {Wish["start"][]} */
  const kinds = wish.game === "chess" ? ["usual", "960", "fen"] : ["usual", "fen"];
  if (!kinds.includes(wish.start)) wish.start = "usual";
  const list = select(
    {},
    kinds.map((kind) => [kind, t(`start.${kind}`)]),
    wish.start,
    (start) => set({ start: /** @type {Wish["start"]} */ (start) }),
  );
  const entry = (
    /** @type {"fen" | "number" | "seed"} */ key,
    /** @type {import("../dom.js").Attributes} */ attributes,
  ) => {
    const input = h("input", {
      value: wish[key],
      autocomplete: "off",
      spellcheck: false,
      oninput: () => setQuietly({ [key]: input.value }),
      ...attributes,
    });
    return field(t(`setup.${key}`), input);
  };
  const number = { type: "number", placeholder: t("setup.any") };
  return [
    field(t("setup.start"), list),
    wish.start === "fen" && entry("fen", { type: "text", class: "mono", required: true }),
    problem,
    wish.start === "960" && entry("number", { ...number, min: 0, max: 959 }),
    wish.mode !== "friend" && entry("seed", { ...number, min: 1, max: 2147483647 }),
  ];
}

/**
 * @param {Wish} wish
 * @param {HTMLFormElement} form
 * @param {HTMLElement} problem
 */
async function begin(wish, form, problem) {
  const submit = form.querySelector("button[type=submit]");
  submit?.setAttribute("disabled", "");
  try {
    /** @type {GameView} */
    const game = await post("/games", terms(wish));
    location.hash = `#/game/${game.id}`;
  } catch (error) {
    problem.textContent = messageOf(error);
    problem.hidden = false;
    form.querySelector("details")?.setAttribute("open", "");
    problem.scrollIntoView({ block: "nearest" });
    submit?.removeAttribute("disabled");
  }
}
