// A tree of moves, as it is walked through and added to.

let serial = 0;

export class Tree {
  constructor(game, start, startBoard) {
    this.game = game;
    this.start = start;
    this.startBoard = startBoard;
    this.tags = [];
    this.result = "*";
    this.comments = [];
    this.commands = [];
    this.roots = [];
    this.current = undefined;
  }

  /** From what the server has read. */
  static from(found) {
    const tree = new Tree(found.game, found.start, found.start_board);
    tree.tags = found.tags;
    tree.result = found.result;
    tree.comments = found.comments;
    tree.commands = found.commands;
    const nodes = [];
    for (const node of found.nodes) {
      const parent = node.parent === null ? undefined : nodes[node.parent];
      nodes.push(tree.attach(parent, node));
    }
    return tree;
  }

  childrenOf(node) {
    return node ? node.children : this.roots;
  }

  attach(parent, view) {
    serial += 1;
    const node = { ...view, key: serial, parent, children: [], position: undefined };
    this.childrenOf(parent).push(node);
    return node;
  }

  /** Moves from the start to a node, as the server wants them. */
  codes(node) {
    const codes = [];
    for (let at = node; at; at = at.parent) codes.unshift(at.move.code);
    return codes;
  }

  /** The child with a move, if it is there already. */
  find(node, code) {
    return this.childrenOf(node).find((child) => child.move.code === code);
  }

  /** The moves of the game itself. */
  mainLine() {
    const line = [];
    for (let [node] = this.roots; node; [node] = node.children) line.push(node);
    return line;
  }

  /** How many moves of the game itself lead to a node, or to where its variation begins. */
  mainPly(node) {
    const line = this.mainLine();
    for (let at = node; at; at = at.parent) {
      const place = line.indexOf(at);
      if (place >= 0) return place + 1;
    }
    return 0;
  }

  last(node) {
    let at = node;
    for (;;) {
      const [next] = this.childrenOf(at);
      if (!next) return at;
      at = next;
    }
  }

  /** Takes a node and what follows it away, and goes to the one before it. */
  remove(node) {
    const siblings = this.childrenOf(node.parent);
    siblings.splice(siblings.indexOf(node), 1);
    this.current = node.parent;
  }

  /** Makes the line of a node the main one, step by step to the beginning. */
  promote(node) {
    for (let at = node; at; at = at.parent) {
      const siblings = this.childrenOf(at.parent);
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  /** As the server writes it: parents before their children. */
  draft() {
    const nodes = [];
    const places = new Map();
    const todo = [...this.roots].reverse();
    while (todo.length > 0) {
      const node = todo.pop();
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
    return { game: this.game, fen: this.start, tags: this.tags, result: this.result, comments: this.comments, commands: this.commands, nodes };
  }
}
