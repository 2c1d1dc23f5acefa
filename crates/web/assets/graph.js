// The chances of White over a game, as a picture that can be clicked.

import { h, svg } from "./dom.js";
import { t } from "./i18n.js";
import { scoreText } from "./engine.js";

const WIDTH = 600;
const HEIGHT = 120;

/** `review` has White's chances before the first move and after each; `onPick(ply)` goes there (0 is the start). */
export function graph(review, ply, onPick) {
  const points = [review.white, ...review.moves.map((move) => move.white)];
  const step = WIDTH / Math.max(1, points.length - 1);
  const x = (place) => place * step;
  const y = (white) => HEIGHT * (1 - white / 100);
  const line = points.map((white, place) => `${x(place).toFixed(1)},${y(white).toFixed(1)}`);
  const errors = review.moves.map((move, place) => [move, place + 1]).filter(([move]) => move.judgement === "mistake" || move.judgement === "blunder");
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "graph-black", x: 0, y: 0, width: WIDTH, height: HEIGHT }),
    svg("polygon", { class: "graph-white", points: `0,${HEIGHT} ${line.join(" ")} ${WIDTH},${HEIGHT}` }),
    svg("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    svg("line", { class: "graph-here", x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT }));
  // Dots are no part of the picture, which is stretched.
  const dots = errors.map(([move, place]) => {
    const dot = h("span", { class: `graph-dot ${move.judgement}` });
    dot.style.left = `${(100 * place) / Math.max(1, points.length - 1)}%`;
    dot.style.top = `${100 - move.white}%`;
    return dot;
  });
  const last = points.length - 1;
  const spoken = (place) => (place === 0 ? t("graph.start") : t("graph.at", { move: moveName(review, place), score: scoreText(review.moves[place - 1].score) }));
  const element = h("div", {
    class: "graph",
    role: "slider",
    tabIndex: 0,
    "aria-label": t("graph.label"),
    "aria-valuemin": "0",
    "aria-valuemax": String(last),
    "aria-valuenow": String(ply),
    "aria-valuetext": spoken(ply),
    onclick: (event) => {
      const box = element.getBoundingClientRect();
      onPick(Math.round(((event.clientX - box.left) / box.width) * last));
    },
    onkeydown: (event) => {
      const moves = { ArrowLeft: ply - 1, ArrowDown: ply - 1, ArrowRight: ply + 1, ArrowUp: ply + 1, Home: 0, End: last };
      if (!(event.key in moves)) return;
      event.preventDefault();
      onPick(Math.min(Math.max(moves[event.key], 0), last));
    },
    onpointermove: (event) => {
      const box = element.getBoundingClientRect();
      element.title = spoken(Math.min(last, Math.max(0, Math.round(((event.clientX - box.left) / box.width) * last))));
    },
  }, picture, dots);
  return element;
}

function moveName(review, place) {
  const { number, text } = review.moves[place - 1].line[0] ?? { number: "", text: review.moves[place - 1].move.text };
  return `${number.replace("...", "…")} ${text}`;
}
