// Sentences that several views say.

import { t } from "./i18n.js";

export function seatName(seat, own) {
  if (seat.kind === "human") return own ? t("seat.you") : t("seat.human");
  return seat.profile ? t("seat.engine-profile", { level: seat.level, profile: seat.profile }) : t("seat.engine", { level: seat.level });
}

/** Who won and why. */
export function verdictText(verdict) {
  const result = verdict.winner ? t(`result.${verdict.winner}`) : t("result.draw");
  return t("result.because", { result, reason: t(`reason.${verdict.reason}`) });
}

export function resultSign(game, verdict) {
  if (!verdict) return "";
  const signs = game === "draughts" ? ["2–0", "0–2", "1–1"] : ["1–0", "0–1", "½–½"];
  return verdict.winner === "white" ? signs[0] : verdict.winner === "black" ? signs[1] : signs[2];
}

/** A move as it is heard. */
export function spoken(node, turn) {
  const side = t(`side.${turn}`);
  const check = node.check ? `, ${t("square.check")}` : "";
  return t("announce.move", { side, move: node.move.text }) + check;
}
