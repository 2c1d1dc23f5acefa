// @ts-check
// A tree of moves, as it is walked through and added to.

/**
 * A move in a tree.
 *
 * @typedef {object} TreeLinks
 * @property {TreeNode | undefined} parent
 * @property {TreeNode[]} children
 * @property {ArrivalView} [position] after the move, once the server has been asked
 * @property {JudgedView} [judged] what the reviewer says of it
 *
 * @typedef {Omit<NodeView, "parent"> & TreeLinks} TreeNode
 */

/** What a tree takes from a record, and gives back when it is written. */
/** @typedef {Pick<RecordView, "tags" | "result" | "comments" | "commands">} Frame */

/** @type {Frame} */
const EMPTY_FRAME = { tags: [], result: "*", comments: [], commands: [] };

export class Tree {
  /**
   * @param {GameName} game
   * @param {string} start
   * @param {string} startBoard
   * @param {Frame} frame
   */
  constructor(game, start, startBoard, { tags, result, comments, commands } = EMPTY_FRAME) {
    this.game = game;
    this.start = start;
    this.startBoard = startBoard;
    this.frame = { tags, result, comments, commands };
    /** @type {TreeNode[]} */
    this.roots = [];
    /** @type {TreeNode | undefined} */
    this.current = undefined;
  }

  /**
   * From what the server has read.
   *
   * @param {RecordView} found
   */
  static from(found) {
    const tree = new Tree(found.game, found.start, found.start_board, found);
    /** @type {TreeNode[]} */
    const nodes = [];
    for (const node of found.nodes) {
      const parent = node.parent === null ? undefined : nodes[node.parent];
      nodes.push(tree.attach(parent, node));
    }
    return tree;
  }

  /**
   * Without moves, at a position.
   *
   * @param {PositionView} position
   */
  static at(position) {
    return new Tree(position.game, position.fen, position.board);
  }

  /** @param {TreeNode | undefined} node */
  childrenOf(node) {
    return node ? node.children : this.roots;
  }

  /**
   * @param {TreeNode | undefined} parent
   * @param {NodeView} view
   */
  attach(parent, view) {
    /** @type {TreeNode} */
    const node = { ...view, parent, children: [] };
    this.childrenOf(parent).push(node);
    return node;
  }

  /**
   * Moves from the start to a node, as the server wants them.
   *
   * @param {TreeNode | undefined} node
   */
  codes(node) {
    const codes = [];
    for (let at = node; at; at = at.parent) codes.unshift(at.move.code);
    return codes;
  }

  /** The position that is looked at, as the server is asked about it. */
  place() {
    return { game: this.game, fen: this.start, moves: this.codes(this.current) };
  }

  /**
   * The child with a move, if it is there already.
   *
   * @param {TreeNode | undefined} node
   * @param {string} code
   */
  find(node, code) {
    return this.childrenOf(node).find((child) => child.move.code === code);
  }

  /** The moves of the game itself. */
  mainLine() {
    const line = [];
    for (let [node] = this.roots; node; [node] = node.children) line.push(node);
    return line;
  }

  /**
   * How many moves of the game itself lead to a node, or to where its variation begins.
   *
   * @param {TreeNode | undefined} node
   */
  mainPly(node) {
    const line = this.mainLine();
    for (let at = node; at; at = at.parent) {
      const place = line.indexOf(at);
      if (place >= 0) return place + 1;
    }
    return 0;
  }

  /**
   * The end of the line that goes through a node.
   *
   * @param {TreeNode | undefined} node
   */
  last(node) {
    let at = node;
    for (;;) {
      const [next] = this.childrenOf(at);
      if (!next) return at;
      at = next;
    }
  }

  /** @param {TreeNode} node */
  isVariation(node) {
    for (let at = /** @type {TreeNode | undefined} */ (node); at; at = at.parent) {
      if (this.childrenOf(at.parent)[0] !== at) return true;
    }
    return false;
  }

  /**
   * Takes a node and what follows it away, and goes to the one before it.
   *
   * @param {TreeNode} node
   */
  remove(node) {
    const siblings = this.childrenOf(node.parent);
    siblings.splice(siblings.indexOf(node), 1);
    this.current = node.parent;
  }

  /**
   * Makes the line of a node the main one, step by step to the beginning.
   *
   * @param {TreeNode} node
   */
  promote(node) {
    for (let at = /** @type {TreeNode | undefined} */ (node); at; at = at.parent) {
      const siblings = this.childrenOf(at.parent);
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  /** As the server writes it: parents before their children. */
  draft() {
    const nodes = [];
    /** @type {Map<TreeNode, number>} */
    const places = new Map();
    const todo = [...this.roots].reverse();
    for (let node = todo.pop(); node; node = todo.pop()) {
      places.set(node, nodes.length);
      nodes.push({
        parent: node.parent ? places.get(node.parent) : null,
        code: node.move.code,
        before: node.before ?? [],
        comments: node.comments ?? [],
        commands: node.commands ?? [],
        nags: node.nags ?? [],
      });
      todo.push(...[...node.children].reverse());
    }
    return { game: this.game, fen: this.start, ...this.frame, nodes };
  }
}
