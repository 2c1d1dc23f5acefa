// @ts-check
// A new game: whom to play, how strong, with which colour and clock.

import { complain } from "../announce.js";
import { post } from "../api.js";
import { Board } from "../board/board.js";
import { choice, field, h, replace, select, sign } from "../dom.js";
import { about, formatNumber, t } from "../i18n.js";
import { helpChoices } from "../play/coach.js";
import { profileText } from "../sentences.js";
import { remember, settings } from "../settings.js";
import { CLOCKS, hasMore, paceOf, terms, usual } from "./wish.js";

/** @import { Site } from "../app.js" */
/** @import { Wish } from "./wish.js" */

/** @type {Record<GameName, string>} */
const START = {
  chess: "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR",
  draughts: "b".repeat(20) + ".".repeat(10) + "w".repeat(20),
};
/**
 * What the fields of the form need: the wish, how to change it, and whom one can play.
 *
 * @typedef {object} Form
 * @property {Wish} wish
 * @property {(changes: Partial<Wish>) => void} set
 * @property {(changes: Partial<Wish>) => void} setQuietly without drawing the form anew
 * @property {OpponentsView} opponents
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
      begin(wish, form);
    },
  });

  const setQuietly = (/** @type {Partial<Wish>} */ changes) => {
    Object.assign(wish, changes);
    remember({ setup: wish });
  };
  const set = (/** @type {Partial<Wish>} */ changes) => {
    setQuietly(changes);
    draw();
  };

  function draw() {
    board.setGame(wish.game);
    board.show({ board: START[wish.game], legal: [] });
    board.flip(wish.mode === "engine" && wish.colour === "black");
    const isOpen = form.querySelector("details")?.open ?? hasMore(wish);
    const focus = focusIn(form);
    const opponents = site.catalogue[wish.game];
    replace(form, formParts({ wish, set, setQuietly, opponents }, isOpen));
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
  return [
    h("h1", {}, t("setup.title")),
    gameChoice(form),
    modeChoice(form),
    wish.mode !== "friend" &&
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
  const { profiles } = opponents;
  const note = h("p", { class: "note" });
  const chosen = () => profiles.find((profile) => profile.name === wish[key]);
  const show = () => {
    const found = chosen();
    note.textContent = found ? profileText(wish.game, found) : "";
    note.hidden = !found;
  };
  if (!chosen()) wish[key] = "";
  /** @type {[string, string][]} */
  const names = profiles.map(({ name }) => [name, name]);
  const list = select({}, [["", t("setup.profile-none")], ...names], wish[key], (name) => {
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

/** @param {Form} form */
function startFields({ wish, set, setQuietly }) {
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
    wish.start === "960" && entry("number", { ...number, min: 0, max: 959 }),
    wish.mode !== "friend" && entry("seed", { ...number, min: 1, max: 2147483647 }),
  ];
}

/**
 * @param {Wish} wish
 * @param {HTMLFormElement} form
 */
async function begin(wish, form) {
  const submit = form.querySelector("button[type=submit]");
  submit?.setAttribute("disabled", "");
  try {
    /** @type {GameView} */
    const game = await post("/games", terms(wish));
    location.hash = `#/game/${game.id}`;
  } catch (error) {
    complain(error);
    submit?.removeAttribute("disabled");
  }
}
