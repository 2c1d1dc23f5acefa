// A new game: whom to play, how strong, with which colour and clock.

import { post } from "./api.js";
import { complain } from "./announce.js";
import { Board } from "./board.js";
import { helpChoices } from "./coach.js";
import { choice, field, h, replace, sign } from "./dom.js";
import { about, formatNumber, t } from "./i18n.js";
import { remember, settings } from "./settings.js";

const START = {
  chess: "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR",
  draughts: "b".repeat(20) + ".".repeat(10) + "w".repeat(20),
};
const CLOCKS = ["none", "60+0", "180+2", "300+3", "600+5", "900+10", "1800+0", "own"];

const usual = {
  game: "chess", mode: "engine", level: 3, level2: 3, profile: "", profile2: "", colour: "white",
  clock: "none", minutes: 10, increment: 5, start: "usual", fen: "", number: "", seed: "",
};

export function setupView(main, site) {
  const wish = { ...usual, ...settings.setup };
  const board = new Board(wish.game);
  const form = h("form", { class: "panel setup", onsubmit: (event) => { event.preventDefault(); start(wish, form); } });

  const set = (changes, redraw = true) => {
    Object.assign(wish, changes);
    remember({ setup: wish });
    if (redraw) draw();
  };

  function levelField(key, label) {
    const levels = site.catalogue[wish.game].levels;
    const note = h("p", { class: "note" });
    const show = () => {
      const level = levels[wish[key] - 1];
      const elo = site.catalogue[wish.game].measured === "not yet" ? t("setup.elo-guess", { elo: formatNumber(level.elo) })
        : t("setup.elo", { elo: formatNumber(level.elo), error: level.error });
      const words = about("level", wish.game, level.number, level.about);
      replace(note, h("strong", {}, t("setup.level-number", { level: level.number })), ` · ${elo}`, h("br"), words);
      slider.setAttribute("aria-valuetext", `${t("setup.level-number", { level: level.number })}, ${elo}. ${words}`);
    };
    const slider = h("input", { type: "range", min: 1, max: 12, step: 1, value: String(wish[key]), oninput: (event) => { set({ [key]: Number(event.target.value) }, false); show(); } });
    show();
    return field(label, slider, note);
  }

  function profileField(key, label) {
    const profiles = site.catalogue[wish.game].profiles;
    const note = h("p", { class: "note" });
    const show = () => {
      const found = profiles.find((profile) => profile.name === wish[key]);
      note.textContent = found ? (found.built_in ? about("profile", wish.game, found.name, found.about) : found.about) : "";
      note.hidden = !found;
    };
    if (!profiles.some((profile) => profile.name === wish[key])) wish[key] = "";
    const select = h("select", { onchange: (event) => { set({ [key]: event.target.value }, false); show(); } },
      h("option", { value: "" }, t("setup.profile-none")),
      profiles.map((profile) => h("option", { value: profile.name, selected: profile.name === wish[key] }, profile.name)));
    show();
    return field(label, select, note);
  }

  function clockChoice() {
    const name = (clock) => {
      if (clock === "none" || clock === "own") return t(`clock.${clock}`);
      const [time, increment] = clock.split("+").map(Number);
      return t("clock.pace", { minutes: time / 60, increment });
    };
    return field(t("setup.clock"), h("select", { onchange: (event) => set({ clock: event.target.value }) },
      CLOCKS.map((clock) => h("option", { value: clock, selected: clock === wish.clock }, name(clock)))));
  }

  function ownClock() {
    const number = (key, label, min, max) => field(label, h("input", { type: "number", min, max, value: String(wish[key]), required: true, oninput: (event) => set({ [key]: Number(event.target.value) }, false) }));
    return wish.clock === "own" && h("div", { class: "pair" }, number("minutes", t("clock.minutes"), 1, 600), number("increment", t("clock.increment"), 0, 600));
  }

  function startField() {
    const kinds = wish.game === "chess" ? ["usual", "960", "fen"] : ["usual", "fen"];
    if (!kinds.includes(wish.start)) wish.start = "usual";
    const select = h("select", { onchange: (event) => set({ start: event.target.value }) },
      kinds.map((kind) => h("option", { value: kind, selected: kind === wish.start }, t(`start.${kind}`))));
    const text = (key, label, attributes) => field(label, h("input", { value: wish[key], autocomplete: "off", spellcheck: false, oninput: (event) => set({ [key]: event.target.value }, false), ...attributes }));
    return [field(t("setup.start"), select),
      wish.start === "fen" && text("fen", t("setup.fen"), { type: "text", class: "mono", required: true }),
      wish.start === "960" && text("number", t("setup.number"), { type: "number", min: 0, max: 959, placeholder: t("setup.any") }),
      wish.mode !== "friend" && text("seed", t("setup.seed"), { type: "number", min: 1, max: 2147483647, placeholder: t("setup.any") })];
  }

  function draw() {
    if (board.game !== wish.game) board.setGame(wish.game);
    board.show({ board: START[wish.game], legal: [] });
    board.flip(wish.mode === "engine" && wish.colour === "black");
    const active = document.activeElement?.closest?.(".setup") ? document.activeElement : undefined;
    const place = active ? [...form.elements].indexOf(active) : -1;
    const open = form.querySelector("details")?.open ?? (wish.start !== "usual" || wish.seed !== "");
    const levelLabel = wish.mode === "watch" ? t("setup.level-white") : t("setup.level");
    replace(form,
      h("h1", {}, t("setup.title")),
      choice(t("setup.game"), "game", [["chess", t("game.chess")], ["draughts", t("game.draughts")]], wish.game, (game) => set({ game })),
      choice(t("setup.mode"), "mode", [["engine", t("mode.engine")], ["friend", t("mode.friend")], ["watch", t("mode.watch")]], wish.mode, (mode) => set({ mode })),
      wish.mode !== "friend" && levelField("level", levelLabel),
      wish.mode === "engine" && h("div", { class: "pair" }, profileField("profile", t("setup.profile")), clockChoice()),
      wish.mode === "watch" && profileField("profile", t("setup.profile-white")),
      wish.mode === "watch" && [levelField("level2", t("setup.level-black")), profileField("profile2", t("setup.profile-black"))],
      wish.mode === "engine" && choice(t("setup.colour"), "colour", [["white", t("side.white")], ["random", t("setup.random")], ["black", t("side.black")]], wish.colour, (colour) => set({ colour })),
      wish.mode !== "engine" && clockChoice(), ownClock(),
      wish.mode !== "watch" && helpChoices(),
      h("details", { open }, h("summary", {}, t("setup.more")), startField()),
      h("button", { type: "submit", class: "primary large" }, sign("play"), h("span", {}, t(wish.mode === "watch" ? "setup.watch" : "setup.begin"))));
    if (place >= 0) {
      // Radio buttons were made anew: the one that is chosen has the focus.
      const next = form.elements[place];
      (next?.type === "radio" ? form.querySelector(`input[name="${next.name}"]:checked`) ?? next : next)?.focus();
    }
  }

  replace(main, h("div", { class: "desk setting" }, h("div", { class: "board-column" }, board.element), form));
  document.title = `Damier – ${t("setup.title")}`;
  draw();
  return { key: (key) => key === "f" && (board.flip(), true) };
}

/** What the server is asked for. */
function terms(wish) {
  const seed = Number(wish.seed) || 0;
  const engine = (level, profile) => ({ kind: "engine", level, profile: profile || null, seed });
  const human = { kind: "human" };
  const colour = wish.colour === "random" ? ["white", "black"][Math.floor(Math.random() * 2)] : wish.colour;
  const opponent = engine(wish.level, wish.profile);
  let [white, black] = colour === "white" ? [human, opponent] : [opponent, human];
  if (wish.mode === "friend") [white, black] = [human, human];
  if (wish.mode === "watch") [white, black] = [opponent, engine(wish.level2, wish.profile2)];
  const asked = { game: wish.game, white, black };
  if (wish.clock === "own") asked.clock = { time: Math.round(wish.minutes * 60), increment: Math.round(wish.increment) };
  else if (wish.clock !== "none") {
    const [time, increment] = wish.clock.split("+").map(Number);
    asked.clock = { time, increment };
  }
  if (wish.start === "fen") asked.fen = wish.fen;
  if (wish.start === "960" && wish.game === "chess") asked.chess960 = wish.number === "" ? true : Number(wish.number);
  return asked;
}

async function start(wish, form) {
  const submit = form.querySelector("button[type=submit]");
  submit.disabled = true;
  try {
    const game = await post("/games", terms(wish));
    location.hash = `#/game/${game.id}`;
  } catch (error) {
    complain(error);
    submit.disabled = false;
  }
}
