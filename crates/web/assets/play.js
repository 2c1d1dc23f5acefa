// A game that is being played. The server keeps it and says what changed; several tabs may look on.

import { download, get, post, text } from "./api.js";
import { announce, complain, complainOfMove, tell } from "./announce.js";
import { Board } from "./board.js";
import { Coach, helpChoices } from "./coach.js";
import { button, h, newId, replace } from "./dom.js";
import { t } from "./i18n.js";
import { pairList } from "./movelist.js";
import { remember, settings } from "./settings.js";
import { play as sound } from "./sound.js";
import { resultSign, seatName, spoken, verdictText } from "./words.js";

export async function playView(main, site, [id]) {
  let game = await get(`/games/${id}`);
  const name = game.position.game;
  const isShow = game.seats.every((seat) => seat.kind === "engine");
  const isFriends = game.seats.every((seat) => seat.kind === "human");
  const ownSide = game.seats[0].kind === "human" || isShow ? "white" : "black";
  // How many moves are shown; nothing for all of them.
  let looking;
  let hint;
  let received = performance.now();
  let source;
  let clockTimer;
  let busy = false;
  // Until when a piece is on its way, and what is shown after that.
  let settled = 0;
  let later;
  // The move to which a better one is being shown.
  let pinned;
  let isLeft = false;

  const board = new Board(name, { onMove: (mv) => send(mv.code), onRemark: (words) => tell(words) });
  board.setNumbers(settings.numbers);
  board.flip(ownSide === "black");
  const bars = { white: h("div", { class: "player" }), black: h("div", { class: "player" }) };
  const status = h("p", { class: "status", tabIndex: -1 });
  const result = h("div", { class: "result", hidden: true });
  const moves = h("div", { class: "moves", role: "region", "aria-label": t("moves.label"), tabIndex: 0 });
  const coach = new Coach(id, {
    game: () => game,
    onNews: drawPanel,
    onBetter(index, move) {
      look(index);
      pinned = index;
      draw();
      board.point([{ path: move.path, kind: "engine" }]);
    },
    onTakeBack: () => act("take-back"),
    onAnyway: (code) => send(code, { isSure: true }),
  });
  const choices = isShow ? undefined : helpChoices(() => { coach.judgeLast(); drawPanel(); });
  const actions = h("div", { class: "actions" });
  const steps = h("div", { class: "steps" });
  const typed = h("input", { type: "text", id: newId("typed"), autocomplete: "off", spellcheck: false, autocapitalize: "off", placeholder: name === "chess" ? "Nf3, e2e4" : "32-28" });
  const entry = h("form", { class: "typed", onsubmit: (event) => { event.preventDefault(); sendTyped(); } },
    h("label", { for: typed.id }, t("play.typed")), h("div", { class: "joined" }, typed, h("button", { type: "submit" }, t("play.send"))));

  const total = () => game.moves.length;
  const shownPlies = () => looking ?? total();

  // ---- showing ----

  function shown() {
    const plies = shownPlies();
    const last = game.moves[plies - 1];
    const isLive = plies === total();
    const canMove = isLive && !game.verdict && !game.thinking && !isShow;
    return {
      board: last ? last.board : game.start_board,
      legal: canMove ? game.position.legal : [],
      last: last?.move,
      check: last ? last.check : isLive ? game.position.check : undefined,
      turn: game.position.turn,
    };
  }

  function draw({ animate = false } = {}) {
    board.show(shown(), { animate });
    board.point([]);
    // Moved about only when it is flipped: what is moved loses the focus.
    const above = bars[board.flipped ? "white" : "black"];
    const below = bars[board.flipped ? "black" : "white"];
    if (column.firstChild !== above) replace(column, above, board.element, below);
    drawPanel();
  }

  /** All but the board: a piece that somebody has picked up, and arrows, stay as they are. */
  function drawPanel() {
    const focused = panel.contains(document.activeElement) ? document.activeElement : undefined;
    drawPlayers();
    pairList(moves, game.moves.map((node, index) => coach.signed(node, index)), shownPlies() - 1, (index) => look(index + 1));
    drawStatus();
    coach.draw(pinned ?? (looking === undefined ? undefined : looking - 1));
    drawActions();
    // What had the focus was made anew, or has gone: then what is said is what comes next.
    if (focused && !focused.isConnected) (panel.querySelector(`[data-action="${focused.dataset.action}"]:not(:disabled)`) ?? status).focus({ preventScroll: true });
  }

  function drawPlayers() {
    const now = performance.now();
    for (const [index, side] of ["white", "black"].entries()) {
      const seat = game.seats[index];
      const isTurn = !game.verdict && game.position.turn === side;
      const label = isFriends ? t(`side.${side}`) : seatName(seat, true);
      const parts = [h("span", { class: `token ${side}` }), h("span", { class: "name" }, label)];
      if (seat.kind === "engine" && isTurn && game.thinking) parts.push(h("span", { class: "thinking" }, t("play.thinking")));
      if (game.clock) {
        const passed = game.clock.running === side ? now - received : 0;
        const left = Math.max(0, game.clock.left[index] - passed);
        parts.push(h("span", { class: left < 20000 && isTurn ? "clock short" : "clock", role: "timer", "aria-label": t("clock.of", { side: t(`side.${side}`) }) }, clockText(left)));
      }
      bars[side].className = isTurn ? "player turn" : "player";
      replace(bars[side], parts);
    }
  }

  function drawStatus() {
    result.hidden = !game.verdict;
    if (game.verdict) {
      replace(result, h("strong", {}, resultSign(name, game.verdict)), h("span", {}, verdictText(game.verdict)));
      status.textContent = t("play.over");
      return;
    }
    if (looking !== undefined && looking !== total()) status.textContent = t("play.looking-back");
    else if (isShow) status.textContent = game.paused ? t("play.paused") : t("play.show");
    else if (game.thinking) status.textContent = t("play.waiting");
    else if (game.position.claim) status.textContent = t("play.claim", { reason: t(`reason.${game.position.claim}`) });
    else if (isFriends) status.textContent = t("play.turn", { side: t(`side.${game.position.turn}`) });
    else status.textContent = game.position.check ? t("play.your-turn-check") : t("play.your-turn");
  }

  function drawActions() {
    const canAct = !game.verdict;
    const one = (action, icon, label, act, options = {}) => button(icon, label, act, { "data-action": action, ...options });
    const list = [];
    if (isShow && canAct) list.push(one("pause", game.paused ? "play" : "pause", t(game.paused ? "play.go-on" : "play.pause"), () => act("pause", { paused: !game.paused })));
    if (!isShow && total() > 0) list.push(one("take-back", "back", t("play.take-back"), () => act("take-back")));
    if (!isShow && canAct) {
      list.push(one("hint", "bulb", t(hint ? "play.hint-move" : "play.hint"), askHint, { disabled: game.thinking }));
      list.push(one("draw", "hand", t(game.position.claim ? "play.claim-draw" : isFriends ? "play.draw" : "play.offer-draw"), offerDraw, { disabled: game.thinking }));
      list.push(resignButton(one));
    }
    list.push(one("flip", "flip", t("play.flip"), () => { board.flip(); draw(); }));
    list.push(one("analyse", "search", t("play.analyse"), () => { location.hash = `#/analyse/game:${id}`; }));
    if (game.verdict && total() > 0) list.push(one("review", "bulb", t("play.review"), () => { location.hash = `#/analyse/review:${id}`; }));
    list.push(one("save", "save", t("play.save"), save));
    if (game.verdict) list.push(one("again", "plus", t("play.again"), again, { class: "primary" }));
    replace(actions, list);
    const atStart = shownPlies() === 0;
    const atEnd = shownPlies() === total();
    replace(steps,
      button("first", t("step.first"), () => look(0), { bare: true, disabled: atStart, "data-action": "first" }),
      button("previous", t("step.previous"), () => look(shownPlies() - 1), { bare: true, disabled: atStart, "data-action": "previous" }),
      button("next", t("step.next"), () => look(shownPlies() + 1), { bare: true, disabled: atEnd, "data-action": "next" }),
      button("last", t("step.last"), () => look(total()), { bare: true, disabled: atEnd, "data-action": "last" }));
  }

  function resignButton(one) {
    let sure = false;
    const resign = one("resign", "flag", t("play.resign"), () => {
      if (sure) {
        act("resign");
        return;
      }
      sure = true;
      resign.classList.add("sure");
      resign.querySelector("span").textContent = t("play.resign-sure");
      setTimeout(() => {
        sure = false;
        resign.classList.remove("sure");
        resign.querySelector("span").textContent = t("play.resign");
      }, 4000);
    });
    return resign;
  }

  // ---- what the server says ----

  function update(next, { isAnswer = false } = {}) {
    // An answer may be late: what the stream has told meanwhile counts.
    if (isAnswer && next.version < game.version) return;
    const before = game;
    const isSame = next.version === before.version && next.moves.length === before.moves.length
      && next.thinking === before.thinking && next.paused === before.paused;
    if (isSame) {
      // Told twice, by an answer and by the stream; drawing it again would cut the animation short.
      game = next;
      received = performance.now();
      drawPlayers();
      drawStatus();
      return;
    }
    // A piece that is on its way arrives before the next one leaves.
    clearTimeout(later);
    const wait = settled - performance.now();
    if (!isAnswer && wait > 0) {
      later = setTimeout(() => update(next), wait);
      return;
    }
    const isNews = next.moves.length !== before.moves.length || next.verdict?.reason !== before.verdict?.reason;
    received = performance.now();
    game = next;
    if (!isNews) {
      hint = undefined;
      draw();
      return;
    }
    hint = undefined;
    looking = undefined;
    pinned = undefined;
    coach.warned = undefined;
    const dropped = board.dropped;
    board.dropped = false;
    draw({ animate: !dropped });
    if (!dropped && !board.reduced) settled = performance.now() + 190;
    typed.value = "";
    coach.judgeLast();
    const last = game.moves[total() - 1];
    if (next.moves.length > before.moves.length && last) {
      const mover = game.position.turn === "white" ? "black" : "white";
      announce(spoken(last, mover) + (game.verdict ? `. ${verdictText(game.verdict)}` : ""));
      sound(game.verdict ? "end" : last.check ? "check" : last.move.captured?.length ? "capture" : "move");
    } else if (game.verdict) {
      announce(verdictText(game.verdict));
      sound("end");
    } else announce(t("play.taken-back"));
  }

  function listen() {
    if (source || document.hidden) return;
    source = new EventSource(`/api/games/${id}/events`);
    source.onmessage = (event) => {
      status.classList.remove("lost");
      update(JSON.parse(event.data));
    };
    source.onerror = () => {
      status.classList.add("lost");
      status.textContent = t("problem.offline");
      // The browser tries again by itself, unless the server has said no.
      if (source?.readyState === EventSource.CLOSED) {
        source = undefined;
        setTimeout(() => { if (clockTimer) listen(); }, 1500);
      }
    };
  }

  /** A browser keeps few connections: a tab that nobody sees needs none. */
  function seen() {
    if (document.hidden) {
      source?.close();
      source = undefined;
    } else listen();
  }

  // ---- what the player does ----

  async function act(what, body = {}) {
    try {
      update(await post(`/games/${id}/${what}`, body), { isAnswer: true });
    } catch (error) {
      if (body.move) complainOfMove(error, body.move);
      else complain(error);
      await refresh();
    }
  }

  async function refresh() {
    try {
      game = await get(`/games/${id}`);
      received = performance.now();
      draw();
    } catch {
      // Told already.
    }
  }

  async function send(code, { isSure = false } = {}) {
    if (busy) return;
    busy = true;
    const ply = total();
    try {
      if (settings.warn && !isSure && !isShow) {
        if (await coach.holdsBack(code)) {
          // The piece goes back to where it was.
          board.dropped = false;
          draw();
          return;
        }
        // Somebody may have taken back, given up or gone away meanwhile.
        if (isLeft || ply !== total() || game.verdict) {
          if (!isLeft) draw();
          return;
        }
      }
      await act("move", { move: code, ply });
    } finally {
      busy = false;
    }
  }

  async function sendTyped() {
    const words = typed.value.trim();
    if (!words) return;
    if (looking !== undefined) look(total());
    await send(words);
    if (!coach.warned) typed.focus();
  }

  async function askHint() {
    if (hint && hint.ply === total()) {
      board.hint(hint.move.path[0]);
      board.point([{ path: hint.move.path, kind: "engine" }]);
      announce(t("play.hint-is", { move: hint.move.text }));
      tell(t("play.hint-is", { move: hint.move.text }));
      return;
    }
    try {
      const found = await post(`/games/${id}/hint`);
      if (found.ply !== total()) return;
      hint = found;
      looking = undefined;
      draw();
      board.hint(hint.move.path[0]);
      tell(t("play.hint-piece", { square: hint.move.path[0] }));
    } catch (error) {
      complain(error);
    }
  }

  async function offerDraw() {
    try {
      const answer = await post(`/games/${id}/draw`);
      update(answer.game, { isAnswer: true });
      if (!answer.accepted) tell(t("play.draw-refused"));
    } catch (error) {
      complain(error);
    }
  }

  async function save() {
    try {
      download(`damier-${id}.${name === "draughts" ? "pdn" : "pgn"}`, await text(`/games/${id}/record`));
    } catch (error) {
      complain(error);
    }
  }

  /** The same again, with colours changed and another seed. */
  async function again() {
    const fresh = (seat) => (seat.kind === "engine" ? { ...seat, seed: 0 } : seat);
    const [white, black] = game.seats.map(fresh);
    const asked = { game: name, white: isShow ? white : black, black: isShow ? black : white };
    if (game.clock) asked.clock = game.clock.pace;
    if (game.custom_start) asked.fen = game.start;
    try {
      const next = await post("/games", asked);
      location.hash = `#/game/${next.id}`;
    } catch (error) {
      complain(error);
    }
  }

  function look(plies) {
    const wanted = Math.min(Math.max(plies, 0), total());
    const isStep = Math.abs(wanted - shownPlies()) === 1;
    looking = wanted === total() ? undefined : wanted;
    pinned = undefined;
    draw({ animate: isStep });
  }

  // ---- putting it together ----

  const column = h("div", { class: "board-column" });
  const panel = h("div", { class: "panel playing" },
    h("h1", { class: "unseen" }, t("play.title")), status, result, coach.element, moves, steps, !isShow && entry, actions, choices);
  replace(main, h("div", { class: "desk" }, column, panel));
  document.title = `Damier – ${t(`game.${name}`)}`;
  draw();
  coach.judgeLast();
  listen();
  document.addEventListener("visibilitychange", seen);
  clockTimer = setInterval(() => { if (game.clock?.running) drawPlayers(); }, 200);

  return {
    leave() {
      isLeft = true;
      coach.leave();
      source?.close();
      source = undefined;
      clearInterval(clockTimer);
      clearTimeout(later);
      clockTimer = undefined;
      document.removeEventListener("visibilitychange", seen);
    },
    key(key) {
      const known = {
        ArrowLeft: () => look(shownPlies() - 1),
        ArrowRight: () => look(shownPlies() + 1),
        Home: () => look(0),
        End: () => look(total()),
        f: () => { board.flip(); draw(); },
        n: () => { remember({ numbers: !settings.numbers }); board.setNumbers(settings.numbers); },
        h: () => { if (!isShow && !game.verdict && !game.thinking) askHint(); },
        " ": () => { if (isShow && !game.verdict) act("pause", { paused: !game.paused }); },
      };
      if (!known[key]) return false;
      known[key]();
      return true;
    },
  };
}

function clockText(milliseconds) {
  const tenths = Math.floor(milliseconds / 100);
  const seconds = Math.floor(tenths / 10);
  const pad = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours > 0) return `${hours}:${pad(minutes)}:${pad(seconds % 60)}`;
  if (seconds < 20) return `${minutes}:${pad(seconds % 60)}.${tenths % 10}`;
  return `${minutes}:${pad(seconds % 60)}`;
}
