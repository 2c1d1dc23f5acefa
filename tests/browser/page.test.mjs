// The page as people use it: what is put together, what comes back, and what a file holds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { centre, click, drag, engine, moves, paste, sharedHouse } from "./helpers.mjs";
import { many } from "./shelf.mjs";

const house = sharedHouse();

const CHESS = "1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. Nc3 Bg4 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0";

const box = (page, selector) => page.locator(selector).first().boundingBox();

test("a reload, another language and other pieces leave the move that is looked at", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await paste(page, CHESS);
  await moves(page, 13);
  await page.locator(".moves .move").nth(5).click();
  const isThere = () =>
    page.waitForFunction(() => document.querySelector(".move.current")?.textContent === "d6");
  await isThere();
  await page.reload();
  await isThere();
  await page.locator("#language").selectOption("nl");
  await page.waitForSelector(".steps [aria-label='Een zet verder']");
  await isThere();
  await page.context().close();
});

test("after the end there is nothing to type or to take back", async () => {
  const page = await house.page();
  await house.game(page, { game: "chess", moves: ["f3", "e5", "g4", "Qh4"] });
  assert.equal(await page.getByLabel("Your move in words").isVisible(), false);
  assert.equal(await page.getByRole("button", { name: "Take back" }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "Review" }).count(), 1);
  await page.context().close();
});

test("the editor moves, paints, and drags from the palette and off the board", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await page.getByRole("button", { name: "Set up" }).click();
  const fen = (text) =>
    page.waitForFunction(
      (wanted) => document.querySelector(".panel input.mono").value === wanted,
      text,
    );
  await drag(page, "e2", "e4");
  await fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
  // The hand by keyboard too.
  await page.locator('[data-square="d7"]').focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-square="d5"]').focus();
  await page.keyboard.press("Enter");
  await fen("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
  const tool = await box(page, '[data-tool="Q"]');
  await page.mouse.move(tool.x + 10, tool.y + 10);
  await page.mouse.down();
  await page.mouse.move(...(await centre(page, "h5")), { steps: 5 });
  await page.mouse.up();
  await fen("rnbqkbnr/ppp1pppp/8/3p3Q/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
  await page.mouse.move(...(await centre(page, "d1")));
  await page.mouse.down();
  await page.mouse.move(5, 400, { steps: 5 });
  await page.mouse.up();
  await fen("rnbqkbnr/ppp1pppp/8/3p3Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1");
  await page.getByLabel("En passant").selectOption("d6");
  await page.waitForFunction(() => / d6 0 1$/.test(document.querySelector("input.mono").value));
  // Back leads to the analysis, not away.
  await page.goBack();
  await page.waitForSelector(".desk.analysing");
  await page.context().close();
});

test("what is removed or put away comes back", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await paste(page, CHESS);
  await moves(page, 13);
  await page.locator(".moves .move").first().click();
  await page.locator("[data-action=remove]").click();
  await moves(page, 0);
  await page.getByRole("button", { name: "Undo" }).click();
  await moves(page, 13);
  await page.getByRole("button", { name: "New draughts" }).click();
  await page.waitForSelector(".board.draughts");
  await page.locator("main").focus();
  await page.keyboard.press("Control+z");
  await moves(page, 13);
  await page.context().close();
});

test("a large file is read piece by piece, searched, and there after a reload", async () => {
  const page = await house.page();
  page.setDefaultTimeout(60000);
  await house.go(page, "/analyse/chess");
  const text = many(25000, { broken: false });
  assert.ok(text.length > 4.8e6);
  await page.getByRole("button", { name: "Paste or open" }).click();
  const file = { name: "many.pgn", mimeType: "text/plain", buffer: Buffer.from(text) };
  await page.locator("dialog input[type=file]").setInputFiles(file);
  const shows = (words) =>
    page.waitForFunction(
      (wanted) => document.querySelector(".game-choice")?.textContent.startsWith(wanted),
      words,
    );
  await shows("1 of 25000");
  await page.locator("[data-action=games]").click();
  assert.ok((await page.locator(".game-row").count()) < 100, "only what is seen is drawn");
  await page.getByLabel(/Search/).fill("number 24998");
  await page.waitForFunction(() => document.querySelectorAll(".game-row a").length === 1);
  await page.locator(".game-row a").click();
  await shows("24999 of 25000");
  assert.match(await page.textContent(".board-column"), /Player, Number 24998/);
  await page.reload();
  await shows("24999 of 25000");
  await page.context().close();
});

test("players, ratings, clocks and arrows of a file are shown, and arrows are kept", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await paste(
    page,
    '[White "Ada"]\n[Black "Bea"]\n[WhiteElo "2101"]\n[Result "1-0"]\n\n' +
      "1. e4 {[%clk 0:04:55][%csl Rd5][%cal Ge2e4,Bd1h5]} e5 {[%clk 0:04:58]} 2. Nf3 1-0\n",
  );
  await moves(page, 3);
  const column = () => page.textContent(".board-column");
  assert.match(await column(), /Bea.*Ada.*2101/s);
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".arrow.hand.in-blue");
  assert.equal(await page.locator(".arrow.hand").count(), 2);
  assert.equal(await page.locator(".arrow.ring.in-red").count(), 1);
  assert.match(await column(), /4:55/);
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".move.current")?.textContent === "Nf3");
  assert.equal(await page.locator(".arrow.hand").count(), 0);
  await drag(page, "f1", "b5", { button: "right" });
  await click(page, "e5", { button: "right" });
  await page.getByRole("button", { name: "Export" }).click();
  const text = await page.getByLabel("PGN", { exact: true }).inputValue();
  assert.match(text, /\[%csl Rd5\]/);
  assert.match(text, /\[%cal Ge2e4,Bd1h5\]/);
  assert.match(text, /2\. Nf3 \{\[%csl Ge5\] \[%cal Gf1b5\]\}/);
  await page.context().close();
});

test("wheel and swipe go through the moves", async () => {
  const page = await house.page({ hasTouch: true });
  await house.go(page, "/analyse/chess");
  await paste(page, CHESS);
  await moves(page, 13);
  const current = (words) =>
    page.waitForFunction(
      (wanted) => document.querySelector(".move.current")?.textContent === wanted,
      words,
    );
  await page.mouse.move(...(await centre(page, "e4")));
  await page.mouse.wheel(0, 100);
  await current("e4");
  await page.mouse.wheel(0, 100);
  await current("e5");
  await page.mouse.wheel(0, -100);
  await current("e4");
  const swipe = (from, to) =>
    page.evaluate(
      ([start, end]) => {
        const board = document.querySelector(".board");
        const send = (type, [clientX, clientY]) =>
          board.dispatchEvent(
            new PointerEvent(type, { clientX, clientY, pointerType: "touch", bubbles: true }),
          );
        send("pointerdown", start);
        send("pointerup", end);
      },
      [from, to],
    );
  await swipe(await centre(page, "g5"), await centre(page, "b5"));
  await current("e5");
  await page.context().close();
});

test("the board beside the form is the chosen one, and a bad position is told there", async () => {
  const page = await house.page();
  await house.go(page, "/");
  await page.getByText("Position and seed").click();
  await page.getByLabel("Start position").selectOption("960");
  await page.getByLabel(/Number of the position/).fill("0");
  await page.waitForSelector('[aria-label="a1, white bishop"]');
  await page.getByLabel("Start position").selectOption("fen");
  await page.getByLabel(/Position \(FEN\)/).fill("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
  await page.waitForFunction(() => document.querySelectorAll(".pieces .piece").length === 4);
  await page.getByLabel(/Position \(FEN\)/).fill("4k3/8 w");
  await page.waitForSelector(".setup .problem:not([hidden])");
  assert.match(await page.textContent(".setup .problem"), /ranks/);
  // No label is cut.
  const cut = await page.evaluate(() => {
    const list = document.querySelector(".setup select");
    const context = document.createElement("canvas").getContext("2d");
    context.font = getComputedStyle(list).font;
    return context.measureText(list.selectedOptions[0].textContent).width > list.clientWidth - 30;
  });
  assert.equal(cut, false);
  await page.context().close();
});

test("players have names, one move is one move, and dates are the reader's", async () => {
  const page = await house.page({ locale: "en-GB" });
  await house.go(page, "/");
  await page.getByLabel("Your name").fill("Ada");
  await house.game(page, { game: "chess", black: engine(1), moves: ["e4", "e5"] });
  assert.match(await page.textContent(".board-column"), /Ada/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save" }).click();
  const stream = await (await saved).createReadStream();
  let text = "";
  for await (const bytes of stream) text += bytes;
  assert.match(text, /\[White "Ada"\]/);
  await house.go(page, "/games");
  const row = await page.textContent(".games li");
  assert.match(row, /Ada – Damier/);
  assert.match(row, /1 move ·/);
  assert.match(row, /\d{1,2} \w{3,4} \d{4}/);
  await page.context().close();
});

test("all games that were begun are listed, and found", async () => {
  const page = await house.page();
  await house.go(page, "/");
  for (let n = 0; n < 210; n += 1) await house.begin({ game: "draughts" });
  await house.begin({ game: "chess", black: engine(12) });
  await house.go(page, "/games");
  const rows = page.locator(".games li");
  const more = page.getByRole("button", { name: "Show more" });
  while (await more.isVisible()) await more.click();
  assert.ok((await rows.count()) > 210, `${await rows.count()}`);
  await page.getByLabel("Search").fill("level 12");
  await page.waitForFunction(() => document.querySelectorAll(".games li").length === 1);
  // A game goes away only if that is said twice, and at once.
  await rows.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("button", { name: "Really delete?" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".games li").length === 0);
  await page.waitForSelector(":text('No game is like that')");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  await page.context().close();
});

test("a text pasted anywhere and a file dropped anywhere are looked at", async () => {
  const page = await house.page();
  await house.go(page, "/games");
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, CHESS);
  await moves(page, 13);
  await house.go(page, "/");
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "one.pdn", { type: "text/plain" }));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
  }, "1. 32-28 19-23 2. 28x19 14x23 *");
  await moves(page, 4);
  await page.waitForSelector(".board.draughts");
  await page.context().close();
});

test("numbers stay with their moves, and messages hide neither board nor buttons", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await paste(
    page,
    "1. e4 e5 (1... c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5) 2. Nf3 *",
  );
  await moves(page, 14);
  const apart = await page.evaluate(
    () =>
      [...document.querySelectorAll(".step")].filter((step) => step.getClientRects().length > 1)
        .length,
  );
  assert.equal(apart, 0);
  const notice = await box(page, "#notice");
  const board = await box(page, ".board");
  const panel = await box(page, ".panel");
  assert.ok(notice.y + notice.height <= Math.min(board.y, panel.y) + 1);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("#header").isVisible(), false);
  assert.equal(await page.locator(".board").isVisible(), true);
  assert.equal(await page.locator(".tree").isVisible(), true);
  for (const form of await page.locator("input, select, textarea, .steps, .places").all())
    assert.equal(await form.isVisible(), false, "a form on paper");
  await page.context().close();
});
