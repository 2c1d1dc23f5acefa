// Which legal move somebody means who clicks one square after the other. Knows no rules: the server has
// listed the moves, and this only compares squares.

/** All ways of a move that the server has told. */
const roadsOf = (mv) => [mv.path, ...(mv.roads ?? [])];

/** Where in a road the stations lie, in their order; -1 if they do not. */
function passed(road, stations) {
  let at = 0;
  for (const station of stations) {
    at = road.indexOf(station, at + 1);
    if (at < 1 || at === road.length - 1) return -1;
  }
  return at;
}

export class Choice {
  /** The moves of one piece. */
  constructor(moves, from) {
    this.from = from;
    this.moves = moves.filter((mv) => mv.path[0] === from);
    this.stations = [];
    this.goal = undefined;
  }

  /** Moves and roads that agree with all that was clicked so far. */
  roads() {
    const found = [];
    for (const mv of this.moves) {
      for (const road of roadsOf(mv)) {
        const at = passed(road, this.stations);
        const end = road[road.length - 1];
        if (at >= 0 && (this.goal === undefined || this.goal === end)) found.push({ mv, road, at, end });
      }
    }
    return found;
  }

  /** Squares to mark: where a move can end, and where the piece can land next. */
  marks() {
    const ends = new Map();
    const landings = new Set();
    for (const { mv, road, at, end } of this.roads()) {
      if (this.goal === undefined) {
        const takes = Boolean(mv.captured?.length);
        ends.set(end, takes);
        for (const target of mv.targets ?? []) ends.set(target, takes);
      }
      if (at + 1 < road.length - 1) landings.add(road[at + 1]);
    }
    for (const end of ends.keys()) landings.delete(end);
    return { ends, landings };
  }

  /** What a click on a square means: `{ play }` with one move or several that differ in promotion,
   *  `{ more: true }` if more squares are needed, or nothing. */
  click(square) {
    const roads = this.roads();
    const unique = (list) => [...new Map(list.map(({ mv }) => [mv.code, mv])).values()];
    const isEnd = ({ mv, end }) => end === square || (mv.targets ?? []).includes(square);
    const ending = this.goal === undefined ? unique(roads.filter(isEnd)) : [];
    if (ending.length === 1 || (ending.length > 1 && ending.every((mv) => mv.promotion))) return { play: ending };
    const passing = roads.filter(({ road, at }) => {
      const place = road.indexOf(square, at + 1);
      return place > 0 && place < road.length - 1;
    });
    if (ending.length > 1) {
      this.goal = square;
      return { more: true };
    }
    if (passing.length === 0) return undefined;
    this.stations.push(square);
    const left = unique(passing);
    return left.length === 1 ? { play: left } : { more: true };
  }
}
