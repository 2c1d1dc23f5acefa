// @ts-check
// How thoroughly games are reviewed.

/**
 * Positions for each move.
 *
 * @type {Record<import("../settings.js").Settings["effort"], number>}
 */
export const EFFORTS = { quick: 20000, usual: 100000, deep: 500000 };
