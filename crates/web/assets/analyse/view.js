// @ts-check
// Analysing: a tree of moves to walk through and add to, with the engine beside it.

import { announce, complain, tell } from "../announce.js";
import { post } from "../api.js";
import { Board } from "../board/board.js";
import { focusOn, h, replace, typedField } from "../dom.js";
import { language, t } from "../i18n.js";
import { spoken, typedExample, verdictText } from "../sentences.js";
import { remember, settings, toggleNumbers } from "../settings.js";
import { openExport, openList, openPaste, readGames, showFaults } from "./dialogs.js";
import {
  analyseBoxes,
  analysePanel,
  gameChoice,
  judgedCard,
  toolButtons,
  treeButtons,
} from "./draw.js";
import { EditorView } from "./editor.js";
import { EngineBox } from "./engine-box.js";
import { LearnView } from "./learn.js";
import { commandsFor, isMark, marksIn } from "./marks.js";
import { treeList } from "./movelist.js";
import { NotesBox } from "./notes-box.js";
import { drawBar } from "./players.js";
import { ReviewBox } from "./review.js";
import { NO_SOURCE, gamesIn, keepSource, keptSource, placed } from "./source.js";
import {
  attach,
  beginning,
  fits,
  freshTree,
  growTree,
  keepReview,
  keepTree,
  keptReview,
  newAnalysis,
  reviewOf,
} from "./state.js";
import { TermsBox } from "./terms.js";
import { Tree } from "./tree.js";

/** @import { Site } from "../app.js" */
/** @import { TreeNode } from "./tree.js" */

/**
 * @param {HTMLElement} main
 * @param {Site} site
 * @param {string[]} address
 */
export async function analyseView(main, site, [address]) {
  const tree = await beginning(address);
  const view = new AnalyseView(
    main,
    site,
    newAnalysis(tree, address ? undefined : keptReview(tree)),
  );
  document.title = `Damier – ${t("analyse.title")}`;
  if (!address) view.state.source = await keptSource();
  view.draw();
  await view.go(/^(game|line):/.test(address ?? "") ? tree.last(undefined) : undefined);
  if (address?.startsWith("review:")) view.reviewing.start();
  return view;
}

class AnalyseView {
  /**
   * @param {HTMLElement} main
   * @param {Site} site
   * @param {import("./state.js").AnalyseState} state
   */
  constructor(main, site, state) {
    this.main = main;
    this.state = state;
    const onMove = (/** @type {MoveView} */ mv) => this.add(mv.code);
    this.board = new Board(state.tree.game, {
      onMove,
      onRemark: tell,
      onArrows: (arrows) => this.keepMarks(arrows),
      onStep: (direction) => this.step(direction),
    });
    this.board.setNumbers(settings.numbers);
    this.boxes = analyseBoxes();
    this.typed = typedField(t("play.typed"), t("play.send"), (words) => this.add(words));
    this.reviewing = new ReviewBox({
      tree: () => this.tree,
      shown: () => this.shownReview(),
      onDone: (review) => this.receive(review),
      onPick: (ply) => this.go(this.tree.mainLine()[ply - 1]),
      onLearn: (side) => this.practise(side),
      onProblem: complain,
      numbers: this.boxes.numbers,
    });
    /** Back leads from the editor and the exercises to the analysis. */
    this.onBack = () => {
      if (!this.state.inner) return;
      this.draw();
      this.go(this.tree.current);
    };
    window.addEventListener("popstate", this.onBack);
    this.why = new TermsBox({
      place: () => this.tree.place(),
      profiles: (game) => site.catalogue[game].profiles,
      onProblem: complain,
    });
    this.notes = new NotesBox({
      tree: () => this.tree,
      onChange: () => {
        this.keep();
        this.drawMoves();
      },
    });
    this.engine = new EngineBox({
      place: () => this.tree.place(),
      position: () => state.position,
      judged: () => this.tree.current?.judged,
      board: this.board,
      onFollow: (steps) => this.follow(steps, this.tree.current),
    });
  }

  /** @type {(() => void) | undefined} */
  undo = undefined;

  /** @type {HTMLElement | undefined} */
  panel = undefined;

  get tree() {
    return this.state.tree;
  }

  // ---- walking ----

  /**
   * Goes to a move, or to the start.
   *
   * @param {TreeNode | undefined} node
   * @param {{ animate?: boolean }} [how]
   */
  async go(node, { animate = false } = {}) {
    const { state, board, tree } = this;
    tree.current = node;
    /** @type {import("../board/state.js").Shown} */
    const shown = { board: node ? node.board : tree.startBoard, legal: [], last: node?.move };
    board.show({ ...shown, check: node?.check }, { animate });
    board.point([]);
    board.setMarks(this.marks());
    this.drawMoves();
    state.request += 1;
    const mine = state.request;
    try {
      const found = node?.position ?? (await post("/position", tree.place()));
      if (node) node.position = found;
      if (mine === state.request) this.arrive(found, shown);
    } catch (error) {
      complain(error);
    }
  }

  /**
   * The server has said what can be done in the position.
   *
   * @param {ArrivalView} found
   * @param {import("../board/state.js").Shown} shown
   */
  arrive(found, shown) {
    const { legal, check, turn, ending } = found;
    this.state.position = found;
    this.board.show({ ...shown, legal, check, turn });
    this.board.setMarks(this.marks());
    const next = t("play.turn", { side: t(`side.${turn}`) });
    this.boxes.status.textContent = ending ? verdictText(ending) : next;
    this.engine.think();
    this.why.update();
  }

  /** What was drawn by hand at the move that is looked at. */
  marks() {
    const { tree } = this;
    return marksIn(tree.game, (tree.current ?? tree.frame).commands ?? []);
  }

  /** @param {import("../board/state.js").Arrow[]} arrows */
  keepMarks(arrows) {
    const { tree } = this;
    const place = tree.current ?? tree.frame;
    const others = (place.commands ?? []).filter((command) => !isMark(command));
    place.commands = [...others, ...commandsFor(tree.game, arrows)];
    this.keep();
  }

  /** @param {number} direction */
  step(direction) {
    const { tree } = this;
    const [next] = tree.childrenOf(tree.current);
    if (direction < 0 && tree.current) this.go(tree.current.parent, { animate: true });
    if (direction > 0 && next) this.go(next, { animate: true });
  }

  /** @param {string} code */
  async add(code) {
    const { tree, board, state } = this;
    const parent = tree.current;
    const before = parent ? parent.board : tree.startBoard;
    try {
      const node = await this.child(parent, code);
      const dropped = board.takeDropped();
      this.typed.input.value = "";
      if (state.position) announce(spoken(node, state.position.turn));
      await this.go(node, { animate: !dropped && before !== node.board });
    } catch (error) {
      complain(error);
    }
  }

  /**
   * The node of a move, which is kept if it is new.
   *
   * @param {TreeNode | undefined} parent
   * @param {string} code
   */
  async child(parent, code) {
    const { node, isNew } = await growTree(this.tree, parent, code);
    if (isNew) this.keep();
    return node;
  }

  /**
   * @param {StepView[]} steps
   * @param {TreeNode | undefined} from
   */
  async follow(steps, from) {
    let node = from;
    try {
      for (const step of steps) node = await this.child(node, step.code);
      await this.go(node);
    } catch (error) {
      complain(error);
    }
  }

  /** The tree has changed: it is kept, and what was said of another game is not. */
  keep() {
    const { state, tree, reviewing } = this;
    if (state.isLeft) return;
    if (state.review && !fits(tree, state.review)) state.review = undefined;
    // A review is of the game as it was: what has changed meanwhile would be lost.
    if (reviewing.isRunning) {
      reviewing.stop();
      reviewing.draw();
      tell(t("review.broken-off"));
    }
    // From now on a reload means what is here, and not what the address once named.
    if (location.hash !== "#/analyse") history.replaceState(null, "", "#/analyse");
    keepTree(tree);
  }

  // ---- the review ----

  shownReview() {
    const { review } = this.state;
    if (!review) return undefined;
    const ply = Math.min(this.tree.mainPly(this.tree.current), review.codes.length);
    return { review, ply };
  }

  /**
   * Takes a review in: the game comes back with glyphs, reasons and better lines.
   *
   * @param {ReviewView} found
   */
  receive(found) {
    const { state } = this;
    const ply = this.tree.mainPly(this.tree.current);
    state.tree = Tree.from(found.record);
    state.review = reviewOf(this.tree, found, language());
    attach(this.tree, state.review);
    this.keep();
    keepReview(state.review);
    this.draw();
    this.go(this.tree.mainLine()[ply - 1]);
    focusOn(this.reviewing.element, ".graph");
    tell(t("review.ready"));
  }

  drawVerdict() {
    const { current } = this.tree;
    this.panel?.classList.toggle("coached", Boolean(this.state.review));
    const card = current && judgedCard(current, (steps) => this.follow(steps, current.parent));
    replace(this.boxes.verdict, card);
    this.reviewing.draw();
  }

  /** @param {SideName} side */
  practise(side) {
    const { review } = this.state;
    if (!review) return;
    this.pause();
    const onDone = (/** @type {number} */ ply) => {
      this.tree.current = this.tree.mainLine()[ply - 1];
      history.back();
    };
    this.enter(new LearnView(this.main, { review, side, onDone }));
  }

  /**
   * Something else takes the place of the analysis until the reader goes back.
   *
   * @param {{ flip: () => void }} inner
   */
  enter(inner) {
    this.state.inner = inner;
    history.pushState(null, "", location.hash);
  }

  /** Nothing is searched while something else stands in the place of the analysis. */
  pause() {
    this.engine.stop();
    this.engine.hideBoard();
    this.reviewing.stop();
  }

  // ---- the panel ----

  drawMoves() {
    const { tree, boxes } = this;
    treeList(boxes.moves, tree, (node) => this.go(node));
    drawBar(boxes.bars.white, tree, "white");
    drawBar(boxes.bars.black, tree, "black");
    this.notes.draw();
    this.drawVerdict();
    const { activeElement } = document;
    const focused = activeElement instanceof HTMLElement && activeElement.dataset.action;
    const acts = {
      first: () => this.go(undefined),
      previous: () => this.step(-1),
      next: () => this.step(1),
      last: () => this.go(tree.last(tree.current)),
      promote: () => this.promote(),
      remove: () => this.remove(),
    };
    replace(boxes.steps, treeButtons(tree, acts));
    if (focused) focusOn(boxes.steps, `[data-action="${focused}"]:not(:disabled)`);
  }

  promote() {
    const { current } = this.tree;
    if (current) this.tree.promote(current);
    this.keep();
    this.drawMoves();
  }

  remove() {
    const { tree } = this;
    const { current } = tree;
    if (!current) return;
    const siblings = tree.childrenOf(current.parent);
    const place = siblings.indexOf(current);
    const { review } = this.state;
    tree.remove(current);
    this.keep();
    this.go(tree.current);
    this.offerBack(t("tree.removed"), () => {
      if (this.tree !== tree) return;
      siblings.splice(place, 0, current);
      this.state.review = review;
      this.keep();
      this.go(current);
    });
  }

  /**
   * Says what was done, and that it can be undone.
   *
   * @param {string} words
   * @param {() => void} back
   */
  offerBack(words, back) {
    const act = () => {
      this.undo = undefined;
      if (!this.state.isLeft && !this.state.inner) back();
    };
    this.undo = act;
    tell(words, "note", { label: t("tree.undo"), act });
  }

  /**
   * Another game takes the place of the one that is there.
   *
   * @param {Tree} tree
   * @param {import("./source.js").Source} [source]
   */
  show(tree, source = NO_SOURCE) {
    this.put({ tree, source, review: undefined });
    if (source.games.length !== 1) keepSource(source);
    this.go(undefined);
  }

  /** @param {Pick<import("./state.js").AnalyseState, "tree" | "source" | "review">} what */
  put(what) {
    this.reviewing.stop();
    Object.assign(this.state, what);
    this.board.setGame(what.tree.game);
    this.keep();
    if (what.review) keepReview(what.review);
    this.draw();
  }

  /**
   * @param {RecordView} found
   * @param {import("./source.js").Source} source
   */
  load(found, source) {
    const faults = placed(source, found.faults);
    this.show(Tree.from(found), { ...source, faults });
    // The button that was pressed has gone; the moves are what comes next.
    this.boxes.moves.focus();
    tell(t(faults.length > 0 ? "paste.read-part" : "paste.read-all"));
  }

  /** @param {number} index */
  async loadOther(index) {
    const { source, tree } = this.state;
    const { text } = source.games[index];
    try {
      const found = await post("/read", { text, game: source.game ?? tree.game });
      const next = { ...source, index };
      this.put({
        tree: Tree.from(found),
        source: { ...next, faults: placed(next, found.faults) },
        review: undefined,
      });
      keepSource(next, { isNew: false });
      this.go(undefined);
      this.boxes.moves.focus();
    } catch (error) {
      complain(error);
    }
  }

  /**
   * A text that was pasted or a file that was dropped, wherever that was.
   *
   * @param {string | File} what
   */
  async take(what) {
    if (typeof what !== "string") {
      openPaste((found, source) => this.load(found, source), what);
      return;
    }
    try {
      const { found, source } = await readGames(gamesIn(what), undefined);
      this.load(found, source);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {GameName} game */
  async fresh(game) {
    const { tree, source, review } = this.state;
    try {
      this.show(await freshTree(game));
      if (tree.roots.length === 0) return;
      this.offerBack(t("analyse.put-away"), () => {
        this.put({ tree, source, review });
        keepSource(source);
        this.go(tree.current);
      });
    } catch (error) {
      complain(error);
    }
  }

  edit() {
    const { position } = this.state;
    if (!position) return;
    this.pause();
    const onCancel = () => history.back();
    const onDone = (/** @type {PositionView} */ view, /** @type {"analyse" | "play"} */ what) => {
      if (what === "analyse") {
        this.show(Tree.at(view));
        return;
      }
      const { game, fen } = view;
      remember({ setup: { ...settings.setup, game, start: "fen", fen } });
      location.hash = "#/";
    };
    this.enter(new EditorView(this.main, { position, onDone, onCancel }));
  }

  draw() {
    const { state, boxes, board, tree } = this;
    state.inner = undefined;
    const acts = {
      paste: () => openPaste((found, source) => this.load(found, source)),
      edit: () => this.edit(),
      export: () => openExport(tree, state.position?.fen ?? tree.start).catch(complain),
      flip: () => this.flip(),
      fresh: (/** @type {GameName} */ game) => this.fresh(game),
    };
    replace(boxes.tools, toolButtons(acts));
    this.typed.input.placeholder = typedExample(tree.game);
    showFaults(boxes.faults, state.source.faults);
    const openGames = () => openList(state.source, (index) => this.loadOther(index));
    const games = gameChoice(state.source, openGames);
    boxes.games.hidden = !games;
    replace(boxes.games, games);
    const { engine, typed, why, reviewing } = this;
    const below = h("div", { class: "below" }, reviewing.element);
    const { white, black } = boxes.bars;
    const [above, under] = board.isFlipped ? [white, black] : [black, white];
    const parts = [above, engine.bar.element, board.element, under, below];
    const column = h("div", { class: "board-column" }, parts);
    const panel = analysePanel(boxes, engine.parts, typed.form, [this.notes.element, why.element]);
    this.panel = panel;
    replace(this.main, h("div", { class: "desk analysing" }, column, panel));
    this.drawMoves();
  }

  flip() {
    (this.state.inner ?? this.board).flip();
    if (!this.state.inner) {
      const { white, black } = this.boxes.bars;
      const above = this.board.isFlipped ? white : black;
      const under = this.board.isFlipped ? black : white;
      this.engine.bar.element.before(above);
      this.board.element.after(under);
    }
    this.engine.draw();
  }

  // ---- what the page tells ----

  leave() {
    this.state.isLeft = true;
    window.removeEventListener("popstate", this.onBack);
    if (this.reviewing.isRunning) tell(t("review.broken-off"));
    this.pause();
  }

  /** @param {string} key */
  key(key) {
    const { tree, board } = this;
    /** @type {Record<string, () => void>} */
    const known = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.go(undefined),
      End: () => this.go(tree.last(tree.current)),
      f: () => this.flip(),
      n: () => board.setNumbers(toggleNumbers()),
      " ": () => this.engine.toggle(),
    };
    if (!(key in known) || (this.state.inner && key !== "f")) return false;
    known[key]();
    return true;
  }
}
