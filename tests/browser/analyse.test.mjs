// Analysing: texts, trees, the engine and the editor.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, label, moves, paste, sharedHouse } from "./helpers.mjs";

const house = sharedHouse();

test("a pasted PGN is walked through, added to and exported", async () => {
  const page = await house.page();
  await house.go(page, "/analyse");
  await paste(
    page,
    '[White "Ada"]\n[Black "Bea"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 (2. f4!? {the gambit} ' +
      "exf4) 2... Nc6 3. Bb5 1-0\n",
  );
  await moves(page, 7);
  assert.match(await page.textContent(".tree"), /f4!\?/);
  assert.match(await page.textContent(".tree"), /the gambit/);
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".move.current")?.textContent === "Bb5");
  assert.equal(await label(page, "b5"), "b5, white bishop");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector(".move.current")?.textContent === "Nc6");
  await page.waitForFunction(() => document.querySelector(".status").textContent.includes("White"));
  await click(page, "d2");
  await click(page, "d4");
  await moves(page, 8);
  assert.equal(await page.locator(".variation").count(), 2);
  await page.getByRole("button", { name: "Export" }).click();
  const text = await page.getByLabel("PGN", { exact: true }).inputValue();
  assert.match(text, /\[White "Ada"\]/);
  assert.match(
    text,
    /2\. Nf3 \(2\. f4 \$5 \{the gambit\} 2\.\.\. exf4\) 2\.\.\. Nc6 3\. Bb5 \(3\. d4\) 1-0/,
  );
  await page.context().close();
});

test("a PDN and a file of several games are read, and what is wrong is named", async () => {
  const page = await house.page();
  await house.go(page, "/analyse");
  await paste(
    page,
    '[White "A"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n[White "B"]\n\n1. 33-29 19-23 2. 1-2 *\n',
  );
  await moves(page, 4);
  assert.equal(await page.locator(".board.draughts").count(), 1);
  assert.match(await page.textContent(".faults"), /Game 2, line 7.*1-2 is not legal/);
  await page.locator("[data-action=games]").click();
  await page.locator("dialog .game-row a").nth(1).click();
  await moves(page, 2);
  assert.match(await page.textContent(".faults"), /line 3.*1-2 is not legal/);
  await page.context().close();
});

test("a text that cannot be read stays, with the reason", async () => {
  const page = await house.page();
  await house.go(page, "/analyse");
  await paste(page, "8/8/8/8 w - - 0 1");
  await page.waitForSelector("dialog .problem:not([hidden])");
  assert.match(await page.textContent("dialog .problem"), /8 ranks/);
  assert.equal(await page.getByLabel(/A position/).inputValue(), "8/8/8/8 w - - 0 1");
  await page.context().close();
});

test("the engine streams several lines with a bar, and stops", async () => {
  const page = await house.page();
  await house.go(page, "/analyse");
  await paste(page, "6k1/5ppp/8/8/8/8/5PPP/3QR1K1 w - - 0 1");
  await page.waitForSelector('[aria-label="d1, white queen"] ~ [aria-label="e1, white rook"]');
  await page.keyboard.press(" ");
  await page.waitForFunction(() => document.querySelectorAll(".lines li").length === 3);
  await page.waitForFunction(() => document.querySelector(".lines .score").textContent === "#1");
  assert.equal(await page.getAttribute(".bar", "aria-label"), "Evaluation #1");
  assert.ok((await page.locator(".arrow.engine").count()) > 0);
  await page.locator(".lines button.pv").first().click();
  await moves(page, 1);
  await page.waitForFunction(() =>
    document.querySelector(".status").textContent.includes("checkmate"),
  );
  await page.context().close();
});

test("a position is set up in the editor, checked and analysed", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("button", { name: "Empty the board" }).click();
  await page.waitForSelector(".problem:not([hidden])");
  const put = async (piece, ...squares) => {
    await page.getByRole("button", { name: piece, exact: true }).click();
    for (const square of squares) await click(page, square);
  };
  await put("white king", "e1");
  await put("white rook", "a1", "h1");
  await put("black king", "e8");
  await page.getByLabel("White, short").check();
  await page.waitForFunction(() =>
    [...document.querySelectorAll("input.mono")].some(
      (input) => input.value === "4k3/8/8/8/8/8/8/R3K2R w K - 0 1",
    ),
  );
  await page.waitForSelector(".problem", { state: "hidden" });
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  await page.waitForSelector(".tree, .moves .note");
  await page.waitForFunction(() =>
    document.querySelector(".status")?.textContent.includes("White"),
  );
  await click(page, "e1");
  await click(page, "g1");
  await moves(page, 1);
  assert.equal(await page.textContent(".move.current"), "O-O");
  // The draughts board has an editor too.
  await house.go(page, "/analyse/draughts");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("button", { name: "Empty the board" }).click();
  await put("white king", "5");
  await put("black man", "28");
  await page.getByRole("button", { name: "Analyse", exact: true }).click();
  await page.waitForFunction(() =>
    document.querySelector(".status")?.textContent.includes("White"),
  );
  await click(page, "5");
  await click(page, "46");
  await moves(page, 1);
  await page.context().close();
});

test("what is analysed survives a reload", async () => {
  const page = await house.page();
  await house.go(page, "/analyse");
  await paste(page, "1. d4 d5 2. c4 e6");
  await moves(page, 4);
  await page.reload();
  await moves(page, 4);
  await page.context().close();
});
