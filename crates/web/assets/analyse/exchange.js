// @ts-check
// Games come and go in an analysis: pasted, opened, begun anew, drawn in the editor. The one that
// was there is put away, and comes back if that is wanted.

import { complain, tell } from "../announce.js";
import { post } from "../api.js";
import { t } from "../i18n.js";
import { remember, settings } from "../settings.js";
import { openPaste, readGames } from "./dialogs.js";
import { EditorView } from "./editor.js";
import { NO_SOURCE, gamesIn, keepSource, placed } from "./source.js";
import { freshTree, keepReview } from "./state.js";
import { Tree } from "./tree.js";

/**
 * What the exchange of games needs of the view.
 *
 * @typedef {object} ExchangeDesk
 * @property {HTMLElement} main
 * @property {import("./state.js").AnalyseState} state
 * @property {import("../board/board.js").Board} board
 * @property {HTMLElement} moves the list of moves
 * @property {(node: import("./tree.js").TreeNode | undefined) => void} go
 * @property {() => void} keep
 * @property {() => void} draw
 * @property {() => void} stopReview
 * @property {() => void} pause nothing is searched any more
 * @property {(inner: { flip: () => void }) => void} enter
 * @property {(words: string, back: () => void) => void} offerBack
 */

export class Exchange {
  /** @param {ExchangeDesk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  get state() {
    return this.desk.state;
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
    this.desk.go(undefined);
  }

  /** @param {Pick<import("./state.js").AnalyseState, "tree" | "source" | "review">} what */
  put(what) {
    this.desk.stopReview();
    Object.assign(this.state, what);
    this.desk.board.setGame(what.tree.game);
    this.desk.keep();
    if (what.review) keepReview(what.review);
    this.desk.draw();
  }

  /**
   * @param {RecordView} found
   * @param {import("./source.js").Source} source
   */
  load(found, source) {
    const faults = placed(source, found.faults);
    this.show(Tree.from(found), { ...source, faults });
    // The button that was pressed has gone; the moves are what comes next.
    this.desk.moves.focus();
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
      this.desk.go(undefined);
      this.desk.moves.focus();
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
      this.desk.offerBack(t("analyse.put-away"), () => {
        this.put({ tree, source, review });
        keepSource(source);
        this.desk.go(tree.current);
      });
    } catch (error) {
      complain(error);
    }
  }

  edit() {
    const { position } = this.state;
    if (!position) return;
    this.desk.pause();
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
    this.desk.enter(new EditorView(this.desk.main, { position, onDone, onCancel }));
  }
}
