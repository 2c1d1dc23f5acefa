// The training room: the reader's own mistakes become exercises that come again, and puzzles.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { click, label, sharedHouse, status, widths } from "./helpers.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const house = sharedHouse();

const SIZES = [
  { width: 1280, height: 800 },
  { width: 844, height: 390 },
  { width: 360, height: 740 },
];

/** Black lets himself be mated, each time a little differently. */
const GAMES = ["a6", "b6", "h6", "a5", "d6", "Be7"]
  .map(
    (first) =>
      '[White "Ada"]\n[Black "Me"]\n[Date "2026.11.19"]\n\n' +
      `1. e4 e5 2. a3 ${first} 3. Bc4 Nc6 4. Qh5 Nf6 5. Qxf7# 1-0\n\n`,
  )
  .join("");

/** Six reviewed games of a reader who is called Me. */
async function prepare(page) {
  house.current = page;
  await house.go(page, "/training");
  const { collections } = await house.get("/library");
  if (collections.length > 0) return;
  const { id } = await house.post("/library/collections", { name: "Club" });
  await house.post("/library/import", { collection: id, text: GAMES });
  await house.post(`/library/collections/${id}/review`, { is_running: true, nodes: 1000 });
  await house.post("/library/names", { names: ["Me"] });
  for (let tries = 0; tries < 600; tries += 1) {
    const [{ reviewed }] = (await house.get("/library")).collections;
    if (reviewed === 6) return;
    await page.waitForTimeout(100);
  }
  throw new Error("the games were not reviewed");
}

async function isAccessible(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    [],
  );
}

async function fits(page) {
  const [shown, there] = await widths(page);
  assert.ok(there <= shown, `${there} in ${shown}`);
}

test("without names there is something to do first", async () => {
  const page = await house.page({ viewport: SIZES[2] });
  house.current = page;
  await house.go(page, "/training");
  await page.getByText("Which games are yours?").waitFor();
  await fits(page);
  await isAccessible(page);
  await page.getByRole("link", { name: "To the library" }).click();
  await page.waitForSelector(".library");
  await page.context().close();
});

for (const viewport of SIZES)
  test(`a mistake is tried, explained and found, at ${viewport.width}`, async () => {
    const page = await house.page({ viewport });
    await prepare(page);
    await house.go(page, "/training");
    await page.waitForSelector(".today");
    await fits(page);
    await isAccessible(page);
    await page.locator("[data-action=begin]").click();
    await status(page, "Black to move");
    assert.match(await label(page, "h5"), /queen/i);
    await click(page, "g8");
    await click(page, "f6");
    await status(page, "Nf6 is not it");
    await page.getByText("The answer would be Qxf7#.").waitFor();
    assert.match(await page.textContent(".panel"), /mate/);
    await fits(page);
    await click(page, "g7");
    await click(page, "g6");
    await status(page, "g6 is right");
    await page.getByText("It comes again tomorrow.").waitFor();
    await page.waitForSelector(".verdict.blunder");
    await fits(page);
    await isAccessible(page);
    await page.locator("[data-action=stop]").click();
    await page.waitForSelector(".today");
    await page.context().close();
  });

test("a session is done by keyboard alone, and ends", async () => {
  const page = await house.page();
  await prepare(page);
  await house.go(page, "/training");
  await page.locator("[data-action=begin]").focus();
  await page.keyboard.press("Enter");
  for (;;) {
    await page.waitForSelector("[data-action=answer]:not(:disabled), [data-action=back]");
    if (await page.locator("[data-action=back]").count()) break;
    await page.locator("[data-action=answer]").focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-action=next]:focus");
    await page.keyboard.press("Enter");
  }
  await page.waitForSelector("[data-action=back]:focus");
  await page.keyboard.press("Enter");
  await page.getByText("Nothing is due.").waitFor();
  await page.getByText("The next one comes tomorrow.").waitFor();
  await page.context().close();
});

for (const game of ["chess", "draughts"])
  test(`a puzzle of ${game} is solved by its line, and another one is shown`, async () => {
    const page = await house.page();
    house.current = page;
    await house.go(page, "/training/puzzles");
    await page.getByRole("radio", { name: game === "chess" ? "Chess" : "Draughts" }).click();
    await page.waitForSelector(".theme");
    await fits(page);
    await isAccessible(page);
    const asked = page.waitForResponse(/puzzles\/next/).catch(() => undefined);
    await page.locator("[data-action=begin]").click();
    await status(page, "Find the winning move");
    await asked;
    await page.locator("[data-action=answer]").click();
    await status(page, "This is the solution");
    assert.match(await page.textContent(".result-line"), /rated \d+.*You: /);
    await isAccessible(page);
    await page.locator("[data-action=next]").click();
    await status(page, "Find the winning move");
    await page.locator("[data-action=stop]").click();
    await page.getByText(/0 of 1 found/).waitFor();
    await page.context().close();
  });

test("the room speaks the reader's language", async () => {
  const page = await house.page({ viewport: SIZES[2] });
  await prepare(page);
  for (const [code, words] of [
    ["fr", "Mes erreurs"],
    ["it", "I miei errori"],
    ["nl", "Mijn fouten"],
  ]) {
    await page.locator("#language").selectOption(code);
    await page.getByRole("link", { name: words }).waitFor();
    await fits(page);
  }
  await page.context().close();
});
