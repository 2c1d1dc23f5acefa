// @ts-check
// Analysing: a tree of moves to walk through and add to, with the engine beside it.

import { complain, tell } from "../announce.js";
import { Board } from "../board/board.js";
import { focusOn, h, replace, typedField } from "../dom.js";
import { language, t } from "../i18n.js";
import { typedExample } from "../sentences.js";
import { settings, toggleNumbers } from "../settings.js";
import { openExport, openPaste } from "./dialogs.js";
import { analyseBoxes, analysePanel, judgedCard, toolButtons, treeButtons } from "./draw.js";
import { EngineBox } from "./engine-box.js";
import { Exchange } from "./exchange.js";
import { showFaults } from "./faults.js";
import { KeptBox, keepReviewOf } from "./kept.js";
import { LearnView } from "./learn.js";
import { treeList } from "./movelist.js";
import { NotesBox } from "./notes-box.js";
import { drawBar } from "./players.js";
import { retold, saveReport } from "./report.js";
import { ReviewBox, overview } from "./review.js";
import {
  attach,
  firstPlace,
  firstState,
  fits,
  keepAnalysis,
  keepReview,
  reviewOf,
} from "./state.js";
import { TermsBox } from "./terms.js";
import { Tree } from "./tree.js";
import { Walking } from "./walking.js";

/** @import { Site } from "../app.js" */
/** @import { TreeNode } from "./tree.js" */

/**
 * @param {HTMLElement} main
 * @param {Site} site
 * @param {string[]} address
 */
export async function analyseView(main, site, [address]) {
  const view = new AnalyseView(main, site, await firstState(address));
  document.title = `Damier – ${t("analyse.title")}`;
  view.draw();
  view.retell();
  await view.go(firstPlace(address, view.tree));
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
    const onMove = (/** @type {MoveView} */ mv) => this.walking.add(mv.code);
    this.board = new Board(state.tree.game, {
      onMove,
      onRemark: tell,
      onArrows: (arrows) => this.walking.keepMarks(arrows),
      onStep: (direction) => this.walking.step(direction),
    });
    this.board.setNumbers(settings.numbers);
    this.boxes = analyseBoxes();
    this.typed = typedField(t("play.typed"), t("play.send"), (words) => this.walking.add(words));
    this.reviewing = new ReviewBox({
      tree: () => this.tree,
      shown: () => this.shownReview(),
      onDone: (review) => this.receive(review),
      onPick: (ply) => this.go(this.tree.mainLine()[ply - 1]),
      onLearn: (side) => this.practise(side),
      onReport: (review) => saveReport(this.tree, review).catch(complain),
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
      onFollow: (steps) => this.walking.follow(steps, this.tree.current),
    });
    this.walking = new Walking({
      state,
      board: this.board,
      status: this.boxes.status,
      input: this.typed.input,
      drawMoves: () => this.drawMoves(),
      onArrive: () => {
        this.engine.think();
        this.why.update();
        const fen = encodeURI(`fen:${this.tree.game}:${state.position?.fen ?? ""}`);
        this.boxes.alike.href = `#/library/${fen}`;
      },
      keep: () => this.keep(),
    });
    this.kept = new KeptBox({
      state,
      keep: () => this.keep({ isChange: false }),
      open: (id) => this.exchange.open(id),
    });
    this.exchange = new Exchange({
      main,
      state,
      board: this.board,
      moves: this.boxes.moves,
      go: (node) => this.go(node),
      keep: (how) => this.keep(how),
      leaveKept: () => this.kept.leave(),
      draw: () => this.draw(),
      stopReview: () => this.reviewing.stop(),
      pause: () => this.pause(),
      enter: (inner) => this.enter(inner),
      offerBack: (words, back) => this.offerBack(words, back),
    });
  }

  /** @type {(() => void) | undefined} */
  undo = undefined;

  /** @type {HTMLElement | undefined} */
  panel = undefined;

  get tree() {
    return this.state.tree;
  }

  /** @param {TreeNode | undefined} node */
  go(node) {
    return this.walking.go(node);
  }

  /** @param {string | File} what a text that was pasted or a file that was dropped */
  take(what) {
    this.exchange.take(what);
  }

  /**
   * The tree has changed: it is kept, and what was said of another game is not.
   *
   * @param {{ isChange?: boolean }} [how] whether it differs from what the library has
   */
  keep({ isChange = true } = {}) {
    const { state, tree, reviewing } = this;
    if (state.isLeft) return;
    if (state.review && !fits(tree, state.review)) state.review = undefined;
    // A review is of the game as it was: what has changed meanwhile would be lost.
    if (reviewing.isRunning) {
      reviewing.stop();
      reviewing.draw();
      tell(t("review.broken-off"));
    }
    const { kept } = state;
    if (kept) kept.isChanged ||= isChange;
    // From now on a reload means what is here, and not what the address once named.
    const address = kept && !kept.isChanged ? `#/analyse/library:${kept.head.id}` : "#/analyse";
    if (location.hash !== address) history.replaceState(null, "", address);
    keepAnalysis(tree, kept);
    this.kept.draw();
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
   * @param {{ isNew?: boolean }} [how] whether it was not known before
   */
  receive(found, { isNew = true } = {}) {
    const { state } = this;
    const ply = this.tree.mainPly(this.tree.current);
    state.tree = Tree.from(found.record);
    state.review = reviewOf(this.tree, found, language());
    attach(this.tree, state.review);
    this.keep({ isChange: false });
    keepReview(state.review);
    this.draw();
    this.go(this.tree.mainLine()[ply - 1]);
    if (!isNew) return;
    if (state.kept) keepReviewOf(state.kept.head.id, found.data);
    focusOn(this.reviewing.element, ".graph");
    tell(t("review.ready"));
  }

  /** A review that was made in another language is told in this one. */
  async retell() {
    const { review, tree } = this.state;
    if (!review) return;
    try {
      const found = await retold(tree, review);
      if (found && this.state.review === review) this.receive(found, { isNew: false });
    } catch {
      tell(t("review.other-language"));
    }
  }

  drawVerdict() {
    const { current } = this.tree;
    const { review } = this.state;
    this.panel?.classList.toggle("coached", Boolean(review));
    const card =
      current && judgedCard(current, (steps) => this.walking.follow(steps, current.parent));
    replace(this.boxes.verdict, card ?? (review && overview(review)));
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
      previous: () => this.walking.step(-1),
      next: () => this.walking.step(1),
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

  draw() {
    const { state, boxes, board, tree } = this;
    state.inner = undefined;
    const acts = {
      paste: () => openPaste((brought) => this.exchange.load(brought)),
      edit: () => this.exchange.edit(),
      export: () =>
        openExport(tree, state.position?.fen ?? tree.start, board.element).catch(complain),
      flip: () => this.flip(),
      fresh: (/** @type {GameName} */ game) => this.exchange.fresh(game),
    };
    replace(boxes.tools, toolButtons(acts));
    this.typed.input.placeholder = typedExample(tree.game);
    showFaults(boxes.faults, state.faults);
    this.kept.draw();
    const { engine, typed, why, reviewing } = this;
    const below = h("div", { class: "below" }, reviewing.element);
    const { white, black } = boxes.bars;
    const [above, under] = board.isFlipped ? [white, black] : [black, white];
    const parts = [above, engine.bar.element, board.element, under, below];
    const column = h("div", { class: "board-column" }, parts);
    const more = [this.notes.element, why.element];
    const panel = analysePanel(boxes, this.kept.element, engine.parts, typed.form, more);
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
    this.kept.leave();
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
      ArrowLeft: () => this.walking.step(-1),
      ArrowRight: () => this.walking.step(1),
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
