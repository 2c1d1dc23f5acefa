// Walks through a game on its board. Everything that is needed stands in the page already; without this script the
// page can be read all the same.
"use strict";
const SPACE = "http://www.w3.org/2000/svg";

const make = (name, attributes) => {
  const element = document.createElementNS(SPACE, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  return element;
};

// The board in words, as the page itself tells the others.
const tell = ({ text, names, nothing }, letters, size, position) => {
  const square = (cell) => {
    const row = Math.floor(cell / size), column = cell % size;
    return size === 8 ? "abcdefgh"[column] + (8 - row) : 5 * row + Math.floor(column / 2) + 1;
  };
  const side = (sign) => names.split("|").flatMap((entry) => {
    const [letter, one, many] = entry.split(",");
    const places = letters.flatMap((other, cell) => other === sign(letter) ? [square(cell)] : []);
    return places.length ? [`${places.length > 1 ? many : one} ${places.join(" ")}`] : [];
  }).join(", ") || nothing;
  const gaps = {
    $position: position, $white: side((letter) => letter.toUpperCase()), $black: side((letter) => letter),
  };
  return text.replace(/\$[a-z]+/g, (gap) => gaps[gap]);
};

const walks = [...document.querySelectorAll(".game")].flatMap((game) => {
  const viewer = game.querySelector(".viewer");
  const stops = [...game.querySelectorAll(".list [data-board]")];
  if (!viewer || !stops.length) return [];
  const board = viewer.querySelector(".board");
  const caption = viewer.querySelector(".caption");
  const list = game.querySelector(".list");
  const graph = game.querySelector(".graph svg");
  let current = stops.length - 1;

  const show = (index) => {
    current = Math.max(0, Math.min(stops.length - 1, index));
    const stop = stops[current];
    const letters = [...stop.dataset.board];
    const size = Math.sqrt(letters.length);
    const step = 400 / size;
    const place = (cell) => ({
      x: (cell % size) * step, y: Math.floor(cell / size) * step, width: step, height: step,
    });
    board.querySelector(".pieces").replaceChildren(...letters.flatMap((letter, cell) => {
      if (letter === ".") return [];
      const small = letter.toLowerCase();
      const side = letter === small ? "b" : "w";
      return [make("use", { class: side, href: "#s-" + small, ...place(cell) })];
    }));
    const ends = (stop.dataset.ends || "").split(" ").filter(Boolean);
    board.querySelector(".ends").replaceChildren(
      ...ends.map((cell) => make("rect", place(Number(cell)))),
    );
    caption.textContent = stop.dataset.caption;
    const told = tell(viewer.dataset, letters, size, stop.dataset.caption);
    board.setAttribute("aria-label", told);
    for (const other of stops) other.removeAttribute("aria-current");
    stop.setAttribute("aria-current", "true");
    // Only the list scrolls, never the page.
    const top = stop.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (top < 40 || top > list.clientHeight - 60) list.scrollTop += top - list.clientHeight / 2;
    const x = Number(stop.dataset.ply) * Number(graph.dataset.step);
    graph.querySelector(".cursor").setAttribute("d", `M${x} 0V150`);
  };

  const walk = { game, step: (name) => {
    const steps = { first: 0, previous: current - 1, next: current + 1, last: stops.length - 1 };
    show(steps[name]);
  } };
  game.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]:not(svg)");
    const link = event.target.closest("a[data-ply]");
    if (button) walk.step(button.dataset.step);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const index = stops.findIndex((stop) => stop.dataset.ply === link.dataset.ply);
    if (index < 0) return;
    event.preventDefault();
    show(index);
    viewer.scrollIntoView({ block: "nearest" });
  });
  viewer.querySelector(".steps").hidden = false;
  viewer.classList.add("live");
  stops[current].setAttribute("aria-current", "true");
  return [walk];
});

// The arrows move the game that is in the middle of the window.
addEventListener("keydown", (event) => {
  const steps = { ArrowLeft: "previous", ArrowRight: "next" };
  const step = steps[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const middle = innerHeight / 2;
  const walk = walks.find(({ game }) => game.getBoundingClientRect().bottom > middle);
  if (!walk) return;
  event.preventDefault();
  walk.step(step);
});
