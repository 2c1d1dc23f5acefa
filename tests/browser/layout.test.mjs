// What stays in its place and is in sight, in windows of three sizes, light and dark.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SIZES, click, engine, moves, paste, sharedHouse, widths } from "./helpers.mjs";
import { many } from "./shelf.mjs";

const house = sharedHouse();

const SCHEMES = ["light", "dark"];

const CHESS = "1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. Nc3 Bg4 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0";

const box = (page, selector) => page.locator(selector).first().boundingBox();
const heights = (page) =>
  page.evaluate(() => [window.innerHeight, document.documentElement.scrollHeight]);

for (const viewport of SIZES) {
  for (const colorScheme of SCHEMES) {
    const size = `${viewport.width}×${viewport.height}, ${colorScheme}`;

    test(`a file of 47 games stays inside the panel, ${size}`, async () => {
      const page = await house.page({ viewport, colorScheme });
      await house.go(page, "/analyse/chess");
      await paste(page, many(47, { broken: false }));
      await moves(page, 4);
      const [shown, there] = await widths(page);
      assert.ok(there <= shown, `${there} in ${shown}`);
      const choice = await box(page, ".game-choice");
      const panel = await box(page, ".panel");
      assert.ok(choice.x + choice.width <= panel.x + panel.width);
      await page.locator("[data-action=games]").click();
      await page.getByLabel(/Search/).fill("number 31");
      await page.waitForFunction(() => document.querySelectorAll(".game-row a").length === 1);
      assert.ok((await widths(page))[1] <= shown);
      await page.locator(".game-row a").click();
      await page.waitForFunction(() =>
        /^32 of 47/.test(document.querySelector(".game-choice").textContent),
      );
      await page.context().close();
    });

    test(`board, steps and graph are seen together after a review, ${size}`, async () => {
      const page = await house.page({ viewport, colorScheme });
      await house.go(page, "/analyse/chess");
      await paste(page, CHESS);
      await page.getByRole("button", { name: "Review the game" }).click();
      await page.waitForSelector(".graph");
      await page.evaluate(() => window.scrollTo(0, 0));
      for (const selector of [".board", ".graph", "[data-action=next]"]) {
        const place = await box(page, selector);
        const bottom = place.y + place.height;
        assert.ok(place.y >= 0 && bottom <= viewport.height, `${selector} ends at ${bottom}`);
      }
      // Nothing lies below the last thing that is seen.
      const [shown, there] = await heights(page);
      const end = await page.evaluate(() => {
        const { bottom } = document.querySelector(".desk").getBoundingClientRect();
        return bottom + window.scrollY;
      });
      assert.ok(there <= Math.max(shown, end + 2), `${there} px, and the desk ends at ${end}`);
      await page.context().close();
    });
  }
}

test("a game needs no scrolling, and nothing moves when the coach speaks", async () => {
  const page = await house.page();
  await house.game(page, { game: "chess", black: engine(3), moves: ["e4", "e5", "Qh5", "Nc6"] });
  await page.getByLabel(/Coach/).check();
  const [shown, there] = await heights(page);
  assert.equal(there, shown);
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".board, .moves, .steps, .places, .places button")].map(
        (element) => {
          const { x, y, width } = element.getBoundingClientRect();
          return `${element.dataset.action ?? element.className} ${x} ${y} ${width}`;
        },
      ),
    );
  const before = await places();
  await click(page, "h5");
  await click(page, "e5");
  await page.waitForSelector(".verdict.blunder");
  await moves(page, 6);
  assert.deepEqual(await places(), before);
  // A line of the coach is seen on the board, and the game waits.
  await page.locator(".verdict-line button").nth(1).click();
  await page.waitForSelector(".arrow.engine");
  assert.equal(await page.locator('[aria-label*="e5, black knight"]').count(), 1);
  assert.equal(await page.locator(".moves .move").count(), 6);
  await page.context().close();
});

test("nothing in an analysis moves from move to move, with the engine on or off", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await paste(page, CHESS);
  await page.getByLabel("How thoroughly").selectOption("quick");
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.waitForSelector(".graph");
  const places = () =>
    page.evaluate(() =>
      [
        ...document.querySelectorAll(
          ".board, .bar, .graph, .moves, .verdict-place, .steps button, .places button",
        ),
      ].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return `${element.classList[0]} ${x} ${y} ${width} ${height}`;
      }),
    );
  const walk = async () => {
    await page.keyboard.press("Home");
    await page.waitForSelector(".overview");
    const before = await places();
    for (let ply = 0; ply < 13; ply += 1) {
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector(".verdict");
      assert.deepEqual(await places(), before, `ply ${ply + 1}`);
    }
  };
  await page.locator("main").focus();
  await walk();
  await page.keyboard.press(" ");
  await walk();
  await page.keyboard.press(" ");
  await page.context().close();
});

for (const viewport of SIZES)
  test(`what the coach says is seen beside the board, at ${viewport.width}`, async () => {
    const page = await house.page({ viewport });
    await house.game(page, { game: "chess", black: engine(3), moves: ["e4", "e5", "Qh5", "Nc6"] });
    await page.getByLabel(/Coach/).check();
    await page.evaluate(() => window.scrollTo(0, 0));
    await click(page, "h5");
    await click(page, "e5");
    await page.waitForSelector(".verdict.blunder");
    await moves(page, 6);
    const isSeen = await page.evaluate(() => {
      const { left, top, height } = document.querySelector(".verdict-head").getBoundingClientRect();
      return Boolean(document.elementFromPoint(left + 5, top + height / 2)?.closest(".verdict"));
    });
    assert.ok(isSeen, "the verdict is out of sight, or something lies over it");
    await page.context().close();
  });

for (const viewport of SIZES)
  test(`a game can be begun without scrolling, at ${viewport.width}`, async () => {
    const page = await house.page({ viewport });
    await house.go(page, "/");
    const { y, height } = await box(page, "button[type=submit]");
    assert.ok(y >= 0 && y + height <= viewport.height, `at ${y}`);
    await page.context().close();
  });
