// @ts-check
// A game as it is told: a stream of events, for as long as the page is seen.

import { eventSource } from "../transport.js";

/** Milliseconds until the server is asked again after it has said no. */
const PATIENCE = 1500;

/**
 * Listens to a game; `onGame` is called with what changed, `onLost` when the server is gone.
 * Returns what ends it.
 *
 * @param {string} id
 * @param {(game: GameView) => void} onGame
 * @param {() => void} onLost
 */
export function listenToGame(id, onGame, onLost) {
  /** @type {ReturnType<typeof eventSource> | undefined} */
  let source;
  let isOver = false;

  function open() {
    if (source || isOver || document.hidden) return;
    source = eventSource(`/games/${id}/events`);
    source.onmessage = (/** @type {{ data: string }} */ event) => onGame(JSON.parse(event.data));
    source.onerror = () => {
      onLost();
      // The browser tries again by itself, unless the server has said no.
      if (source?.readyState !== EventSource.CLOSED) return;
      source = undefined;
      setTimeout(open, PATIENCE);
    };
  }

  function close() {
    source?.close();
    source = undefined;
  }

  /** A browser keeps few connections: a tab that is not seen needs none. */
  const onVisibility = () => (document.hidden ? close() : open());

  document.addEventListener("visibilitychange", onVisibility);
  open();
  return () => {
    isOver = true;
    close();
    document.removeEventListener("visibilitychange", onVisibility);
  };
}
