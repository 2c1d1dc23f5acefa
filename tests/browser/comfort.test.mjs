// Comfort: sets of pieces, colours, larger text, material, premoves, small boards, addresses,
// notes, and one more language.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, drag, engine, HELD, moves, paste, sharedHouse, widths } from "./helpers.mjs";

const house = sharedHouse();

test("pieces, board and text are chosen, and the choice is kept", async () => {
  const page = await house.page();
  await house.game(page, { game: "chess" });
  const look = () =>
    page.evaluate(() => ({
      first: document.querySelector(".pieces .piece").firstChild.tagName,
      square: getComputedStyle(document.querySelector(".squares .dark")).fill,
      size: getComputedStyle(document.documentElement).fontSize,
    }));
  const before = await look();
  assert.equal(before.first, "use");
  await page.locator("#settings").click();
  await page.getByRole("radio", { name: "flat" }).check();
  await page.getByRole("radio", { name: "brown" }).check();
  await page.getByRole("radio", { name: "large" }).check();
  await page.getByLabel("Sounds").check();
  await page.keyboard.press("Escape");
  const check = async () => {
    await page.waitForFunction(
      () => document.querySelector(".pieces .piece")?.firstChild.tagName === "path",
    );
    const after = await look();
    assert.notEqual(after.square, before.square);
    assert.ok(parseFloat(after.size) > parseFloat(before.size));
  };
  await check();
  await page.reload();
  await check();
  await page.locator("#settings").click();
  assert.equal(await page.getByLabel("Sounds").isChecked(), true);
  await page.getByRole("radio", { name: "tokens" }).check();
  await page.keyboard.press("Escape");
  await page.waitForSelector(".pieces .piece circle");
  await house.game(page, { game: "draughts" });
  await page.waitForSelector(".pieces .piece circle");
  await page.context().close();
});

test("what was taken and who is ahead stands beside the players", async () => {
  const page = await house.page();
  await house.game(page, { game: "chess", moves: ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qxg2"] });
  const bars = page.locator(".player");
  assert.equal(await bars.nth(0).locator(".taken svg").count(), 2, "Black has taken two pawns");
  assert.equal(await bars.nth(1).locator(".taken svg").count(), 1);
  assert.match(await bars.nth(0).textContent(), /\+1/);
  assert.doesNotMatch(await bars.nth(1).textContent(), /\+/);
  await page.context().close();
});

const BEFOREHAND = "a move that was said beforehand is played if it is legal, and else forgotten";

test(BEFOREHAND, { skip: HELD }, async () => {
  const page = await house.page();
  const id = await house.begin({ game: "chess", black: engine(2) });
  const events = `**/api/games/${id}/events`;
  /** The page does not hear the engine's answer before something was said. */
  const beforehand = async (from, to, say) => {
    await page.route(events, (route) => route.abort());
    await house.go(page, `/game/${id}`);
    await page.waitForSelector(".moves");
    const count = await page.locator(".moves .move").count();
    await page.route(`**/api/games/${id}/move`, async (route) => {
      const game = await (await route.fetch()).json();
      // An engine that was quick has not answered yet, as far as the page knows.
      const json = { ...game, moves: game.moves.slice(0, count + 1), thinking: true };
      await route.fulfill({ json });
    });
    await click(page, from);
    await click(page, to);
    await moves(page, count + 1);
    await say();
    assert.equal(await page.locator(".marks .premove").count(), 2);
    await page.unroute(`**/api/games/${id}/move`);
    await page.unroute(events);
  };
  await beforehand("e2", "e4", () => drag(page, "a2", "a3"));
  await moves(page, 4);
  const texts = async () => (await house.get(`/games/${id}`)).moves.map((node) => node.move.text);
  assert.equal((await texts())[2], "a3");
  await beforehand("h2", "h3", async () => {
    await click(page, "b2");
    await click(page, "b7");
  });
  await moves(page, 6);
  await page.waitForFunction(() => !document.querySelector(".marks .premove"));
  assert.equal((await texts()).length, 6, "a pawn does not go from b2 to b7");
  await page.context().close();
});

test("a small board shows where a line of the engine leads", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/fen:chess:6k1/5ppp/8/8/8/8/5PPP/3QR1K1 w - - 0 1");
  await page.waitForSelector(".status");
  await page.keyboard.press(" ");
  await page.waitForFunction(() => document.querySelectorAll(".lines li").length === 3);
  await page.waitForFunction(() => document.querySelector("#engine-switch .sign") !== null);
  await page.waitForTimeout(500);
  await page.locator(".lines button.pv").first().hover();
  await page.waitForSelector(".hover-board .board");
  await page.mouse.move(5, 5);
  await page.waitForSelector(".hover-board", { state: "detached" });
  await page.context().close();
});

test("an address opens the line that was looked at", async () => {
  const page = await house.page();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await house.go(page, "/analyse/draughts");
  await paste(page, "1. 32-28 19-23 2. 28x19 14x23 *");
  await moves(page, 4);
  await page.keyboard.press("End");
  await page.waitForFunction(() =>
    /14x23/.test(document.querySelector(".move.current")?.textContent),
  );
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "Copy the address" }).click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const other = await house.page();
  await other.goto(address);
  await moves(other, 4);
  await other.waitForSelector(".board.draughts");
  await other.context().close();
  await page.context().close();
});

test("comments and signs are written by hand, kept and exported", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await paste(page, "1. e4 e5 2. Nf3 *");
  await moves(page, 3);
  await page.locator(".notes summary").click();
  await page.getByLabel("Comment before the first move").fill("An open game.");
  await page.locator(".moves .move", { hasText: "e5" }).click();
  await page.getByLabel("Comment on this move").fill("Symmetry.");
  await page.getByLabel("Sign").selectOption("5");
  await page.waitForFunction(() => /e5!\?/.test(document.querySelector(".tree").textContent));
  await page.reload();
  await moves(page, 3);
  assert.match(await page.textContent(".moves"), /An open game\..*Symmetry\./s);
  await page.getByRole("button", { name: "Export" }).click();
  const text = await page.getByLabel("PGN", { exact: true }).inputValue();
  assert.match(text, /\{An open game\.\} 1\. e4 e5 \$5 \{Symmetry\.\} 2\. Nf3/);
  await page.context().close();
});

test("the page speaks Dutch, and fits in it", async () => {
  const page = await house.page({ locale: "nl-NL", viewport: { width: 360, height: 740 } });
  await house.go(page, "/");
  assert.equal(await page.textContent("h1"), "Nieuwe partij");
  assert.equal(await page.getAttribute("html", "lang"), "nl");
  const id = await house.begin({ game: "draughts", moves: ["32-28"] });
  for (const address of ["/", "/games", `/game/${id}`, "/analyse/draughts"]) {
    await house.go(page, address);
    const [shown, there] = await widths(page);
    assert.equal(there, shown, address);
  }
  await house.go(page, "/games");
  assert.match(await page.textContent(".games"), /1 zet ·/);
  await page.context().close();
});

test("the board is saved as a picture, as it is seen", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await paste(page, "1. e4 {[%cal Ge2e4]} e5");
  await moves(page, 2);
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".arrow.hand");
  await page.getByRole("button", { name: "Export" }).click();
  const saved = page.waitForEvent("download");
  await page.locator("[data-action=picture]").click();
  const file = await saved;
  assert.equal(file.suggestedFilename(), "damier.png");
  const bytes = [];
  for await (const part of await file.createReadStream()) bytes.push(part);
  const address = `data:image/png;base64,${Buffer.concat(bytes).toString("base64")}`;
  const colours = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const at = (x, y) => [...context.getImageData(x, y, 1, 1).data].join();
    const squares = getComputedStyle(document.querySelector(".squares .dark")).fill;
    // A dark square, the black queen, an empty light square, and the arrow from e2 to e4.
    const arrow = getComputedStyle(document.querySelector(".arrow.hand")).fill;
    return { dark: at(60, 440), queen: at(437, 90), light: at(60, 320), squares, arrow };
  }, address);
  assert.equal(`rgb(${colours.dark.split(",").slice(0, 3).join(", ")})`, colours.squares);
  assert.notEqual(colours.queen, colours.dark);
  assert.notEqual(colours.light, colours.dark);
  await page.context().close();
});
