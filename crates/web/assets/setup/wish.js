// @ts-check
// What the reader wishes for, and what the server is asked for then. Nothing here touches the page.

/**
 * What the reader wishes for.
 *
 * @typedef {object} Wish
 * @property {GameName} game
 * @property {"engine" | "friend" | "watch"} mode
 * @property {"level" | "like"} family whether the opponent is a level or like a person
 * @property {number} like the rating of that person
 * @property {boolean} resigns whether such an opponent gives up even where people play on
 * @property {number} level of the opponent, or of White
 * @property {number} level2 of Black, where the engine plays itself
 * @property {string} profile
 * @property {string} profile2
 * @property {"white" | "random" | "black"} colour
 * @property {string} clock one of `CLOCKS`
 * @property {number} minutes of a clock of one's own
 * @property {number} increment
 * @property {"usual" | "960" | "fen"} start
 * @property {string} fen
 * @property {string} number of a start position of Chess960
 * @property {string} seed
 */

export const CLOCKS = ["none", "60+0", "180+2", "300+3", "600+5", "900+10", "1800+0", "own"];

/** @type {Wish} */
export const usual = {
  game: "chess",
  mode: "engine",
  family: "level",
  like: 1200,
  resigns: false,
  level: 3,
  level2: 3,
  profile: "",
  profile2: "",
  colour: "white",
  clock: "none",
  minutes: 10,
  increment: 5,
  start: "usual",
  fen: "",
  number: "",
  seed: "",
};

/**
 * Whether the part for start position and seed has anything in it.
 *
 * @param {Wish} wish
 */
export const hasMore = ({ start, seed }) => start !== "usual" || seed !== "";

/** @param {string} clock */
export function paceOf(clock) {
  const [time, increment] = clock.split("+").map(Number);
  return { time, increment };
}

/**
 * Who sits where, White first.
 *
 * @param {Wish} wish
 * @returns {[Seat, Seat]}
 */
function seatsOf(wish) {
  const seed = Number(wish.seed) || 0;
  /** @type {(level: number, profile: string) => Seat} */
  const engine = (level, profile) => ({ kind: "engine", level, profile: profile || null, seed });
  /** @type {Seat} */
  const human = { kind: "human" };
  const isLike = wish.mode === "engine" && wish.family === "like" && wish.game === "chess";
  const person = { like: Math.round(wish.like), resigns: wish.resigns };
  const opponent = { ...engine(wish.level, wish.profile), ...(isLike && person) };
  if (wish.mode === "friend") return [human, human];
  if (wish.mode === "watch") return [opponent, engine(wish.level2, wish.profile2)];
  const isWhite = wish.colour === "random" ? Math.random() < 0.5 : wish.colour === "white";
  return isWhite ? [human, opponent] : [opponent, human];
}

/**
 * @param {Wish} wish
 * @returns {Pace | undefined}
 */
function clockOf({ clock, minutes, increment }) {
  if (clock === "none") return undefined;
  if (clock !== "own") return paceOf(clock);
  return { time: Math.round(minutes * 60), increment: Math.round(increment) };
}

/**
 * What the server is asked for.
 *
 * @param {Wish} wish
 */
export function terms(wish) {
  const [white, black] = seatsOf(wish);
  const is960 = wish.start === "960" && wish.game === "chess";
  return {
    game: wish.game,
    white,
    black,
    clock: clockOf(wish),
    fen: wish.start === "fen" ? wish.fen : undefined,
    chess960: is960 ? wish.number === "" || Number(wish.number) : undefined,
  };
}
