// @ts-check
// A board as it is seen: an SVG drawing below, a grid of squares for keyboard and screen reader
// above. Everything is drawn from the state; nothing is decided here.

import { h, replace, svg } from "../dom.js";
import { t } from "../i18n.js";
import { arrowShape } from "./arrows.js";
import { drawPiece } from "./pieces.js";
import { NAMES, SIZE, pieceKey } from "./squares.js";
import { dotsOf, marksOf, movable, mustCapture, seenAt, squareAt } from "./state.js";

/** @import { BoardState } from "./state.js" */

/** From below to above. */
const LAYERS = /** @type {const} */ ([
  "squares",
  "marks",
  "coordinates",
  "pieces",
  "dots",
  "arrows",
]);

/** @typedef {{ element: SVGGElement, letter: string }} DrawnPiece */

/**
 * The elements of a board.
 *
 * @typedef {object} Parts
 * @property {HTMLElement} element
 * @property {SVGSVGElement} drawing
 * @property {Record<typeof LAYERS[number], SVGGElement>} layers
 * @property {HTMLElement} grid
 * @property {HTMLElement} chooser
 * @property {Map<string, HTMLElement>} cells
 * @property {Map<string, DrawnPiece>} drawn
 */

/**
 * The elements for a game, inside one that stays.
 *
 * @param {HTMLElement} element
 * @param {GameName} game
 * @returns {Parts}
 */
export function makeParts(element, game) {
  const whole = SIZE[game] * 100;
  const groups = LAYERS.map((name) => [name, svg("g", { class: name })]);
  const layers = Object.fromEntries(groups);
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${whole} ${whole}`, "aria-hidden": "true", focusable: "false" },
    Object.values(layers),
  );
  const grid = h("div", { class: "grid", role: "grid", "aria-label": t(`board.${game}`) });
  const chooser = h("div", { class: "chooser", hidden: true });
  element.className = `board ${game}`;
  replace(element, drawing, grid, chooser);
  return { element, drawing, layers, grid, chooser, cells: new Map(), drawn: new Map() };
}

/**
 * The names that stand on a square at a row and column.
 *
 * @param {BoardState} state
 * @param {number} row
 * @param {number} column
 */
function coordinatesOf(state, row, column) {
  const name = squareAt(state, row, column);
  if (!state.numbers || !name) return [];
  const [left, top] = [column * 100, row * 100];
  const tone = (row + column) % 2 === 1 ? "on-dark" : "on-light";
  const write = (
    /** @type {string} */ text,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {"start" | "end"} */ anchor,
  ) => svg("text", { class: tone, x, y, "text-anchor": anchor }, text);
  if (state.game === "draughts") return [write(name, left + 4, top + 19, "start")];
  return [
    row === 7 && write(name[0], left + 96, top + 95, "end"),
    column === 0 && write(name[1], left + 4, top + 20, "start"),
  ];
}

/**
 * Squares with their names, and the cells of the grid.
 *
 * @param {BoardState} state
 * @param {Parts} parts
 */
export function drawSquares(state, parts) {
  const places = [...Array(SIZE[state.game]).keys()];
  const all = places.flatMap((row) => places.map((column) => ({ row, column })));
  const square = (/** @type {{ row: number, column: number }} */ { row, column }) =>
    svg("rect", {
      class: (row + column) % 2 === 1 ? "dark" : "light",
      x: column * 100,
      y: row * 100,
      width: 100.5,
      height: 100.5,
    });
  replace(parts.layers.squares, all.map(square));
  replace(
    parts.layers.coordinates,
    all.map(({ row, column }) => coordinatesOf(state, row, column)),
  );
  parts.cells.clear();
  const cell = (/** @type {number} */ row, /** @type {number} */ column) => {
    const name = squareAt(state, row, column);
    const element = h("div", { role: "gridcell" });
    if (!name) return element;
    element.dataset.square = name;
    element.tabIndex = -1;
    parts.cells.set(name, element);
    return element;
  };
  const rowOf = (/** @type {number} */ row) => places.map((column) => cell(row, column));
  replace(
    parts.grid,
    places.map((row) => h("div", { role: "row" }, rowOf(row))),
  );
  const first = NAMES[state.game][state.game === "chess" ? 52 : 31];
  const focus = parts.cells.get(state.focused ?? first);
  if (focus) focus.tabIndex = 0;
}

/**
 * Where a square is in the drawing, as a shift.
 *
 * @param {BoardState} state
 * @param {string} square
 */
export function shiftTo(state, square) {
  const { row, column } = seenAt(state, square);
  return `translate(${column * 100}px, ${row * 100}px)`;
}

/**
 * The middle of a square.
 *
 * @param {BoardState} state
 * @param {string} square
 * @returns {[x: number, y: number]}
 */
function centreOf(state, square) {
  const { row, column } = seenAt(state, square);
  return [column * 100 + 50, row * 100 + 50];
}

/**
 * Puts all pieces where they are.
 *
 * @param {BoardState} state
 * @param {Parts} parts
 * @param {Map<string, string>} pieces
 */
export function placePieces(state, parts, pieces) {
  parts.drawn.clear();
  for (const [square, letter] of pieces) {
    const element = drawPiece(state.game, letter);
    element.style.transform = shiftTo(state, square);
    parts.drawn.set(square, { element, letter });
  }
  replace(
    parts.layers.pieces,
    [...parts.drawn.values()].map(({ element }) => element),
  );
}

/**
 * @param {BoardState} state
 * @param {Parts} parts
 */
export function drawArrows(state, parts) {
  const all = [...state.engineArrows, ...state.handArrows];
  replace(
    parts.layers.arrows,
    all.map(({ path, kind, colour }) =>
      arrowShape(
        path.map((square) => centreOf(state, square)),
        kind,
        colour,
      ),
    ),
  );
}

/**
 * @param {BoardState} state
 * @param {Parts} parts
 */
function drawMarks(state, parts) {
  const circle = (
    /** @type {string} */ square,
    /** @type {string} */ kind,
    /** @type {number} */ r,
  ) => {
    const [cx, cy] = centreOf(state, square);
    return svg("circle", { class: kind, cx, cy, r });
  };
  const marks = marksOf(state).map(({ square, kind }) => {
    if (kind === "check") return circle(square, kind, 48);
    const { row, column } = seenAt(state, square);
    return svg("rect", { class: kind, x: column * 100, y: row * 100, width: 100, height: 100 });
  });
  /** @type {Record<string, number>} */
  const radius = { ring: 44, dot: 15, landing: 11 };
  const dots = dotsOf(state, (square) => parts.drawn.has(square));
  replace(parts.layers.marks, marks);
  replace(
    parts.layers.dots,
    dots.map(({ square, kind }) => circle(square, kind, radius[kind])),
  );
}

/**
 * What a screen reader says of every square.
 *
 * @param {BoardState} state
 * @param {Parts} parts
 */
function drawLabels(state, parts) {
  const { game, choice, shown } = state;
  const canMove = movable(state);
  const must = mustCapture(state);
  const marks = choice?.marks();
  for (const [square, cell] of parts.cells) {
    const piece = parts.drawn.get(square);
    const words = [
      game === "chess" ? square : t("square.number", { square }),
      piece ? t(pieceKey(game, piece.letter)) : t("square.empty"),
      choice?.from === square && t("square.selected"),
      (marks?.ends.has(square) || marks?.landings.has(square)) && t("square.target"),
      shown?.check === square && t("square.check"),
      must.has(square) && t("square.must"),
    ];
    const text = words.filter(Boolean).join(", ");
    if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
    cell.classList.toggle("movable", state.editable || canMove.has(square));
    if (choice) cell.setAttribute("aria-selected", String(choice.from === square));
    else cell.removeAttribute("aria-selected");
  }
}

/**
 * All but squares and pieces.
 *
 * @param {BoardState} state
 * @param {Parts} parts
 */
export function redraw(state, parts) {
  if (!state.shown) return;
  drawMarks(state, parts);
  drawArrows(state, parts);
  drawLabels(state, parts);
}
