// @ts-check
// Which legal move a player means who clicks one square after the other. Knows no rules: the server
// has listed the moves, and this only compares squares.

/** A way that a move can go, and how much of it was clicked. */
/** @typedef {{ mv: MoveView, path: string[], at: number, end: string }} CapturePath */

/**
 * All ways of a move that the server has told.
 *
 * @param {MoveView} mv
 */
const pathsOf = (mv) => [mv.path, ...(mv.other_paths ?? [])];

/**
 * Where in a path the stations lie, in their order; -1 if they do not.
 *
 * @param {string[]} path
 * @param {string[]} stations
 */
function passed(path, stations) {
  let at = 0;
  for (const station of stations) {
    at = path.indexOf(station, at + 1);
    if (at < 1 || at === path.length - 1) return -1;
  }
  return at;
}

/**
 * The moves of some paths, each once.
 *
 * @param {CapturePath[]} paths
 */
const movesOf = (paths) => [...new Map(paths.map(({ mv }) => [mv.code, mv])).values()];

export class Choice {
  /**
   * The moves of one piece.
   *
   * @param {MoveView[]} moves
   * @param {string} from
   */
  constructor(moves, from) {
    this.from = from;
    this.moves = moves.filter((mv) => mv.path[0] === from);
    /** @type {string[]} */
    this.stations = [];
    /** @type {string | undefined} */
    this.goal = undefined;
  }

  /** Whether nothing but the piece itself was clicked. */
  get isFresh() {
    return this.stations.length === 0 && this.goal === undefined;
  }

  /**
   * Moves and paths that agree with all that was clicked so far.
   *
   * @returns {CapturePath[]}
   */
  paths() {
    const paths = this.moves.flatMap((mv) => pathsOf(mv).map((path) => ({ mv, path })));
    return paths
      .map(({ mv, path }) => ({
        mv,
        path,
        at: passed(path, this.stations),
        end: path[path.length - 1],
      }))
      .filter(({ at, end }) => at >= 0 && (this.goal === undefined || this.goal === end));
  }

  /** Squares to mark: where a move can end, and where the piece can land next. */
  marks() {
    /** @type {Set<string>} */
    const ends = new Set();
    /** @type {Set<string>} */
    const landings = new Set();
    for (const { mv, path, at, end } of this.paths()) {
      if (this.goal === undefined) for (const to of [end, ...(mv.targets ?? [])]) ends.add(to);
      if (at + 1 < path.length - 1) landings.add(path[at + 1]);
    }
    for (const end of ends) landings.delete(end);
    return { ends, landings };
  }

  /**
   * What a click on a square means: one move to play, or several that differ in promotion; that
   * more squares are needed; or nothing.
   *
   * @param {string} square
   * @returns {{ play: MoveView[] } | { more: true } | undefined}
   */
  click(square) {
    const paths = this.paths();
    const isEnd = (/** @type {CapturePath} */ { mv, end }) =>
      end === square || (mv.targets ?? []).includes(square);
    const ending = this.goal === undefined ? movesOf(paths.filter(isEnd)) : [];
    if (ending.length > 0 && (ending.length === 1 || ending.every((mv) => mv.promotion))) {
      return { play: ending };
    }
    if (ending.length > 1) {
      this.goal = square;
      return { more: true };
    }
    const passing = paths.filter(({ path, at }) => {
      const place = path.indexOf(square, at + 1);
      return place > 0 && place < path.length - 1;
    });
    if (passing.length === 0) return undefined;
    this.stations.push(square);
    const left = movesOf(passing);
    return left.length === 1 ? { play: left } : { more: true };
  }
}
