// @ts-check
// Sentences that several views say.

import { about, known, t } from "./i18n.js";
import { settings } from "./settings.js";

/**
 * Who sits at the board, as the player reads it.
 *
 * @param {Seat} seat
 */
export function seatName(seat) {
  if (seat.kind === "human") return settings.name || t("seat.you");
  const { level, like, profile } = seat;
  const [key, strength] = like ? ["seat.like", { rating: like }] : ["seat.engine", { level }];
  if (!profile) return t(key, strength);
  return t(`${key}-profile`, { ...strength, profile: profileName(profile) });
}

/** @param {[Seat, Seat]} seats */
export const areFriends = (seats) => seats.every((seat) => seat.kind === "human");

/**
 * Who plays a side: a name where one was given.
 *
 * @param {[Seat, Seat]} seats
 * @param {SideName} side
 */
export function playerName(seats, side) {
  if (!areFriends(seats)) return seatName(seats[side === "white" ? 0 : 1]);
  return (side === "white" ? settings.name : settings.friend) || t(`side.${side}`);
}

/**
 * A record with the names of those who played, where the reader has given them.
 *
 * @param {string} record
 * @param {[Seat, Seat]} seats
 */
export function withNames(record, seats) {
  const names = areFriends(seats)
    ? [settings.name, settings.friend]
    : [settings.name, settings.name];
  return ["White", "Black"].reduce((text, tag, place) => {
    const name = names[place].replace(/["\\]/g, "");
    if (!name || seats[place].kind !== "human") return text;
    return text.replace(new RegExp(`^\\[${tag} ".*"\\]$`, "m"), () => `[${tag} "${name}"]`);
  }, record);
}

/**
 * Who won and why.
 *
 * @param {VerdictView} verdict
 */
export function verdictText(verdict) {
  const result = verdict.winner ? t(`result.${verdict.winner}`) : t("result.draw");
  return t("result.because", { result, reason: t(`reason.${verdict.reason}`) });
}

/**
 * @param {GameName} game
 * @param {VerdictView} verdict
 */
export function resultSign(game, verdict) {
  const [white, black, draw] = game === "draughts" ? ["2–0", "0–2", "1–1"] : ["1–0", "0–1", "½–½"];
  if (!verdict.winner) return draw;
  return verdict.winner === "white" ? white : black;
}

/**
 * A move as it is heard.
 *
 * @param {Pick<NodeView, "move" | "check">} node
 * @param {SideName} mover
 */
export function spoken(node, mover) {
  const check = node.check ? `, ${t("square.check")}` : "";
  return t("announce.move", { side: t(`side.${mover}`), move: node.move.text }) + check;
}

/**
 * The number before a move, with the dots that people use: `12.`, `12…`.
 *
 * @param {string} number
 */
export const numberText = (number) => number.replace("...", "…");

/**
 * How a game is called as a file.
 *
 * @param {GameName} game
 * @param {string} id
 */
export const fileName = (game, id) => `damier-${id}.${game === "draughts" ? "pdn" : "pgn"}`;

/**
 * An example of how moves are typed.
 *
 * @param {GameName} game
 */
export const typedExample = (game) => (game === "chess" ? "Nf3, e2e4" : "32-28");

/**
 * What a profile is called: in the reader's language if the page knows it.
 *
 * @param {string} name
 */
export const profileName = (name) => known(`profile-name.${name}`, name);

/**
 * What a profile is like.
 *
 * @param {GameName} game
 * @param {ProfileView} profile
 */
export function profileText(game, profile) {
  return profile.built_in ? about("profile", game, profile.name, profile.about) : profile.about;
}
