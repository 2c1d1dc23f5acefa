// @ts-check
// Analysing: a tree of moves to walk through and add to, with the engine beside it.

import { announce, complain, tell } from "../announce.js";
import { post } from "../api.js";
import { Board } from "../board/board.js";
import { focusOn, h, replace, typedField } from "../dom.js";
import { language, t } from "../i18n.js";
import { spoken, typedExample, verdictText } from "../sentences.js";
import { remember, settings, toggleNumbers } from "../settings.js";
import { openExport, openPaste, showFaults } from "./dialogs.js";
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
import { treeList } from "./movelist.js";
import { ReviewBox } from "./review.js";
import {
  NO_SOURCE,
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
  view.draw();
  await view.go(address?.startsWith("game:") ? tree.last(undefined) : undefined);
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
    this.board = new Board(state.tree.game, { onMove, onRemark: tell });
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
    });
    this.why = new TermsBox({
      place: () => this.tree.place(),
      profiles: (game) => site.catalogue[game].profiles,
      onProblem: complain,
    });
    this.engine = new EngineBox({
      place: () => this.tree.place(),
      position: () => state.position,
      judged: () => this.tree.current?.judged,
      board: this.board,
      onFollow: (steps) => this.follow(steps, this.tree.current),
    });
  }

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
    const next = t("play.turn", { side: t(`side.${turn}`) });
    this.boxes.status.textContent = ending ? verdictText(ending) : next;
    this.engine.think();
    this.why.update();
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
      this.draw();
      this.go(this.tree.mainLine()[ply - 1]);
    };
    this.state.inner = new LearnView(this.main, { review, side, onDone });
  }

  /** Nothing is searched while something else stands in the place of the analysis. */
  pause() {
    this.engine.stop();
    this.reviewing.stop();
  }

  // ---- the panel ----

  drawMoves() {
    const { tree, boxes } = this;
    treeList(boxes.moves, tree, (node) => this.go(node));
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
    const { current } = this.tree;
    if (current) this.tree.remove(current);
    this.keep();
    this.go(this.tree.current);
  }

  /**
   * Another game takes the place of the one that is there.
   *
   * @param {Tree} tree
   * @param {import("./state.js").Source} [source]
   */
  show(tree, source = NO_SOURCE) {
    this.reviewing.stop();
    this.state.review = undefined;
    this.state.tree = tree;
    this.state.source = source;
    this.board.setGame(tree.game);
    this.keep();
    this.draw();
    this.go(undefined);
  }

  /**
   * @param {RecordView} found
   * @param {string} text
   */
  load(found, text) {
    const { titles, index, faults } = found;
    this.show(Tree.from(found), { text, titles, index, faults });
    // The button that was pressed has gone; the moves are what comes next.
    this.boxes.moves.focus();
    tell(t(faults.length > 0 ? "paste.read-part" : "paste.read-all"));
  }

  /** @param {number} index */
  async loadOther(index) {
    const { text } = this.state.source;
    try {
      this.load(await post("/read", { text, game: this.tree.game, index }), text);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {GameName} game */
  async fresh(game) {
    try {
      this.show(await freshTree(game));
    } catch (error) {
      complain(error);
    }
  }

  edit() {
    const { position } = this.state;
    if (!position) return;
    this.pause();
    const onCancel = () => {
      this.draw();
      this.go(this.tree.current);
    };
    const onDone = (/** @type {PositionView} */ view, /** @type {"analyse" | "play"} */ what) => {
      if (what === "analyse") {
        this.show(Tree.at(view));
        return;
      }
      const { game, fen } = view;
      remember({ setup: { ...settings.setup, game, start: "fen", fen } });
      location.hash = "#/";
    };
    this.state.inner = new EditorView(this.main, { position, onDone, onCancel });
  }

  draw() {
    const { state, boxes, board, tree } = this;
    state.inner = undefined;
    const acts = {
      paste: () => openPaste((found, text) => this.load(found, text)),
      edit: () => this.edit(),
      export: () => openExport(tree, state.position?.fen ?? tree.start).catch(complain),
      flip: () => this.flip(),
      fresh: (/** @type {GameName} */ game) => this.fresh(game),
    };
    replace(boxes.tools, toolButtons(acts));
    this.typed.input.placeholder = typedExample(tree.game);
    showFaults(boxes.faults, state.source.faults);
    const games = gameChoice(state.source, (index) => this.loadOther(index));
    boxes.games.hidden = !games;
    replace(boxes.games, games);
    const { engine, typed, why, reviewing } = this;
    const column = h("div", { class: "board-column with-bar" }, engine.bar.element, board.element);
    const below = h("div", { class: "below panel" }, reviewing.element);
    const panel = analysePanel(boxes, engine.parts, typed.form, why.element);
    replace(this.main, h("div", { class: "desk analysing" }, column, below, panel));
    this.drawMoves();
  }

  flip() {
    (this.state.inner ?? this.board).flip();
    this.engine.draw();
  }

  // ---- what the page tells ----

  leave() {
    this.state.isLeft = true;
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
