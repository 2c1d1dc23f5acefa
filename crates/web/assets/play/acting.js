// @ts-check
// What the player does at a game, and what becomes of it: the server says whether the rules allow
// it. How the game is shown is for the view.

import { complain, tell } from "../announce.js";
import { download, get, post, text } from "../api.js";
import { t } from "../i18n.js";
import { fileName, withNames } from "../sentences.js";
import { settings } from "../settings.js";
import { isShow, ownSide, termsAgain, total } from "./state.js";

/**
 * What acting needs of the view.
 *
 * @typedef {object} Table
 * @property {import("./state.js").PlayState} state
 * @property {import("../board/board.js").Board} board
 * @property {import("./coach.js").Coach} coach
 * @property {() => HTMLInputElement} input the field for moves that are typed
 * @property {() => void} draw
 * @property {(plies: number) => void} look
 * @property {(next: GameView) => void} onAnswer
 */

export class Acting {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.id = table.state.game.id;
  }

  get state() {
    return this.table.state;
  }

  async refresh() {
    try {
      this.state.game = await get(`/games/${this.id}`);
      this.state.received = performance.now();
      this.table.draw();
    } catch {
      // Told already.
    }
  }

  /** The side of a person who waits for the engine, and may say what to play next. */
  waitingSide() {
    const { game, looking } = this.state;
    const isWaiting = game.thinking && !game.verdict && looking === undefined;
    return isWaiting && !isShow(game) ? ownSide(game) : undefined;
  }

  /** Plays what was said while the engine thought, if the rules allow it now. */
  playWaiting() {
    const { thinking, verdict, position } = this.state.game;
    if (thinking || verdict) return;
    const [from, to] = this.table.board.takePremove() ?? [];
    if (!from || !to) return;
    const fits = position.legal.filter(
      ({ path, targets = [] }) =>
        path[0] === from && (path[path.length - 1] === to || targets.includes(to)),
    );
    // A pawn that promotes becomes a queen; of several captures none is guessed.
    const [first] = fits.filter(({ promotion }) => !promotion || promotion === "q");
    const isSure = fits.length === 1 || fits.every(({ promotion }) => promotion);
    if (first && isSure) this.send(first.code);
  }

  /**
   * @param {string} what
   * @param {{ move?: string, ply?: number, paused?: boolean }} [body]
   */
  async act(what, body = {}) {
    try {
      this.table.onAnswer(await post(`/games/${this.id}/${what}`, body));
    } catch (error) {
      complain(error);
      await this.refresh();
    }
  }

  /**
   * @param {string} code
   * @param {{ isSure?: boolean }} [how]
   */
  async send(code, { isSure = false } = {}) {
    const { state } = this;
    if (state.isBusy) return;
    state.isBusy = true;
    const ply = total(state);
    try {
      const isWarned = settings.warn && !isSure;
      if (!isWarned || (await this.isStillMeant(code, ply))) {
        await this.act("move", { move: code, ply });
      }
    } finally {
      state.isBusy = false;
    }
  }

  /**
   * Whether the coach lets a move pass, and the game still waits for it: the player may have taken
   * back, given up or gone away meanwhile. If not, the piece goes back to where it was.
   *
   * @param {string} code
   * @param {number} ply
   */
  async isStillMeant(code, ply) {
    const { state } = this;
    const { coach, board } = this.table;
    const isHeld = await coach.holdsBack(code);
    const isMeant = !isHeld && !state.isLeft && ply === total(state) && !state.game.verdict;
    if (isMeant) return true;
    if (isHeld) board.takeDropped();
    if (!state.isLeft) this.table.draw();
    return false;
  }

  /** @param {string} words */
  async sendTyped(words) {
    if (this.state.looking !== undefined) this.table.look(total(this.state));
    await this.send(words);
    if (!this.table.coach.warned) this.table.input().focus();
  }

  async askHint() {
    const { state } = this;
    const { board } = this.table;
    if (state.hint && state.hint.ply === total(state)) {
      const { path, text: move } = state.hint.move;
      board.hint(path[0]);
      board.point([{ path, kind: "engine" }]);
      tell(t("play.hint-is", { move }));
      return;
    }
    try {
      /** @type {HintView} */
      const found = await post(`/games/${this.id}/hint`);
      if (found.ply !== total(state)) return;
      state.hint = found;
      state.looking = undefined;
      this.table.draw();
      board.hint(found.move.path[0]);
      tell(t("play.hint-piece", { square: found.move.path[0] }));
    } catch (error) {
      complain(error);
    }
  }

  async offerDraw() {
    try {
      /** @type {DrawAnswer} */
      const answer = await post(`/games/${this.id}/draw`);
      this.table.onAnswer(answer.game);
      if (!answer.accepted) tell(t("play.draw-refused"));
    } catch (error) {
      complain(error);
    }
  }

  async save() {
    try {
      const record = withNames(await text(`/games/${this.id}/record`), this.state.game.seats);
      download(fileName(this.state.game.position.game, this.id), record);
    } catch (error) {
      complain(error);
    }
  }

  async again() {
    try {
      /** @type {GameView} */
      const next = await post("/games", termsAgain(this.state.game));
      location.hash = `#/game/${next.id}`;
    } catch (error) {
      complain(error);
    }
  }
}
