// Playing: whole games of both kinds, and everything one can do at a board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { centre, click, drag, engine, label, moves, sharedHouse, status } from "./helpers.mjs";

// Castling on both sides, en passant, promotion with capture, mate.
const CHESS =
  "e2e4 d7d5 e4d5 c7c5 d5c6 g8f6 c6b7 g7g6 b7a8q f8g7 g1f3 e8g8 f1e2 b8d7 e1g1 c8b7 a8b7 " +
  "f6h5 d2d4 d7c5 d4c5 g7b2 d1d8 b2c1 d8f8 g8f8 f1c1 f8g7 b7e7 h7h6 e2c4 g7g8 e7f7 g8h8 f7g8";
// A capture of four and a promotion; Black has nothing left.
const DRAUGHTS =
  "31-26 17-21 26x17 11x22 37-31 20-24 41-37 22-28 32x23 19x28 33x22 18x27 31x22 24-30 34x25 " +
  "13-18 22x13 9x18 38-32 14-20 25x14 10x19 46-41 5-10 40-34 18-22 37-31 16-21 31-27 22x31 " +
  "36x27x16 3-9 43-38 6-11 42-37 12-17 39-33 17-21 16x27 11-17 48-43 8-12 43-39 19-24 33-28 " +
  "24-30 35x24 17-22 28x17x8 2x13 41-36 15-20 24x15 1-6 45-40 10-14 32-28 13-19 38-33 9-13 " +
  "40-35 19-24 34-29 7-12 29x20x9x18x7 6-11 7x16 4-10 15x4";

const house = sharedHouse();

test("a whole game of chess, by clicks and by dragging", async () => {
  const page = await house.page();
  const id = await house.game(page, { game: "chess" });
  for (const [ply, code] of CHESS.split(" ").entries()) {
    const [from, to] = [code.slice(0, 2), code.slice(2, 4)];
    if (ply % 3 === 2) await drag(page, from, to);
    else {
      await click(page, from);
      await click(page, to);
    }
    if (code.length > 4) {
      await page.waitForSelector(".chooser:not([hidden]) button");
      await page.getByRole("button", { name: "Promote to white queen" }).click();
    }
    await moves(page, ply + 1);
  }
  assert.match(await page.textContent(".result"), /1–0.*White wins: checkmate/);
  assert.match(await page.textContent("#announcer"), /White wins: checkmate/);
  const game = await house.get(`/games/${id}`);
  const texts = game.moves.map((node) => node.move.text);
  assert.ok(
    texts.includes("O-O") &&
      texts.includes("dxc6") &&
      texts.includes("bxa8=Q") &&
      texts.at(-1).endsWith("#"),
    texts.join(" "),
  );
  await page.context().close();
});

test("a whole game of draughts with a capture of four", async () => {
  const page = await house.page();
  await house.game(page, { game: "draughts" });
  for (const [ply, code] of DRAUGHTS.split(" ").entries()) {
    const squares = code.split(/[-x]/);
    await click(page, squares[0]);
    await click(page, squares.at(-1));
    await moves(page, ply + 1);
  }
  assert.match(await page.textContent(".result"), /2–0.*White wins: no move is left/);
  assert.equal(await label(page, "4"), "square 4, white king");
  await page.context().close();
});

test("captures with the same ends are told apart by the squares on the way", async () => {
  const page = await house.page();
  const fen = "W:WK4:B13,20,32,37";
  const view = await house.post("/position", { game: "draughts", fen });
  const ends = new Map();
  for (const mv of view.legal) {
    const key = `${mv.path[0]} ${mv.path.at(-1)}`;
    ends.set(key, [...(ends.get(key) ?? []), mv]);
  }
  const [several] = [...ends.values()].filter((list) => list.length > 1);
  assert.ok(several, "the position has such captures");
  const [one, other] = several;
  const isOn = (mv, square) =>
    [mv.path, ...(mv.other_paths ?? [])].some((path) => path.slice(1, -1).includes(square));
  const telling = one.path.slice(1, -1).find((square) => !isOn(other, square));
  assert.ok(telling, "a square tells them apart");
  await house.game(page, { game: "draughts", fen });
  await click(page, one.path[0]);
  await click(page, one.path.at(-1));
  await page.waitForFunction(() =>
    document.getElementById("notice").textContent.includes("click the squares on the way"),
  );
  assert.equal(await page.locator(".moves .move").count(), 0, "nothing is played yet");
  await click(page, telling);
  await moves(page, 1);
  for (const square of one.captured) assert.match(await label(page, square), /empty/);
  await page.context().close();
});

test("the engine answers, moves are taken back, and a hint comes in two steps", async () => {
  const page = await house.page();
  const id = await house.game(page, { game: "chess", black: engine(2) });
  await click(page, "e2");
  assert.equal(await page.locator(".dots circle").count(), 2, "dots on e3 and e4");
  await click(page, "e4");
  await moves(page, 2);
  await status(page, "Your turn");
  await page.getByRole("button", { name: "Take back" }).click();
  await moves(page, 0);
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.waitForSelector(".marks .hinted");
  assert.equal(await page.locator(".arrow").count(), 0, "first only the piece");
  await page.getByRole("button", { name: "Show the move" }).click();
  await page.waitForSelector(".arrow.engine");
  assert.match(await page.textContent("#announcer"), /Damier would play/);
  assert.equal((await house.get(`/games/${id}`)).moves.length, 0, "a hint plays nothing");
  await page.context().close();
});

test("pieces travel, take on the way and arrive", async () => {
  const page = await house.page({ reducedMotion: "no-preference" });
  await house.game(page, { game: "draughts", fen: "W:W33:B18,19,28,1", moves: [] });
  // Every animation that begins is counted.
  await page.evaluate(() => {
    window.begun = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function count(frames, options) {
      window.begun.push(frames.length);
      return animate.call(this, frames, options);
    };
  });
  await click(page, "33");
  await click(page, "22");
  await moves(page, 1);
  assert.deepEqual(
    await page.evaluate(() => window.begun.sort()),
    [3, 3, 3, 4],
    "three jumps, and what they took fades",
  );
  await page.waitForFunction(() => document.getAnimations().length === 0);
  assert.equal(await page.locator(".pieces .piece").count(), 2);
  assert.match(await label(page, "24"), /white man/);
  await page.context().close();
});

test("resigning asks twice, and people agree on a draw", async () => {
  const page = await house.page();
  await house.game(page, { game: "draughts" });
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Really resign?" }).click();
  await page.waitForSelector(".result:not([hidden])");
  assert.match(await page.textContent(".result"), /Black wins: the other side resigned/);
  await house.game(page, { game: "chess" });
  await page.getByRole("button", { name: "Agree on a draw" }).click();
  await page.waitForSelector(".result:not([hidden])");
  assert.match(await page.textContent(".result"), /½–½.*agreed/);
  await page.context().close();
});

test("a game is set up on the page and begins", async () => {
  const page = await house.page();
  await house.go(page, "/");
  await page.getByRole("radio", { name: "Draughts" }).check();
  await page.getByLabel("Level", { exact: true }).fill("2");
  assert.match(await page.textContent(".setup"), /Level 2 · Elo/);
  await page.getByLabel("Style").selectOption("expert");
  await page.getByRole("radio", { name: "Black" }).check();
  await page.getByLabel("Clock").selectOption("300+3");
  await page.getByRole("button", { name: "Start the game" }).click();
  await moves(page, 1);
  await status(page, "Your turn");
  assert.match(await page.textContent(".board-column"), /Damier, level 2, Expert/);
  assert.match(await page.textContent(".clock"), /\d:\d\d/);
  await page.context().close();
});

test("chess960 begins from the numbered position and castles onto the rook", async () => {
  const page = await house.page();
  await house.game(page, {
    game: "chess",
    chess960: 518,
    moves: ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"],
  });
  await click(page, "e1");
  await click(page, "h1");
  await moves(page, 7);
  assert.equal(await label(page, "g1"), "g1, white king");
  await page.context().close();
});

test("engines play while somebody looks on, and pause", async () => {
  const page = await house.page();
  await house.game(page, { game: "draughts", white: engine(2), black: engine(1) });
  await moves(page, 3);
  await page.keyboard.press(" ");
  await status(page, "paused");
  await page.context().close();
});

test("a reload and a restart of the server in mid-game lose nothing", async () => {
  const page = await house.page();
  const id = await house.game(page, { game: "chess", black: engine(3) });
  await click(page, "d2");
  await click(page, "d4");
  await moves(page, 2);
  const before = await house.get(`/games/${id}`);
  await page.reload();
  await moves(page, 2);
  await house.restart();
  await status(page, "Your turn");
  const after = await house.get(`/games/${id}`);
  assert.deepEqual(after.moves, before.moves);
  // The page has found the server again by itself.
  await page.waitForFunction(() => !document.querySelector(".status.lost"));
  await click(page, "c2");
  await click(page, "c4");
  await moves(page, 4);
  await page.context().close();
});

test("two tabs show the same game, and other games stay their own", async () => {
  const page = await house.page();
  const id = await house.game(page, { game: "chess" });
  const second = await page.context().newPage();
  await second.goto(`${house.base}/#/game/${id}`);
  await second.waitForSelector(".moves");
  const third = await page.context().newPage();
  await house.game(third, { game: "draughts" });
  await page.bringToFront();
  await click(page, "e2");
  await click(page, "e4");
  await second.bringToFront();
  await moves(second, 1);
  await click(second, "e7");
  await click(second, "e5");
  await page.bringToFront();
  await moves(page, 2);
  assert.equal(await third.locator(".moves .move").count(), 0);
  await page.context().close();
});

test("a game with nothing but the keyboard", async () => {
  const page = await house.page();
  await house.go(page, "/");
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // From the beginning of the page to the button that starts the game.
  const focused = () =>
    page.evaluate(() => document.activeElement?.value || document.activeElement?.textContent || "");
  for (let step = 0; step < 30 && (await focused()) !== "engine"; step += 1) await press("Tab");
  await press("ArrowRight");
  for (let step = 0; step < 30 && !(await focused()).includes("Start the game"); step += 1)
    await press("Tab");
  await press("Enter");
  await page.waitForSelector(".moves");
  const cell = () => page.evaluate(() => document.activeElement?.dataset?.square);
  for (let step = 0; step < 30 && !(await cell()); step += 1) await press("Tab");
  const walk = async (to) => {
    for (;;) {
      const at = await cell();
      if (at === to) return;
      if (at[0] < to[0]) await press("ArrowRight");
      else if (at[0] > to[0]) await press("ArrowLeft");
      else await press(at[1] < to[1] ? "ArrowUp" : "ArrowDown");
    }
  };
  for (const [ply, [from, to]] of [
    ["f2", "f3"],
    ["e7", "e5"],
    ["g2", "g4"],
    ["d8", "h4"],
  ].entries()) {
    await walk(from);
    await press("Enter");
    assert.match(await label(page, from), /selected/);
    await walk(to);
    assert.match(await label(page, to), /can go here/);
    await press(" ");
    await moves(page, ply + 1);
  }
  assert.match(
    await page.textContent("#announcer"),
    /Black plays Qh4#, check. Black wins: checkmate/,
  );
  // Looking back with the arrows, once the focus has left the board.
  await press("Tab", "Home");
  await status(page, "over");
  assert.match(await label(page, "h4"), /empty/);
  await page.context().close();
});

test("moves can be typed, and a wrong one is told", async () => {
  const page = await house.page();
  await house.game(page, { game: "draughts" });
  const box = page.getByLabel("Your move in words");
  await box.fill("32-28");
  await box.press("Enter");
  await moves(page, 1);
  await box.fill("32-28");
  await box.press("Enter");
  await page.waitForSelector(".notice.problem");
  assert.match(await page.textContent("#notice"), /32-28 is not legal/);
  await page.context().close();
});

test("arrows by hand, flip, and pieces that cannot move there stay", async () => {
  const page = await house.page();
  await house.game(page, { game: "chess" });
  await drag(page, "e2", "e4", { button: "right" });
  assert.equal(await page.locator(".arrow.hand").count(), 1);
  await drag(page, "e2", "e5");
  assert.equal(await page.locator(".moves .move").count(), 0);
  const [, below] = await centre(page, "a1");
  await page.keyboard.press("f");
  const [, above] = await centre(page, "a1");
  assert.ok(above < below);
  await page.context().close();
});

test("games are listed, saved and deleted", async () => {
  const page = await house.page();
  const id = await house.game(page, { game: "draughts", moves: ["32-28", "19-23", "28x19"] });
  await house.go(page, "/games");
  const row = page.locator(`li:has(a[href="#/game/${id}"])`);
  const saved = page.waitForEvent("download");
  await row.getByRole("button", { name: /Save/ }).click();
  assert.match((await saved).suggestedFilename(), /\.pdn$/);
  await row.getByRole("button", { name: /Delete/ }).click();
  await row.getByRole("button", { name: /Really/ }).click();
  await row.waitFor({ state: "detached" });
  assert.equal((await house.get(`/games/${id}`)).error, "missing");
  await page.context().close();
});
