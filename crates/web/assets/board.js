// The board of both games: an SVG drawing below, a grid of squares for keyboard and screen reader above.
//
// It knows no rules. It is given a position with its legal moves, and tells which one somebody wants.

import { h, svg, replace } from "./dom.js";
import { t } from "./i18n.js";
import { drawPiece, nameOf, pieceIcon, sideOf } from "./pieces.js";
import { NAMES, SIZE, nameAt, piecesOf, placeOf } from "./squares.js";
import { Choice } from "./choosing.js";
import { arrowShape } from "./arrows.js";

const STEP = 170;

export class Board {
  /** `options`: onMove(move), onSquare(square) for the editor, onProblem(text). */
  constructor(game, options = {}) {
    this.options = options;
    this.flipped = false;
    this.numbers = true;
    this.legal = [];
    this.drawn = new Map();
    this.handArrows = [];
    this.element = h("div", { class: "board" });
    this.element.addEventListener("pointerdown", (event) => this.press(event));
    this.element.addEventListener("pointermove", (event) => this.drag(event));
    this.element.addEventListener("pointerup", (event) => this.release(event));
    this.element.addEventListener("pointercancel", () => this.endDrag());
    this.element.addEventListener("contextmenu", (event) => event.preventDefault());
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.setGame(game);
  }

  setGame(game) {
    this.game = game;
    this.size = SIZE[game];
    this.build();
  }

  get reduced() {
    return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  // ---- drawing ----

  build() {
    const whole = this.size * 100;
    this.layers = {};
    const layer = (name) => (this.layers[name] = svg("g", { class: name }));
    this.drawing = svg("svg", { viewBox: `0 0 ${whole} ${whole}`, "aria-hidden": "true", focusable: "false" },
      ["squares", "marks", "coordinates", "pieces", "dots", "arrows"].map(layer));
    this.grid = h("div", { class: "grid", role: "grid", "aria-label": t(`board.${this.game}`) });
    this.chooser = h("div", { class: "chooser", hidden: true });
    this.element.className = `board ${this.game}`;
    replace(this.element, this.drawing, this.grid, this.chooser);
    this.cells = new Map();
    this.drawn.clear();
    this.drawSquares();
    this.redraw();
  }

  /** Row and column as they are shown. */
  shown(square) {
    const { row, column } = placeOf(this.game, square);
    const last = this.size - 1;
    return this.flipped ? { row: last - row, column: last - column } : { row, column };
  }

  at(row, column) {
    const last = this.size - 1;
    return this.flipped ? nameAt(this.game, last - row, last - column) : nameAt(this.game, row, column);
  }

  drawSquares() {
    const squares = [];
    const coordinates = [];
    const rows = [];
    for (let row = 0; row < this.size; row += 1) {
      const cells = [];
      for (let column = 0; column < this.size; column += 1) {
        const isDark = (row + column) % 2 === 1;
        squares.push(svg("rect", { class: isDark ? "dark" : "light", x: column * 100, y: row * 100, width: 100.5, height: 100.5 }));
        const name = this.at(row, column);
        const cell = h("div", { role: "gridcell" });
        if (name) {
          cell.dataset.square = name;
          cell.tabIndex = -1;
          this.cells.set(name, cell);
        }
        cells.push(cell);
        const write = (text, x, y, anchor) => coordinates.push(svg("text", { class: isDark ? "on-dark" : "on-light", x, y, "text-anchor": anchor }, text));
        if (!this.numbers || !name) continue;
        if (this.game === "draughts") write(name, column * 100 + 4, row * 100 + 19, "start");
        else {
          if (row === 7) write(name[0], column * 100 + 96, row * 100 + 95, "end");
          if (column === 0) write(name[1], column * 100 + 4, row * 100 + 20, "start");
        }
      }
      rows.push(h("div", { role: "row" }, cells));
    }
    replace(this.layers.squares, squares);
    replace(this.layers.coordinates, coordinates);
    replace(this.grid, rows);
    const focus = this.cells.get(this.focused) ?? this.cells.get(NAMES[this.game][this.game === "chess" ? 52 : 31]);
    if (focus) focus.tabIndex = 0;
  }

  /** Shows a position: `{ board, legal, last, check, turn }`. With `animate` the last move is seen. */
  show(position, { animate = false } = {}) {
    this.cancel();
    const before = this.position;
    this.position = position;
    this.legal = position.legal ?? [];
    this.handArrows = [];
    const pieces = piecesOf(this.game, position.board);
    if (before && animate && !this.reduced) this.move(piecesOf(this.game, before.board), pieces, position.last);
    else this.place(pieces);
    this.redraw();
  }

  /** Puts all pieces where they are. */
  place(pieces) {
    this.drawn.clear();
    replace(this.layers.pieces, [...pieces].map(([square, letter]) => this.put(square, letter)));
  }

  put(square, letter) {
    const element = drawPiece(this.game, letter);
    this.moveTo(element, square);
    this.drawn.set(square, { element, letter });
    return element;
  }

  moveTo(element, square) {
    const { row, column } = this.shown(square);
    element.style.transform = `translate(${column * 100}px, ${row * 100}px)`;
  }

  /** Finds out what went where, and lets it go there. */
  move(before, after, last) {
    const gone = [...before].filter(([square, letter]) => after.get(square) !== letter);
    const come = [...after].filter(([square, letter]) => before.get(square) !== letter);
    const old = new Map(this.drawn);
    this.place(after);
    const used = new Set();
    const roads = [];
    const take = (to, find) => {
      const from = gone.find(([square, letter]) => !used.has(square) && find(square, letter));
      if (!from) return undefined;
      used.add(from[0]);
      return from[0];
    };
    for (const [to, letter] of come) {
      const isLast = last && to === last.path[last.path.length - 1] && before.has(last.path[0]);
      const from = isLast ? take(to, (square) => square === last.path[0])
        : take(to, (_, other) => other === letter);
      if (from) roads.push([to, isLast && last.path.length > 2 ? last.path : [from, to]]);
    }
    // A piece may also go round and end where it began.
    if (last && last.path.length > 2 && last.path[0] === last.path[last.path.length - 1]) roads.push([last.path[0], last.path]);
    let longest = 0;
    for (const [to, road] of roads) {
      const piece = this.drawn.get(to);
      if (!piece) continue;
      this.layers.pieces.append(piece.element);
      const frames = road.map((square) => {
        const { row, column } = this.shown(square);
        return { transform: `translate(${column * 100}px, ${row * 100}px)` };
      });
      const duration = STEP + (road.length - 2) * STEP * 0.9;
      longest = Math.max(longest, duration);
      piece.element.animate(frames, { duration, easing: "ease-in-out" });
    }
    // What is taken stays until it is reached.
    for (const [square] of gone) {
      const piece = old.get(square);
      if (used.has(square) || !piece) continue;
      this.layers.pieces.prepend(piece.element);
      const fade = piece.element.animate([{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], { duration: longest || STEP });
      fade.finished.then(() => piece.element.remove(), () => piece.element.remove());
    }
  }

  redraw() {
    if (!this.position) return;
    const { last, check } = this.position;
    const marks = [];
    const mark = (square, kind) => {
      const { row, column } = this.shown(square);
      marks.push(svg("rect", { class: kind, x: column * 100, y: row * 100, width: 100, height: 100 }));
    };
    if (last) {
      mark(last.path[0], "last");
      if (last.path[last.path.length - 1] !== last.path[0]) mark(last.path[last.path.length - 1], "last");
    }
    if (check) {
      const { row, column } = this.shown(check);
      marks.push(svg("circle", { class: "check", cx: column * 100 + 50, cy: row * 100 + 50, r: 48 }));
    }
    if (this.hinted) mark(this.hinted, "hinted");
    const dots = [];
    // Where a capture is compulsory, people want to know whose.
    if (this.game === "draughts" && !this.choice && this.legal[0]?.captured?.length) {
      for (const square of new Set(this.legal.map((mv) => mv.path[0]))) mark(square, "must");
    }
    if (this.choice) {
      mark(this.choice.from, "selected");
      const { ends, landings } = this.choice.marks();
      for (const station of this.choice.stations) mark(station, "selected");
      const pieces = this.drawn;
      for (const [square] of ends) {
        const { row, column } = this.shown(square);
        const isTaken = pieces.has(square) && square !== this.choice.from;
        dots.push(svg("circle", { class: isTaken ? "ring" : "dot", cx: column * 100 + 50, cy: row * 100 + 50, r: isTaken ? 44 : 15 }));
      }
      for (const square of landings) {
        const { row, column } = this.shown(square);
        dots.push(svg("circle", { class: "landing", cx: column * 100 + 50, cy: row * 100 + 50, r: 11 }));
      }
    }
    replace(this.layers.marks, marks);
    replace(this.layers.dots, dots);
    this.drawArrows();
    this.label();
  }

  /** Arrows of the engine: a list of `{ path, kind }`. */
  point(arrows) {
    this.engineArrows = arrows;
    this.drawArrows();
  }

  /** Marks the piece that a hint is about. */
  hint(square) {
    this.hinted = square;
    this.redraw();
  }

  drawArrows() {
    const centre = (square) => {
      const { row, column } = this.shown(square);
      return [column * 100 + 50, row * 100 + 50];
    };
    const all = [...(this.engineArrows ?? []), ...this.handArrows];
    replace(this.layers.arrows, all.map(({ path, kind }) => arrowShape(path.map(centre), kind)));
  }

  label() {
    const movable = new Set(this.legal.map((mv) => mv.path[0]));
    const marks = this.choice?.marks();
    for (const [square, cell] of this.cells) {
      const piece = this.drawn.get(square);
      const what = piece ? t(`piece.${this.game}.${sideOf(this.game, piece.letter)}.${nameOf(this.game, piece.letter)}`) : t("square.empty");
      const notes = [];
      if (this.choice?.from === square) notes.push(t("square.selected"));
      if (marks?.ends.has(square) || marks?.landings.has(square)) notes.push(t("square.target"));
      if (this.position.check === square) notes.push(t("square.check"));
      if (this.game === "draughts" && !this.choice && movable.has(square) && this.legal[0].captured?.length) notes.push(t("square.must"));
      const text = [this.game === "chess" ? square : t("square.number", { square }), what, ...notes].join(", ");
      if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
      cell.classList.toggle("movable", movable.has(square) || Boolean(this.options.onSquare));
      if (this.choice) cell.setAttribute("aria-selected", String(this.choice.from === square));
      else cell.removeAttribute("aria-selected");
    }
  }

  flip(flipped = !this.flipped) {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    this.cancel();
    this.cells.clear();
    this.drawSquares();
    if (this.position) this.place(piecesOf(this.game, this.position.board));
    this.redraw();
  }

  setNumbers(numbers) {
    if (numbers === this.numbers) return;
    this.numbers = numbers;
    this.cells.clear();
    this.drawSquares();
    this.redraw();
  }

  // ---- choosing a move ----

  cancel() {
    this.choice = undefined;
    this.hinted = undefined;
    this.closeChooser();
    this.endDrag();
  }

  /** A click or the enter key on a square. */
  activate(square) {
    if (this.options.onSquare) {
      this.options.onSquare(square);
      return;
    }
    const isOwn = this.legal.some((mv) => mv.path[0] === square);
    if (this.choice && !(square === this.choice.from && this.choice.stations.length === 0 && this.choice.goal === undefined)) {
      const answer = this.choice.click(square);
      if (answer?.play) {
        this.decide(answer.play);
        return;
      }
      if (answer?.more) {
        this.options.onRemark?.(t("board.more-squares"));
        this.redraw();
        return;
      }
    }
    const again = this.choice?.from === square;
    this.choice = isOwn && !again ? new Choice(this.legal, square) : undefined;
    this.redraw();
  }

  decide(moves) {
    if (moves.length === 1) {
      this.choice = undefined;
      this.redraw();
      this.options.onMove?.(moves[0]);
      return;
    }
    this.openChooser(moves);
  }

  openChooser(moves) {
    const end = moves[0].path[moves[0].path.length - 1];
    const { row, column } = this.shown(end);
    const isWhite = this.position.turn === "white";
    const close = () => {
      this.closeChooser();
      this.choice = undefined;
      this.redraw();
    };
    const order = ["q", "r", "b", "n"];
    const sorted = [...moves].sort((a, b) => order.indexOf(a.promotion) - order.indexOf(b.promotion));
    replace(this.chooser, sorted.map((mv) => {
      const letter = isWhite ? mv.promotion.toUpperCase() : mv.promotion;
      const label = t("board.promote", { piece: t(`piece.chess.${this.position.turn}.${nameOf("chess", letter)}`) });
      return h("button", { type: "button", "aria-label": label, title: label, onclick: () => { close(); this.focus(end); this.options.onMove?.(mv); } }, pieceIcon("chess", letter));
    }));
    this.chooser.setAttribute("role", "group");
    this.chooser.setAttribute("aria-label", t("board.promotion"));
    this.chooser.className = `chooser column-${Math.min(column, 7)} ${row < 4 ? "from-top" : "from-bottom"}`;
    this.chooser.hidden = false;
    this.chooser.onkeydown = (event) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        close();
        this.focus(end);
      }
    };
    this.chooser.querySelector("button").focus();
  }

  closeChooser() {
    if (!this.chooser.hidden) this.chooser.hidden = true;
  }

  // ---- pointer ----

  squareAt(event) {
    const box = this.drawing.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * this.size);
    const row = Math.floor(((event.clientY - box.top) / box.height) * this.size);
    return row < 0 || column < 0 || row >= this.size || column >= this.size ? undefined : this.at(row, column);
  }

  press(event) {
    if (this.chooser.contains(event.target)) return;
    const square = this.squareAt(event);
    if (event.button === 2) {
      this.arrowFrom = square;
      return;
    }
    if (event.button !== 0 || !square) return;
    if (!this.chooser.hidden) {
      this.cancel();
      this.redraw();
      return;
    }
    if (this.handArrows.length > 0) {
      this.handArrows = [];
      this.drawArrows();
    }
    this.focus(square, false);
    event.preventDefault();
    const isOwn = this.legal.some((mv) => mv.path[0] === square);
    if (this.options.onSquare || !isOwn || (this.choice && this.choice.from !== square && this.choice.marks().ends.has(square))) {
      this.activate(square);
      return;
    }
    if (this.choice?.stations.length > 0) {
      this.activate(square);
      return;
    }
    const wasSelected = this.choice?.from === square;
    if (!wasSelected) {
      this.choice = new Choice(this.legal, square);
      this.redraw();
    }
    const piece = this.drawn.get(square);
    if (!piece) return;
    this.dragging = { square, element: piece.element, wasSelected, x: event.clientX, y: event.clientY, moved: false };
    try {
      this.element.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that has gone already cannot be held.
    }
  }

  drag(event) {
    const dragging = this.dragging;
    if (!dragging) return;
    if (!dragging.moved && Math.hypot(event.clientX - dragging.x, event.clientY - dragging.y) < 5) return;
    if (!dragging.moved) {
      dragging.moved = true;
      this.layers.pieces.append(dragging.element);
      dragging.element.classList.add("dragged");
    }
    const box = this.drawing.getBoundingClientRect();
    const scale = (this.size * 100) / box.width;
    const x = (event.clientX - box.left) * scale - 50;
    const y = (event.clientY - box.top) * scale - 50;
    dragging.element.style.transform = `translate(${x}px, ${y}px)`;
  }

  release(event) {
    if (event.button === 2) {
      this.drawByHand(this.arrowFrom, this.squareAt(event));
      this.arrowFrom = undefined;
      return;
    }
    const dragging = this.dragging;
    if (!dragging) return;
    const square = this.squareAt(event);
    this.endDrag();
    if (!dragging.moved) {
      // A second click on the same piece lets it go.
      if (dragging.wasSelected) this.activate(square);
      return;
    }
    if (!square || square === dragging.square || !this.choice) return;
    const answer = this.choice.click(square);
    if (answer?.play) {
      this.dropped = true;
      this.decide(answer.play);
      return;
    }
    if (answer?.more) this.options.onRemark?.(t("board.more-squares"));
    this.redraw();
  }

  endDrag() {
    if (!this.dragging) return;
    const { element, square } = this.dragging;
    this.dragging = undefined;
    element.classList.remove("dragged");
    this.moveTo(element, square);
  }

  drawByHand(from, to) {
    if (!from || !to) return;
    const kind = from === to ? "ring" : "hand";
    const path = from === to ? [from] : [from, to];
    const key = path.join();
    const known = this.handArrows.findIndex((arrow) => arrow.path.join() === key);
    if (known >= 0) this.handArrows.splice(known, 1);
    else this.handArrows.push({ path, kind });
    this.drawArrows();
  }

  // ---- keyboard ----

  focus(square, now = true) {
    for (const cell of this.cells.values()) cell.tabIndex = -1;
    const cell = this.cells.get(square);
    if (!cell) return;
    this.focused = square;
    cell.tabIndex = 0;
    if (now) cell.focus({ preventScroll: true });
  }

  key(event) {
    const square = event.target.dataset?.square;
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (event.key === "Enter" || event.key === " ") this.activate(square);
    else if (event.key === "Escape") {
      this.cancel();
      this.redraw();
    } else if (steps[event.key]) {
      const [down, right] = steps[event.key];
      let { row, column } = this.shown(square);
      // Light squares of a draughts board are passed over.
      row += down;
      column += right;
      if (!this.at(row, column)) {
        if (right) column += right;
        else column += this.at(row, column + 1) ? 1 : -1;
      }
      const next = this.at(row, column);
      if (next) this.focus(next);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
