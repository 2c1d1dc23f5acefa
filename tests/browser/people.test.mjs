// Opponents like people: how they are chosen, and their manners.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, moves, sharedHouse, status } from "./helpers.mjs";

const house = sharedHouse();

const like = (rating, more = {}) => ({ kind: "engine", like: rating, seed: 5, ...more });

async function setSlider(page, rating) {
  await page.locator(".setup input[type=range]").evaluate((slider, wanted) => {
    slider.value = String(wanted);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, rating);
}

test("a person of any rating is chosen by a slider without steps, in chess", async () => {
  const page = await house.page();
  await house.go(page, "/");
  await page.getByRole("radio", { name: "Like a person" }).check();
  const slider = page.getByLabel("Rating on lichess");
  assert.equal(await slider.getAttribute("min"), "600");
  assert.equal(await slider.getAttribute("max"), "2200");
  await setSlider(page, 700);
  assert.match(await page.textContent(".setup"), /Like a player of 700.*A beginner/s);
  await setSlider(page, 1237);
  const text = await page.textContent(".setup");
  assert.match(text, /Like a player of 1237/);
  assert.doesNotMatch(text, /A beginner/);
  const gives = page.getByLabel("Gives up when all is lost");
  assert.ok(await gives.isVisible());
  await setSlider(page, 1400);
  assert.ok(!(await gives.isVisible()), "from 1400 on they do so by themselves");
  await setSlider(page, 1237);
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.waitForSelector(".moves");
  assert.match(await page.textContent(".board-column"), /Damier, like 1237/);
  await click(page, "e2");
  await click(page, "e4");
  await moves(page, 2);
  await house.go(page, "/");
  await page.getByRole("radio", { name: "Draughts" }).check();
  assert.match(await page.textContent(".setup"), /In draughts there are levels only/);
  assert.equal(await page.getByRole("radio", { name: "Like a person" }).count(), 0);
  await page.context().close();
});

test("with a clock a person takes time, and its clock runs meanwhile", async () => {
  const page = await house.page();
  const seats = { white: { kind: "human" }, black: like(1500) };
  // After the opening; a recapture would be fast, this is not one.
  const played = "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7 O-O O-O Nc3 d6".split(" ");
  const clock = { time: 60, increment: 0 };
  const id = await house.game(page, { game: "chess", moves: played, clock, ...seats });
  await click(page, "h2");
  await click(page, "h3");
  await moves(page, 14);
  const game = await house.get(`/games/${id}`);
  assert.ok(game.clock.left[1] < 59_800, `Black has ${game.clock.left[1]} ms left`);
  await page.context().close();
});

test("who has lost gives up from 1400 on, and below plays on", async () => {
  const page = await house.page();
  const fen = "4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1";
  const terms = { game: "chess", fen, moves: ["Ke7", "Kd2", "Ke6"], white: { kind: "human" } };
  await house.game(page, { ...terms, black: like(1600) });
  await click(page, "d2");
  await click(page, "d3");
  await page.waitForSelector(".result:not([hidden])");
  assert.match(await page.textContent(".result"), /1–0.*resign/i);
  await house.game(page, { ...terms, black: like(1300) });
  await click(page, "d2");
  await click(page, "d3");
  await moves(page, 5);
  assert.ok(await page.locator(".result").isHidden());
  await page.context().close();
});

test("a draw is offered where nothing happens, and can be accepted", async () => {
  const page = await house.page();
  // Nobody can get through. White's king walks in a ring of 24 squares, so nothing comes up thrice.
  const fen = "3k4/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1";
  const ring = "a1 b1 c1 d1 e1 f1 g1 h1 h2 h3 g3 g2 f2 f3 e3 e2 d2 d3 c3 c2 b2 b3 a3 a2".split(" ");
  const step = (count) => [ring[count % 24], ring[(count + 1) % 24]];
  const played = Array.from({ length: 80 }, (_, ply) => {
    if (ply % 2 === 0) return step(ply / 2).join("");
    return ply % 4 === 1 ? "d8e8" : "e8d8";
  });
  const seats = { white: { kind: "human" }, black: like(1800) };
  const id = await house.game(page, { game: "chess", fen, moves: played, ...seats });
  const [from, to] = step(40);
  await click(page, from);
  await click(page, to);
  await moves(page, 82);
  await status(page, "Damier offers a draw");
  assert.ok((await house.get(`/games/${id}`)).offer);
  await page.getByRole("button", { name: "Accept the draw" }).click();
  await page.waitForSelector(".result:not([hidden])");
  assert.match(await page.textContent(".result"), /½–½.*agree/i);
  await page.context().close();
});
