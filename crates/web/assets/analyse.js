// Analysing: a tree of moves to walk through and add to, with the engine beside it.

import { get, post, text } from "./api.js";
import { announce, complain, complainOfMove, tell } from "./announce.js";
import { Board } from "./board.js";
import { button, h, newId, replace } from "./dom.js";
import { editorView } from "./editor.js";
import { learnView } from "./learn.js";
import { Analysis, depthText, evaluationBar, lineList } from "./engine.js";
import { language, t } from "./i18n.js";
import { treeList } from "./movelist.js";
import { faultBox, openExport, openPaste } from "./papers.js";
import { reviewBox } from "./review.js";
import { remember, settings } from "./settings.js";
import { termsBox } from "./terms.js";
import { Tree } from "./tree.js";
import { verdictCard } from "./verdict.js";
import { spoken, verdictText } from "./words.js";

const KEPT = "damier-analysis";
const KEPT_REVIEW = "damier-review";

/** What the address, or what was kept, says to begin with. */
async function beginning(address) {
  const fresh = async (game, fen = "") => {
    const position = await post("/position", { game, fen });
    return new Tree(game, position.fen, position.board);
  };
  if (address?.startsWith("game:") || address?.startsWith("review:")) {
    const id = address.slice(address.indexOf(":") + 1);
    const game = (await get(`/games/${id}`)).position.game;
    return Tree.from(await post("/read", { text: await text(`/games/${id}/record`), game }));
  }
  if (address === "chess" || address === "draughts") return fresh(address);
  if (address?.startsWith("fen:")) {
    const [game, ...fen] = address.slice(4).split(":");
    return fresh(game, fen.join(":"));
  }
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEPT));
    if (draft) {
      const written = await post("/write", draft);
      return Tree.from(await post("/read", { text: written.text, game: draft.game }));
    }
  } catch {
    // What was kept cannot be read: begin anew.
  }
  return fresh("chess");
}

export async function analyseView(main, site, [address]) {
  let tree = await beginning(address);
  let titles = [];
  let source = "";
  let index = 0;
  let faults = [];
  let lines = [];
  let engineState = "off";
  let position;
  let request = 0;
  // The moves of the game that was reviewed, and what was said of them.
  let review = address ? undefined : kept(tree);
  let isLeft = false;

  const board = new Board(tree.game, { onMove: (mv) => add(mv.code), onRemark: (words) => tell(words) });
  board.setNumbers(settings.numbers);
  const bar = evaluationBar();
  const moves = h("div", { class: "moves tall", role: "region", "aria-label": t("moves.label"), tabIndex: 0 });
  const steps = h("div", { class: "steps" });
  const lineBox = h("ol", { class: "lines", "aria-label": t("engine.lines") });
  const engineNote = h("p", { class: "note engine-note" });
  const faultList = h("div", { class: "faults", role: "alert", hidden: true });
  const gameChoice = h("div", { class: "game-choice", hidden: true });
  const status = h("p", { class: "status" });
  const verdict = h("div", { class: "verdict-place" });
  const reviewing = reviewBox({
    tree: () => tree,
    shown: () => (review ? { review, ply: Math.min(tree.mainPly(tree.current), review.codes.length) } : undefined),
    onDone: receive,
    onPick: (ply) => go(tree.mainLine()[ply - 1]),
    onLearn: practise,
    onProblem: complain,
  });
  const why = termsBox({
    place: () => ({ game: tree.game, fen: tree.start, moves: tree.codes(tree.current) }),
    profiles: (game) => site.catalogue[game].profiles,
    onProblem: complain,
  });
  const tools = h("div", { class: "actions" });
  const switchBox = h("div", { class: "engine-head" });
  const typed = h("input", { type: "text", id: newId("typed"), autocomplete: "off", spellcheck: false, autocapitalize: "off" });
  const entry = h("form", { class: "typed", onsubmit: (event) => { event.preventDefault(); const words = typed.value.trim(); if (words) add(words); } },
    h("label", { for: typed.id }, t("play.typed")), h("div", { class: "joined" }, typed, h("button", { type: "submit" }, t("play.send"))));

  const analysis = new Analysis({
    onLines(found) {
      lines = found;
      drawLines();
    },
    onState(state, words) {
      engineState = state;
      if (state === "problem") engineNote.textContent = words;
      drawSwitch();
    },
  });

  // ---- walking ----

  async function go(node, { animate = false } = {}) {
    tree.current = node;
    const shown = { board: node ? node.board : tree.startBoard, last: node?.move, check: node?.check, legal: [], turn: undefined };
    board.show(shown, { animate });
    board.point([]);
    drawMoves();
    request += 1;
    const mine = request;
    try {
      const found = node?.position ?? await post("/position", { game: tree.game, fen: tree.start, moves: tree.codes(tree.current) });
      if (node) node.position = found;
      if (mine !== request) return;
      position = found;
      board.show({ ...shown, legal: found.legal, check: found.check, turn: found.turn });
      status.textContent = found.ending ? verdictText(found.ending) : t("play.turn", { side: t(`side.${found.turn}`) });
      think();
      why.update();
    } catch (error) {
      complain(error);
    }
  }

  async function add(code) {
    const parent = tree.current;
    const before = parent ? parent.board : tree.startBoard;
    try {
      const known = tree.find(parent, code);
      const node = known ?? await grow(parent, code);
      const dropped = board.dropped;
      board.dropped = false;
      typed.value = "";
      announce(spoken(node, position.turn));
      await go(node, { animate: !dropped && before !== node.board });
    } catch (error) {
      complainOfMove(error, code);
    }
  }

  /** Adds a move to the tree, as the server understands it. */
  async function grow(parent, code) {
    const found = await post("/position", { game: tree.game, fen: tree.start, moves: [...tree.codes(parent), code] });
    const known = tree.find(parent, found.last.move.code);
    if (known) return known;
    const node = tree.attach(parent, found.last);
    node.position = found;
    keep();
    return node;
  }

  async function follow(moves, from) {
    let node = from;
    try {
      for (const step of moves) node = tree.find(node, step.code) ?? await grow(node, step.code);
      await go(node);
    } catch (error) {
      complain(error);
    }
  }

  function keep() {
    if (isLeft) return;
    forgetReview();
    // A review is of the game as it was: what has changed meanwhile would be lost.
    if (reviewing.isRunning()) {
      reviewing.stop();
      reviewing.draw();
      tell(t("review.broken-off"));
    }
    // From now on a reload means what is here, and not what the address once named.
    if (location.hash !== "#/analyse") history.replaceState(null, "", "#/analyse");
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(tree.draft()));
    } catch {
      // Too large, or not allowed: the game stays until the page is closed.
    }
  }

  // ---- the review ----

  /** Takes a review in: the game comes back with glyphs, reasons and better lines. */
  function receive(found) {
    const ply = tree.mainPly(tree.current);
    const { record, ...rest } = found;
    tree = Tree.from(record);
    review = { ...rest, game: tree.game, start: tree.start, language: language(), codes: tree.mainLine().map((node) => node.move.code) };
    attach(tree, review);
    keep();
    try {
      sessionStorage.setItem(KEPT_REVIEW, JSON.stringify(review));
    } catch {
      // Too large: it stays until the page is closed.
    }
    draw();
    go(tree.mainLine()[ply - 1]);
    reviewing.element.querySelector(".graph")?.focus({ preventScroll: true });
    tell(t("review.ready"));
  }

  /** A review of another game than the one that is there now says nothing. */
  function forgetReview() {
    if (review && !fits(tree, review)) review = undefined;
  }

  function drawVerdict() {
    const judged = tree.current?.judged;
    replace(verdict, judged && verdictCard(judged, {
      number: tree.current.number,
      onLine: (steps) => follow(steps, tree.current.parent),
      onBetter: () => follow(judged.better.slice(0, 1), tree.current.parent),
    }));
    reviewing.draw();
  }

  function practise(side) {
    analysis.stop();
    reviewing.stop();
    editing = learnView(main, {
      game: tree.game,
      start: tree.start,
      codes: review.codes,
      review,
      side,
      onDone(ply) {
        draw();
        go(tree.mainLine()[ply - 1]);
      },
    });
  }

  // ---- the engine ----

  function think() {
    lines = [];
    if (!settings.engine || !position || position.ending) {
      analysis.stop();
      engineState = "off";
    } else analysis.start({ game: tree.game, fen: tree.start, moves: tree.codes(tree.current), lines: settings.lines });
    drawLines();
    drawSwitch();
  }

  function drawLines() {
    const [best] = lines;
    const judged = tree.current?.judged;
    bar.show(best?.score ?? judged?.score, best?.white ?? judged?.white ?? 50, board.flipped);
    lineList(lineBox, lines, (steps) => follow(steps, tree.current));
    board.point(lines.slice(0, 3).filter((line) => line.first).map((line, place) => ({ path: line.first.path, kind: place === 0 ? "engine" : "other" })).reverse());
    if (best) engineNote.textContent = depthText(lines);
    else if (engineState !== "problem") engineNote.textContent = settings.engine ? (position?.ending ? t("engine.over") : t("engine.begins")) : t("engine.is-off");
  }

  function drawSwitch() {
    const focused = document.activeElement?.id;
    const count = h("select", { id: "lines", "aria-label": t("engine.count"), onchange: (event) => { remember({ lines: Number(event.target.value) }); think(); } },
      [1, 2, 3, 4, 5].map((number) => h("option", { value: number, selected: number === settings.lines }, t(number === 1 ? "engine.one-line" : "engine.many-lines", { number }))));
    replace(switchBox,
      button(thinks() ? "pause" : "play", t(thinks() ? "engine.stop" : "engine.start"), toggleEngine, { id: "engine-switch", "aria-pressed": String(thinks()), class: engineState === "running" ? "running" : "" }), count);
    if (focused === "engine-switch" || focused === "lines") document.getElementById(focused)?.focus();
  }

  /** Its patience may have come to an end: then it can be started again. */
  const thinks = () => Boolean(settings.engine) && engineState !== "done";

  function toggleEngine() {
    remember({ engine: !thinks() });
    think();
  }

  // ---- the panel ----

  function drawMoves() {
    treeList(moves, tree, tree.current, (node) => go(node));
    drawVerdict();
    const focused = document.activeElement?.dataset?.action;
    const atStart = !tree.current;
    const atEnd = tree.childrenOf(tree.current).length === 0;
    const isSide = tree.current && isVariation(tree.current);
    replace(steps,
      button("first", t("step.first"), () => go(undefined), { bare: true, disabled: atStart, "data-action": "first" }),
      button("previous", t("step.previous"), () => step(-1), { bare: true, disabled: atStart, "data-action": "previous" }),
      button("next", t("step.next"), () => step(1), { bare: true, disabled: atEnd, "data-action": "next" }),
      button("last", t("step.last"), () => go(tree.last(tree.current)), { bare: true, disabled: atEnd, "data-action": "last" }),
      button("plus", t("tree.promote"), () => { tree.promote(tree.current); keep(); drawMoves(); }, { bare: true, disabled: !isSide, "data-action": "promote" }),
      button("trash", t("tree.remove"), () => { const node = tree.current; tree.remove(node); keep(); go(tree.current); }, { bare: true, disabled: atStart, "data-action": "remove" }));
    if (focused) steps.querySelector(`[data-action="${focused}"]:not(:disabled)`)?.focus();
  }

  function isVariation(node) {
    for (let at = node; at; at = at.parent) if (tree.childrenOf(at.parent)[0] !== at) return true;
    return false;
  }

  function step(direction) {
    if (direction < 0) {
      if (tree.current) go(tree.current.parent, { animate: true });
      return;
    }
    const [next] = tree.childrenOf(tree.current);
    if (next) go(next, { animate: true });
  }

  function drawGames() {
    gameChoice.hidden = titles.length < 2;
    if (titles.length < 2) return;
    const id = newId("which");
    replace(gameChoice, h("label", { for: id }, t("paste.which", { count: titles.length })),
      h("select", { id, onchange: async (event) => {
        try {
          load(await post("/read", { text: source, game: tree.game, index: Number(event.target.value) }), source);
        } catch (error) {
          complain(error);
        }
      } }, titles.map((title, place) => h("option", { value: place, selected: place === index }, `${place + 1}. ${title}`))));
  }

  function load(found, text = "") {
    reviewing.stop();
    review = undefined;
    tree = Tree.from(found);
    titles = found.titles;
    source = text;
    index = found.index;
    faults = found.faults;
    if (board.game !== tree.game) board.setGame(tree.game);
    board.position = undefined;
    keep();
    draw();
    go(undefined);
    // The button that was pressed has gone; the moves are what comes next.
    moves.focus();
    tell(faults.length > 0 ? t("paste.read-part") : t("paste.read-all"));
  }

  async function fresh(game) {
    try {
      const start = await post("/position", { game });
      reviewing.stop();
      review = undefined;
      tree = new Tree(game, start.fen, start.board);
      titles = [];
      faults = [];
      if (board.game !== game) board.setGame(game);
      keep();
      draw();
      go(undefined);
    } catch (error) {
      complain(error);
    }
  }

  function edit() {
    analysis.stop();
    reviewing.stop();
    const back = () => { draw(); go(tree.current); };
    editing = editorView(main, {
      game: tree.game,
      position,
      onCancel: back,
      async onDone(view, what) {
        editing = undefined;
        if (what === "play") {
          remember({ setup: { ...settings.setup, game: tree.game, start: "fen", fen: view.fen } });
          location.hash = "#/";
          return;
        }
        tree = new Tree(view.game, view.fen, view.board);
        titles = [];
        faults = [];
        keep();
        back();
      },
    });
  }
  let editing;

  function draw() {
    editing = undefined;
    replace(tools,
      button("clip", t("analyse.paste"), () => openPaste(load), { class: "primary" }),
      button("edit", t("analyse.edit"), edit),
      button("save", t("analyse.export"), () => openExport(tree, position.fen).catch(complain)),
      button("flip", t("play.flip"), () => { board.flip(); drawLines(); }),
      button("plus", t("analyse.new-chess"), () => fresh("chess")),
      button("plus", t("analyse.new-draughts"), () => fresh("draughts")));
    typed.placeholder = tree.game === "chess" ? "Nf3, e2e4" : "32-28";
    faultBox(faultList, faults);
    drawGames();
    drawSwitch();
    replace(main, h("div", { class: "desk analysing" },
      h("div", { class: "board-column with-bar" }, bar.element, board.element),
      h("div", { class: "below panel" }, reviewing.element),
      h("div", { class: "panel" }, h("h1", {}, t("analyse.title")), switchBox, lineBox, engineNote, faultList, gameChoice, status, verdict, moves, steps, entry, tools, why.element)));
    drawMoves();
  }

  document.title = `Damier – ${t("analyse.title")}`;
  draw();
  await go(address?.startsWith("game:") ? tree.last(undefined) : undefined);
  if (address?.startsWith("review:")) reviewing.start();

  return {
    leave() {
      isLeft = true;
      analysis.stop();
      if (reviewing.isRunning()) tell(t("review.broken-off"));
      reviewing.stop();
    },
    key(key) {
      const known = {
        ArrowLeft: () => step(-1),
        ArrowRight: () => step(1),
        Home: () => go(undefined),
        End: () => go(tree.last(tree.current)),
        f: () => { (editing ?? board).flip(); drawLines(); },
        n: () => { remember({ numbers: !settings.numbers }); board.setNumbers(settings.numbers); },
        " ": toggleEngine,
      };
      if (!known[key] || (editing && key !== "f")) return false;
      known[key]();
      return true;
    },
  };
}

/** Whether a review is of the game that is there, to which moves may have been added. */
function fits(tree, review) {
  const line = tree.mainLine();
  return review.game === tree.game && review.start === tree.start && review.codes.length > 0
    && review.codes.every((code, place) => line[place]?.move.code === code);
}

/** Puts what was said of the moves beside them. */
function attach(tree, review) {
  review.moves.forEach((move, place) => { tree.mainLine()[place].judged = move; });
}

/** The review that was kept, if it is of this game. */
function kept(tree) {
  try {
    const review = JSON.parse(sessionStorage.getItem(KEPT_REVIEW));
    if (review && fits(tree, review)) {
      attach(tree, review);
      return review;
    }
  } catch {
    // What was kept cannot be read.
  }
  return undefined;
}
