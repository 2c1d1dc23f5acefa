// @ts-check
// How thoroughly games are reviewed.

import { select } from "../dom.js";
import { t } from "../i18n.js";
import { remember, settings } from "../settings.js";

/**
 * Positions for each move.
 *
 * @type {Record<import("../settings.js").Settings["effort"], number>}
 */
export const EFFORTS = { quick: 20000, usual: 100000, deep: 500000 };

/** The list to choose from; the choice is remembered. */
export function effortChoice() {
  const names = /** @type {(keyof typeof EFFORTS)[]} */ (Object.keys(EFFORTS));
  return select(
    { "aria-label": t("review.effort") },
    names.map((name) => [name, t(`review.${name}`)]),
    settings.effort,
    (name) => remember({ effort: /** @type {keyof typeof EFFORTS} */ (name) }),
  );
}
