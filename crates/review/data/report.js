// @ts-check
// Walks through a game on its board. Everything that is needed stands in the page already; without
// this script the page can be read all the same.
"use strict";
const SPACE = "http://www.w3.org/2000/svg";

/** The length of an edge of every board, and the height of every graph, in their own units. */
const EDGE = 400;
const GRAPH_HEIGHT = 150;

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
const make = (name, attributes) => {
  const element = document.createElementNS(SPACE, name);
  for (const key in attributes) element.setAttribute(key, String(attributes[key]));
  return element;
};

/**
 * An element that stands in every page.
 *
 * @param {Element} within
 * @param {string} selector
 */
const part = (within, selector) => /** @type {HTMLElement} */ (within.querySelector(selector));

/**
 * @param {number} cell
 * @param {number} size
 */
const squareName = (cell, size) => {
  const row = Math.floor(cell / size);
  const column = cell % size;
  return size === 8 ? "abcdefgh"[column] + (8 - row) : 5 * row + Math.floor(column / 2) + 1;
};

/**
 * The board in words, as the page itself tells the others.
 *
 * @param {DOMStringMap} words
 * @param {string[]} letters
 * @param {string} position
 */
const tell = ({ text = "", names = "", nothing = "" }, letters, position) => {
  const size = Math.sqrt(letters.length);
  const squares = (/** @type {string} */ sign) =>
    letters.flatMap((letter, cell) => (letter === sign ? [squareName(cell, size)] : []));
  const side = (/** @type {(letter: string) => string} */ sign) => {
    const groups = names.split("|").flatMap((entry) => {
      const [letter, one, many] = entry.split(",");
      const places = squares(sign(letter));
      return places.length ? [`${places.length > 1 ? many : one} ${places.join(" ")}`] : [];
    });
    return groups.join(", ") || nothing;
  };
  const white = side((letter) => letter.toUpperCase());
  const black = side((letter) => letter);
  return text
    .replace("$position", () => position)
    .replace("$white", () => white)
    .replace("$black", () => black);
};

/**
 * Pieces and the ends of the last move, as they stand after a move of the list.
 *
 * @param {Element} board
 * @param {string[]} letters
 * @param {string[]} ends
 */
const drawBoard = (board, letters, ends) => {
  const size = Math.sqrt(letters.length);
  const width = EDGE / size;
  const place = (/** @type {number} */ cell) => ({
    x: (cell % size) * width,
    y: Math.floor(cell / size) * width,
    width,
    height: width,
  });
  const pieces = letters.flatMap((letter, cell) => {
    if (letter === ".") return [];
    const small = letter.toLowerCase();
    const side = letter === small ? "black" : "white";
    return [make("use", { class: `piece ${side}`, href: `#piece-${small}`, ...place(cell) })];
  });
  part(board, ".pieces").replaceChildren(...pieces);
  const marks = ends.map((cell) => make("rect", place(Number(cell))));
  part(board, ".ends").replaceChildren(...marks);
};

/**
 * Scrolls a list to one of its parts; only the list scrolls, never the page.
 *
 * @param {HTMLElement} list
 * @param {Element} stop
 */
const reveal = (list, stop) => {
  const top = stop.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (top < 40 || top > list.clientHeight - 60) list.scrollTop += top - list.clientHeight / 2;
};

/**
 * Lets a reader walk through one game, if it has moves.
 *
 * @param {HTMLElement} game
 */
const walkThrough = (game) => {
  const viewer = part(game, ".viewer");
  const stops = /** @type {HTMLElement[]} */ ([...game.querySelectorAll(".list [data-board]")]);
  if (!viewer || !stops.length) return [];
  const board = part(viewer, ".board");
  const graph = part(game, ".graph svg");
  let current = stops.length - 1;

  const show = (/** @type {number} */ index) => {
    stops[current].removeAttribute("aria-current");
    current = Math.max(0, Math.min(stops.length - 1, index));
    const stop = stops[current];
    const { board: text = "", ends = "", caption = "", ply } = stop.dataset;
    drawBoard(board, [...text], ends.split(" ").filter(Boolean));
    part(viewer, ".caption").textContent = caption;
    board.setAttribute("aria-label", tell(viewer.dataset, [...text], caption));
    stop.setAttribute("aria-current", "true");
    reveal(part(game, ".list"), stop);
    const x = Number(ply) * Number(graph.dataset.step);
    part(graph, ".graph-here").setAttribute("d", `M${x} 0V${GRAPH_HEIGHT}`);
  };

  const step = (/** @type {string | undefined} */ name) => {
    if (name === "first") show(0);
    if (name === "previous") show(current - 1);
    if (name === "next") show(current + 1);
    if (name === "last") show(stops.length - 1);
  };
  game.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (target.closest("[data-step]:not(svg)"));
    const link = /** @type {HTMLElement | null} */ (target.closest("a[data-ply]"));
    if (button) step(button.dataset.step);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const index = stops.findIndex((stop) => stop.dataset.ply === link.dataset.ply);
    if (index < 0) return;
    event.preventDefault();
    show(index);
    viewer.scrollIntoView({ block: "nearest" });
  });
  part(viewer, ".steps").hidden = false;
  viewer.classList.add("live");
  stops[current].setAttribute("aria-current", "true");
  return [{ game, step }];
};

const games = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".game")]);
const walks = games.flatMap(walkThrough);

// The arrows move the game that is in the middle of the window.
addEventListener("keydown", (event) => {
  const step = { ArrowLeft: "previous", ArrowRight: "next" }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const middle = innerHeight / 2;
  const walk = walks.find(({ game }) => game.getBoundingClientRect().bottom > middle);
  if (!walk) return;
  event.preventDefault();
  walk.step(step);
});
