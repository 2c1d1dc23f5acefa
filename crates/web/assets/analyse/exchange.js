// @ts-check
// Games come and go in an analysis: pasted, opened, begun anew, drawn in the editor. The one that
// was there is put away, and comes back if that is wanted.

import { complain, tell } from "../announce.js";
import { language, t } from "../i18n.js";
import { remember, settings } from "../settings.js";
import { openPaste } from "./dialogs.js";
import { EditorView } from "./editor.js";
import { openKept } from "./kept.js";
import { bring } from "./reading.js";
import { attach, freshTree, keepReview, reviewOf } from "./state.js";
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
 * @property {(how: { isChange: boolean }) => void} keep
 * @property {() => Promise<void>} leaveKept a game of the library goes: what was changed is saved
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
   * @param {FaultView[]} [faults]
   */
  show(tree, faults = []) {
    this.put({ tree, faults, kept: undefined, review: undefined });
    this.desk.go(undefined);
  }

  /**
   * @param {Pick<import("./state.js").AnalyseState, "tree" | "kept" | "faults" | "review">} what
   */
  put(what) {
    this.desk.stopReview();
    this.desk.leaveKept();
    Object.assign(this.state, what);
    this.desk.board.setGame(what.tree.game);
    this.desk.keep({ isChange: false });
    if (what.review) keepReview(what.review);
    this.desk.draw();
  }

  /** @param {import("./reading.js").Brought} brought */
  async load(brought) {
    if ("first" in brought) {
      await this.open(brought.first);
      if (brought.faults.length > 0) {
        this.state.faults = brought.faults;
        this.desk.draw();
      }
    } else this.show(Tree.from(brought.record), brought.record.faults);
    // The button that was pressed has gone; the moves are what comes next.
    this.desk.moves.focus();
    tell(t(this.state.faults.length > 0 ? "paste.read-part" : "paste.read-all"));
  }

  /**
   * A game of the library.
   *
   * @param {number} id
   */
  async open(id) {
    await this.desk.leaveKept();
    const { tree, kept, review: found, faults } = await openKept(id);
    const review = found && reviewOf(tree, found, language());
    if (review) attach(tree, review);
    this.put({ tree, kept, faults, review });
    this.desk.go(undefined);
  }

  /**
   * A text that was pasted or a file that was dropped, wherever that was.
   *
   * @param {string | File} what
   */
  async take(what) {
    if (typeof what !== "string") {
      openPaste((brought) => this.load(brought), what);
      return;
    }
    try {
      await this.load(await bring(what));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {GameName} game */
  async fresh(game) {
    const { tree, kept, faults, review } = this.state;
    try {
      this.show(await freshTree(game));
      if (tree.roots.length === 0) return;
      this.desk.offerBack(t("analyse.put-away"), () => {
        this.put({ tree, kept, faults, review });
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
