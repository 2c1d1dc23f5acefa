// @ts-check
// All that the analysis knows: the tree, what was read, what the reviewer says. Where it
// begins, and what is kept when the page is loaded again.

import { get, post, text } from "../api.js";
import { language } from "../i18n.js";
import { openKept } from "./kept.js";
import { Tree } from "./tree.js";

const KEPT = "damier-analysis";
const KEPT_REVIEW = "damier-review";
const KEPT_GAME = "damier-kept";
const KEPT_PLACE = "damier-place";

/**
 * A review without its record, and with what tells which game it is of.
 *
 * @typedef {object} ReviewedGame
 * @property {GameName} game
 * @property {string} start
 * @property {string[]} codes
 * @property {string} language that it was made in
 *
 * @typedef {Omit<ReviewView, "record"> & ReviewedGame} KeptReview
 */

/**
 * @typedef {object} AnalyseState
 * @property {Tree} tree
 * @property {import("./kept.js").KeptGame | undefined} kept which game of the library it is, if it
 *   is one
 * @property {FaultView[]} faults what could not be read of it
 * @property {ArrivalView | undefined} position that is looked at
 * @property {KeptReview | undefined} review
 * @property {{ flip: () => void } | undefined} inner the editor or the exercises, while they are
 *   in the place of the analysis
 * @property {number} request what was asked last: earlier answers are of no more use
 * @property {boolean} isLeft whether the reader has gone elsewhere
 */

/**
 * @param {Tree} tree
 * @param {KeptReview | undefined} review
 * @param {Partial<AnalyseState>} [more]
 * @returns {AnalyseState}
 */
export function newAnalysis(tree, review, more = {}) {
  return {
    tree,
    kept: undefined,
    faults: [],
    position: undefined,
    review,
    inner: undefined,
    request: 0,
    isLeft: false,
    ...more,
  };
}

/**
 * @param {GameName} game
 * @param {string} fen
 */
export async function freshTree(game, fen = "") {
  return Tree.at(await post("/position", { game, fen }));
}

/**
 * The node of a move, which is added to the tree if it is new: as the server understands it.
 *
 * @param {Tree} tree
 * @param {import("./tree.js").TreeNode | undefined} parent
 * @param {string} code
 */
export async function growTree(tree, parent, code) {
  const known = tree.find(parent, code);
  if (known) return { node: known, isNew: false };
  const moves = [...tree.codes(parent), code];
  /** @type {ArrivalView} */
  const found = await post("/position", { game: tree.game, fen: tree.start, moves });
  if (!found.last) throw new Error(`${code} led nowhere`);
  const same = tree.find(parent, found.last.move.code);
  if (same) return { node: same, isNew: false };
  const node = tree.attach(parent, found.last);
  node.position = found;
  return { node, isNew: true };
}

/** @returns {Promise<Tree | undefined>} */
async function keptTree() {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    if (!draft) return undefined;
    const written = await post("/write", draft);
    return Tree.from(await post("/read", { text: written.text, game: draft.game }));
  } catch {
    // What was kept cannot be read: begin anew.
    return undefined;
  }
}

/**
 * What the address, or what was kept, says to begin with.
 *
 * @param {string | undefined} address
 */
async function beginning(address) {
  const [kind, ...rest] = (address ?? "").split(":");
  if (kind === "game" || kind === "review") {
    const [id] = rest;
    const { game } = (await get(`/games/${id}`)).position;
    return Tree.from(await post("/read", { text: await text(`/games/${id}/record`), game }));
  }
  if (kind === "chess" || kind === "draughts") return freshTree(kind);
  if (kind === "line") {
    const [game, moves, ...fen] = rest;
    const tree = await freshTree(/** @type {GameName} */ (game), fen.join(":"));
    /** @type {import("./tree.js").TreeNode | undefined} */
    let node;
    for (const code of moves.split(",").filter(Boolean))
      node = (await growTree(tree, node, code)).node;
    return tree;
  }
  if (kind === "fen") {
    const [game, ...fen] = rest;
    return freshTree(/** @type {GameName} */ (game), fen.join(":"));
  }
  return (await keptTree()) ?? freshTree("chess");
}

/**
 * All that the analysis knows at its beginning.
 *
 * @param {string | undefined} address
 */
export async function firstState(address) {
  const [kind, id] = (address ?? "").split(":");
  if (kind === "library") {
    const { tree, kept, review, faults } = await openKept(Number(id));
    const found = review && reviewOf(tree, review, language());
    if (found) attach(tree, found);
    return newAnalysis(tree, found, { kept, faults });
  }
  const tree = await beginning(address);
  if (address) return newAnalysis(tree, undefined);
  return newAnalysis(tree, keptReview(tree), { kept: keptGame() });
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function store(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Too large, or not allowed: it stays until the page is closed.
  }
}

/**
 * @param {Tree} tree
 * @param {import("./kept.js").KeptGame | undefined} kept
 */
export function keepAnalysis(tree, kept) {
  store(KEPT, tree.draft());
  store(KEPT_GAME, kept ?? null);
}

/** @param {Tree} tree */
const nameOf = (tree) =>
  [tree.game, tree.start, ...tree.mainLine().map((node) => node.move.code)].join(" ");

/** @param {Tree} tree what is looked at of it, and of no other game */
export const keepPlace = (tree) =>
  store(KEPT_PLACE, { name: nameOf(tree), codes: tree.codes(tree.current) });

/**
 * Where to begin in a tree: at the end of a line that the address names, or else at the move that
 * was looked at before the page was made anew.
 *
 * @param {string | undefined} address
 * @param {Tree} tree
 */
export function firstPlace(address, tree) {
  if (/^(game|line):/.test(address ?? "")) return tree.last(undefined);
  /** @type {import("./tree.js").TreeNode | undefined} */
  let node;
  try {
    const { name, codes } = JSON.parse(sessionStorage.getItem(KEPT_PLACE) ?? "{}");
    if (name !== nameOf(tree)) return undefined;
    for (const code of codes) {
      const next = tree.find(node, code);
      if (!next) break;
      node = next;
    }
  } catch {
    // What was kept cannot be read.
  }
  return node;
}

/** @returns {import("./kept.js").KeptGame | undefined} */
function keptGame() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT_GAME) ?? "null") ?? undefined;
  } catch {
    // What was kept cannot be read.
    return undefined;
  }
}

/** @param {KeptReview} review */
export const keepReview = (review) => store(KEPT_REVIEW, review);

/**
 * Whether a review is of the game that is there, to which moves may have been added.
 *
 * @param {Tree} tree
 * @param {KeptReview} review
 */
export function fits(tree, review) {
  const line = tree.mainLine();
  const isSame = review.game === tree.game && review.start === tree.start;
  const hasMove = (/** @type {string} */ code, /** @type {number} */ place) =>
    line[place]?.move.code === code;
  return isSame && review.codes.length > 0 && review.codes.every(hasMove);
}

/**
 * Puts what was said of the moves beside them.
 *
 * @param {Tree} tree
 * @param {KeptReview} review
 */
export function attach(tree, review) {
  const line = tree.mainLine();
  review.moves.forEach((move, place) => {
    line[place].judged = move;
  });
}

/**
 * The review that was kept, if it is of this game.
 *
 * @param {Tree} tree
 * @returns {KeptReview | undefined}
 */
export function keptReview(tree) {
  try {
    const review = JSON.parse(sessionStorage.getItem(KEPT_REVIEW) ?? "null");
    if (!review || !fits(tree, review)) return undefined;
    attach(tree, review);
    return review;
  } catch {
    // What was kept cannot be read.
    return undefined;
  }
}

/**
 * A review as it is kept, with the game that it is of.
 *
 * @param {Tree} tree
 * @param {ReviewView} found
 * @param {string} spoken
 * @returns {KeptReview}
 */
export function reviewOf(tree, found, spoken) {
  const { record: _, ...rest } = found;
  const codes = tree.mainLine().map((node) => node.move.code);
  return { ...rest, game: tree.game, start: tree.start, codes, language: spoken };
}
