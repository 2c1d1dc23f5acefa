// @ts-check
// A file of games is cut into pieces of whole games while it is read, byte by byte, so that each
// piece can be sent on by itself and the rest can follow another day.

/** A piece has about so many bytes, and hardly ever more than the most. */
const USUAL = 400_000;
const MOST = 1_500_000;

const [NEWLINE, OPEN, CLOSE, BRACKET] = [10, 123, 125, 91];
const TAG = /^\s*\[\w+\s+"/;
const latin = new TextDecoder("latin1");

/**
 * A piece: its text, and how many bytes of the file that is.
 *
 * @typedef {{ text: string, bytes: number, games: number }} Piece
 */

/** @param {number} byte */
const isSpace = (byte) => byte === 32 || (byte >= 9 && byte <= 13);

/**
 * Bytes as text: Unicode, or what was usual before.
 *
 * @param {Uint8Array} bytes
 */
function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

export class Cutter {
  constructor() {
    this.bytes = new Uint8Array(0);
    this.scanned = 0;
    /** Games that begin in what was scanned and not yet given away. */
    this.games = 0;
    this.hasMoves = false;
    this.inComment = false;
    this.inGame = false;
  }

  /** @param {Uint8Array} more */
  add(more) {
    const joined = new Uint8Array(this.bytes.length + more.length);
    joined.set(this.bytes);
    joined.set(more, this.bytes.length);
    this.bytes = joined;
  }

  /**
   * The next piece, if there is a whole one; at the end of the file all that is left.
   *
   * @param {boolean} isEnd
   * @returns {Piece | undefined}
   */
  next(isEnd) {
    for (;;) {
      const newline = this.bytes.indexOf(NEWLINE, this.scanned);
      if (newline < 0) return isEnd ? this.rest() : undefined;
      const begin = this.scanned;
      const isBoundary = this.take(this.bytes.subarray(begin, newline + 1), begin);
      if (isBoundary) {
        const piece = this.cut(begin);
        this.scanned = newline + 1 - begin;
        this.games = 1;
        return piece;
      }
      this.scanned = newline + 1;
    }
  }

  /** All that is left. */
  rest() {
    if (this.scanned < this.bytes.length) this.take(this.bytes.subarray(this.scanned), 0);
    return this.cut(this.bytes.length);
  }

  /**
   * Looks at a line; says whether a piece may end before it.
   *
   * @param {Uint8Array} line
   * @param {number} begin
   */
  take(line, begin) {
    const first = line.findIndex((byte) => !isSpace(byte));
    if (first < 0) return begin > MOST && !this.inComment && this.hasMoves;
    const isTag = !this.inComment && line[first] === BRACKET && TAG.test(latin.decode(line));
    if (isTag) {
      const isNew = this.hasMoves || !this.inGame;
      this.hasMoves = false;
      this.inGame = true;
      if (!isNew) return false;
      if (begin >= USUAL) return true;
      this.games += 1;
      return false;
    }
    if (!this.inGame) this.games += 1;
    this.inGame = true;
    this.hasMoves = true;
    const [open, close] = [line.lastIndexOf(OPEN), line.lastIndexOf(CLOSE)];
    if (open !== close) this.inComment = open > close;
    return false;
  }

  /** @param {number} end */
  cut(end) {
    const piece = { text: decoded(this.bytes.subarray(0, end)), bytes: end, games: this.games };
    this.bytes = this.bytes.slice(end);
    this.scanned = 0;
    this.games = 0;
    return piece;
  }
}

/**
 * How many games a text has, as far as that can be seen without reading them.
 *
 * @param {string} text
 */
export function countGames(text) {
  const cutter = new Cutter();
  cutter.add(new TextEncoder().encode(text));
  let games = 0;
  for (;;) {
    const piece = cutter.next(true);
    games += piece?.games ?? 0;
    if (!piece || cutter.bytes.length === 0) return games;
  }
}
