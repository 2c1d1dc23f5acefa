// @ts-check
// Walking through the moves of an analysis, and adding to them. What a position allows, the server
// says; what stands beside the board is for the view.

import { announce, complain } from "../announce.js";
import { post } from "../api.js";
import { t } from "../i18n.js";
import { spoken, verdictText } from "../sentences.js";
import { commandsFor, isMark, marksIn } from "./marks.js";
import { growTree, keepPlace } from "./state.js";

/** @import { TreeNode } from "./tree.js" */

/**
 * What walking needs of the view.
 *
 * @typedef {object} WalkDesk
 * @property {import("./state.js").AnalyseState} state
 * @property {import("../board/board.js").Board} board
 * @property {HTMLElement} status
 * @property {HTMLInputElement} input the field for moves that are typed
 * @property {() => void} drawMoves
 * @property {() => void} onArrive what depends on the position looks at the new one
 * @property {() => void} keep
 */

export class Walking {
  /** @param {WalkDesk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  get state() {
    return this.desk.state;
  }

  get tree() {
    return this.state.tree;
  }

  /**
   * Goes to a move, or to the start.
   *
   * @param {TreeNode | undefined} node
   * @param {{ animate?: boolean }} [how]
   */
  async go(node, { animate = false } = {}) {
    const { state, tree } = this;
    const { board } = this.desk;
    tree.current = node;
    keepPlace(tree);
    /** @type {import("../board/state.js").Shown} */
    const shown = { board: node ? node.board : tree.startBoard, legal: [], last: node?.move };
    board.show({ ...shown, check: node?.check }, { animate });
    board.point([]);
    board.setMarks(this.marks());
    this.desk.drawMoves();
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
    this.desk.board.show({ ...shown, legal, check, turn });
    this.desk.board.setMarks(this.marks());
    const next = t("play.turn", { side: t(`side.${turn}`) });
    this.desk.status.textContent = ending ? verdictText(ending) : next;
    this.desk.onArrive();
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
    this.desk.keep();
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
    const { tree, state } = this;
    const { board } = this.desk;
    const parent = tree.current;
    const before = parent ? parent.board : tree.startBoard;
    try {
      const node = await this.child(parent, code);
      const dropped = board.takeDropped();
      this.desk.input.value = "";
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
    if (isNew) this.desk.keep();
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
}
