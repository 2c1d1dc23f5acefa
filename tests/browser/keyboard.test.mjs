// Everything by keyboard alone, as it is done by those who have nothing else: what is needed is
// reached with the tabulator, and the focus is never lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SIZES, engine, moves, sharedHouse, status } from "./helpers.mjs";

const house = sharedHouse();

const CHESS = "1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. Nc3 Bg4 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0";

/** What has the focus, in words. */
const focus = (page) =>
  page.evaluate(() => {
    const { activeElement: here } = document;
    const label = here.labels?.[0]?.textContent ?? here.getAttribute("aria-label");
    return `${here.localName} ${here.dataset.action ?? ""} ${label ?? here.textContent}`.trim();
  });

/** Presses the tabulator until something that fits has the focus, which has to be in sight. */
async function reach(page, wanted, { back = false } = {}) {
  const seen = [];
  for (let tries = 0; tries < 150; tries += 1) {
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
    const here = await focus(page);
    if (wanted.test(here)) {
      const isSeen = await page.evaluate(() => {
        const { left, top, width, height } = document.activeElement.getBoundingClientRect();
        const middle = [left + width / 2, top + height / 2];
        return middle[0] >= 0 && middle[1] >= 0 && middle[1] <= window.innerHeight;
      });
      assert.ok(isSeen, `${here} has the focus and is not seen`);
      return;
    }
    seen.push(here);
  }
  throw new Error(`${wanted} is not reached: ${[...new Set(seen)].join(" | ")}`);
}

const press = async (page, wanted, how) => {
  await reach(page, wanted, how);
  await page.keyboard.press("Enter");
};

for (const viewport of SIZES) {
  test(`a file becomes a game with a review, notes and exercises, at ${viewport.width}`, async () => {
    const page = await house.page({ viewport });
    await house.go(page, "/");
    await press(page, /^a.*Analyse/);
    await page.waitForSelector(".desk.analysing");
    await press(page, /^button.*Paste or open/);
    await reach(page, /^textarea/);
    await page.keyboard.insertText(CHESS);
    await press(page, /^button.*Read$/);
    await moves(page, 13);
    await page.keyboard.press("End");
    await status(page, "White wins");
    await press(page, /^button review/, { back: true });
    await page.waitForSelector(".graph");
    await page.waitForFunction(() => document.activeElement?.matches(".graph"));
    await page.keyboard.press("Home");
    for (let n = 0; n < 10; n += 1) await page.keyboard.press("ArrowRight");
    await page.waitForSelector(".verdict.blunder");
    // A comment, a sign, and the moves after that.
    await press(page, /^summary.*Notes/);
    await reach(page, /^textarea.*Comment on this move/);
    await page.keyboard.insertText("Greedy.");
    await page.waitForFunction(() => /Greedy/.test(document.querySelector(".tree").textContent));
    await press(page, /^button learn-black/, { back: true });
    await page.waitForSelector(".learning .status");
    await press(page, /^button answer/);
    await page.waitForSelector(".learning .verdict");
    await page.waitForFunction(() => document.activeElement?.dataset.action === "next");
    await page.goBack();
    await page.waitForSelector(".graph");
    assert.match(await page.textContent(".tree"), /Greedy/);
    await page.context().close();
  });
}

test("a game is set up, begun, coached and taken back", async () => {
  const page = await house.page();
  await house.go(page, "/");
  await reach(page, /^input.*Chess/);
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".board.draughts");
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector(".board.chess");
  await reach(page, /^input.*Warn me/);
  await page.keyboard.press("Space");
  await press(page, /^button.*Start the game/);
  await page.waitForSelector(".panel.playing");
  await reach(page, /^input.*Your move in words/);
  await page.keyboard.type("e4");
  await page.keyboard.press("Enter");
  await moves(page, 2);
  await press(page, /^button take-back/, { back: true });
  await moves(page, 0);
  await page.context().close();
});

test("a warning is read, told more of, and another move is made", async () => {
  const page = await house.page();
  const terms = { game: "chess", black: engine(3), moves: ["e4", "e5", "Qh5", "Nc6"] };
  await house.game(page, terms);
  await reach(page, /^input.*Warn me/);
  await page.keyboard.press("Space");
  await reach(page, /^input.*Your move in words/, { back: true });
  await page.keyboard.type("Qxe5");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".verdict.blunder");
  await page.waitForFunction(() => document.activeElement?.dataset.action === "another");
  const words = () => page.textContent(".verdict");
  assert.doesNotMatch(await words(), /Nxe5/, "the answer is not told");
  await press(page, /^button kind/);
  assert.doesNotMatch(await words(), /Nxe5/, "nor by the kind of error");
  assert.match(await words(), /material|queen/i);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".verdict.blunder", { state: "detached" });
  await moves(page, 4);
  await page.context().close();
});

test("settings, a collection and a game of it", async () => {
  const page = await house.page();
  house.current = page;
  await house.go(page, "/library");
  await press(page, /^button import/);
  await reach(page, /^textarea/);
  await page.keyboard.insertText(`[White "Ada"]\n\n${CHESS}\n\n[White "Bea"]\n\n1. d4 *\n`);
  await press(page, /^button.*Add games/);
  await page.waitForSelector(".game-row a");
  await reach(page, /^input.*Search/);
  await page.keyboard.type("bea");
  await page.waitForFunction(() => document.querySelectorAll(".game-row a").length === 1);
  await press(page, /^a .*Bea/);
  await moves(page, 1);
  await page.keyboard.press("ArrowRight");
  await status(page, "Black");
  await press(page, /^button.*Settings/, { back: true });
  await reach(page, /^input.*classic/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  // The page was drawn anew, and the move that was looked at still is.
  await page.waitForFunction(() => document.querySelector(".move.current")?.textContent === "d4");
  await page.context().close();
});

test("a position is set up without a mouse", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await press(page, /^button.*Set up/);
  await press(page, /^button.*Empty the board/);
  const put = async (piece, ...keys) => {
    await press(page, new RegExp(`^button.*${piece}`), { back: true });
    await page.locator(".board [tabindex='0']").focus();
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.press("Enter");
  };
  await put("white king");
  await put("white pawn", "ArrowUp");
  await put("black king", "ArrowUp", "ArrowUp");
  await page.waitForFunction(
    () => document.querySelector("input.mono").value === "8/8/8/4k3/8/4P3/4K3/8 w - - 0 1",
  );
  await press(page, /^button.*Analyse$/);
  await page.waitForSelector(".desk.analysing");
  await status(page, "White");
  await page.context().close();
});
