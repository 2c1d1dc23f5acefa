// @ts-check
// Offers of a draw between the player and the engine.

import { tell } from "../announce.js";
import { t } from "../i18n.js";
import { areFriends } from "../sentences.js";

/** The offer that was told last: each is told once. */
let told = "";

/**
 * What the button says by which a draw is offered, claimed or accepted: a key of the catalogue.
 *
 * @param {GameView} game
 */
export function drawKey({ position, seats, offer }) {
  if (position.claim) return "play.claim-draw";
  if (offer) return "play.accept-draw";
  return areFriends(seats) ? "play.draw" : "play.offer-draw";
}

/**
 * Tells of the engine's offer when it is new.
 *
 * @param {GameView} game
 */
export function tellOffer({ id, offer, moves }) {
  const mine = offer ? `${id} ${moves.length}` : "";
  if (mine && mine !== told) tell(t("play.offered"));
  told = mine;
}
