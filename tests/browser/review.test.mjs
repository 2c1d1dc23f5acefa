// The reviewer on the page: coach and warning while playing, whole games, learning from mistakes,
// terms.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  click,
  engine,
  label,
  moves,
  paste,
  sharedHouse,
  status,
  widths,
  HELD,
} from "./helpers.mjs";

// White leaves a knight, Black takes the queen and is mated.
const CHESS =
  '[White "Ada"]\n[Black "Bea"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. Nc3 Bg4 ' +
  "5. Nxe5 {[%clk 0:01:00] bold} Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n";
// Black gives a man, and later some more.
const DRAUGHTS =
  "1. 31-26 17-21 2. 26x17 11x22 3. 37-31 20-24 4. 41-37 22-28 5. 32x23 19x28 6. 33x22 18x27 " +
  "7. 31x22 24-30 8. 34x25 2-0";

const house = sharedHouse();

async function review(page, text) {
  await paste(page, text);
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.waitForSelector(".graph");
}

const current = (page, words) =>
  page.waitForFunction(
    (wanted) => document.querySelector(".move.current")?.textContent.startsWith(wanted),
    words,
  );

test("a pasted PGN is reviewed: glyphs, reasons, lines, numbers, graph, export", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await review(page, CHESS);
  const tree = await page.textContent(".tree");
  assert.match(tree, /Nxe5\?/);
  assert.match(tree, /Bxd1\?\? \(blunder\)/);
  assert.match(tree, /This allows mate in two moves/);
  assert.match(tree, /bold/, "what people wrote stays");
  assert.ok((await page.locator(".variation").count()) >= 2, "better lines are variations");
  const row = (name) =>
    page.locator(".review tr", { hasText: name }).locator("td").allTextContents();
  assert.deepEqual((await row("Blunders")).map(Number)[1], 1);
  const [white, black] = (await row("Accuracy")).map(Number.parseFloat);
  assert.ok(white > black && black > 0 && white < 100, `${white} ${black}`);
  // The picture leads to the moves, by mouse and by keyboard.
  const graph = page.locator(".graph");
  await graph.scrollIntoViewIfNeeded();
  const box = await graph.boundingBox();
  await page.mouse.click(box.x + (box.width * 10) / 13, box.y + 20);
  await current(page, "Bxd1");
  await page.waitForSelector(".verdict.blunder");
  assert.match(
    await page.textContent(".verdict"),
    /Blunder.*5… Bxd1\?\?.*This allows mate in two moves.*Better was.*Nxe5/,
  );
  await graph.focus();
  await page.keyboard.press("ArrowLeft");
  await current(page, "Nxe5");
  assert.match(await graph.getAttribute("aria-valuetext"), /5\. Nxe5/);
  await page.getByRole("button", { name: "Show the better move" }).click();
  await page.waitForFunction(() => document.querySelector(".variation .move.current"));
  await page.getByRole("button", { name: "Export" }).click();
  const text = (await page.getByLabel("PGN", { exact: true }).inputValue()).replace(/\s+/g, " ");
  assert.match(text, /Bxd1 \$4/);
  assert.match(text, /5\. Nxe5 \$4 \{\[%clk 0:01:00\] \[%eval -\d\.\d\d\] bold\}/);
  assert.match(text, /allows mate in two moves/);
  await page.keyboard.press("Escape");
  // A reload keeps it.
  await page.reload();
  await page.waitForSelector(".graph");
  await page.context().close();
});

test("a pasted PDN is reviewed", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/draughts");
  await review(page, DRAUGHTS);
  assert.match(await page.textContent(".tree"), /22-28\?\?/);
  assert.match(await page.textContent(".review"), /Accuracy.*%/);
  await page.context().close();
});

test("a review can be cancelled, and another game forgets it", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/draughts");
  assert.ok(
    await page.getByRole("button", { name: "Review the game" }).isDisabled(),
    "there is nothing to review",
  );
  await paste(page, DRAUGHTS);
  await page.getByLabel("How thoroughly").selectOption("deep");
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForSelector("button:has-text('Review the game')");
  await page.getByLabel("How thoroughly").selectOption("quick");
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.waitForSelector(".graph");
  await page.getByRole("button", { name: "New chess" }).click();
  await page.waitForSelector(".graph", { state: "detached" });
  await page.context().close();
});

test("one learns from mistakes: a wrong answer, the right one, the reason afterwards", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await review(page, CHESS);
  await page.locator("[data-action=learn-black]").click();
  await status(page, "5… Bxd1 was played: Blunder");
  assert.equal(await label(page, "g4"), "g4, black bishop");
  assert.equal(await page.locator(".verdict").count(), 0, "the reason comes afterwards");
  await click(page, "g4");
  await click(page, "d1");
  await status(page, "Bxd1 is not it");
  await click(page, "c6");
  await click(page, "e5");
  await status(page, "Nxe5 is right");
  assert.match(
    await page.textContent(".verdict"),
    /In the game: Blunder.*allows mate in two moves/,
  );
  await page.getByRole("button", { name: "Finish" }).click();
  await status(page, "0 of 1 found at the first try");
  await page.getByRole("button", { name: "Back to the game" }).click();
  await page.waitForSelector(".graph");
  await page.context().close();
});

test("the coach judges a move, explains it and takes it back", async () => {
  const page = await house.page();
  await house.game(page, { game: "chess", black: engine(3), moves: ["e4", "e5", "Qh5", "Nc6"] });
  assert.equal(await page.locator(".verdict").count(), 0, "nobody is coached who does not want it");
  // What the coach says does not take a piece out of anybody's hand.
  await click(page, "h5");
  await page.getByLabel(/Coach/).check();
  await page.waitForSelector(".verdict");
  assert.equal(await page.locator('[data-square="h5"]').getAttribute("aria-selected"), "true");
  await click(page, "e5");
  await page.waitForSelector(".verdict.blunder");
  assert.match(await page.textContent(".verdict"), /Blunder.*Qxe5\+\?\?.*This loses the queen\b/);
  assert.match(await page.textContent(".moves"), /Qxe5\+\?\?/);
  await moves(page, 6);
  await page.locator("[data-action=coach-take-back]").click();
  await moves(page, 4);
  await click(page, "f1");
  await click(page, "c4");
  await page.waitForFunction(() =>
    /Bc4/.test(document.querySelector(".verdict")?.textContent ?? ""),
  );
  assert.equal(await page.locator(".verdict.blunder").count(), 0);
  await page.context().close();
});

test("a blunder is held back on request, in draughts too", async () => {
  const page = await house.page();
  await house.game(page, { game: "chess", black: engine(3), moves: ["e4", "e5", "Qh5", "Nc6"] });
  await page.getByLabel(/Warn me/).check();
  await click(page, "h5");
  await click(page, "e5");
  await page.waitForSelector(".verdict.blunder");
  assert.equal(await page.locator(".moves .move").count(), 4, "it is not played yet");
  assert.equal(await label(page, "h5"), "h5, white queen");
  // First that something is wrong, then of what kind it is; never the answer.
  const words = () => page.textContent(".verdict.blunder");
  assert.match(await words(), /Something is wrong/);
  assert.doesNotMatch(await words(), /Nxe5|It goes on|Better was|queen/);
  await page.getByRole("button", { name: "What kind of thing?" }).click();
  await page.waitForFunction(() => /material/.test(document.querySelector(".verdict").textContent));
  assert.doesNotMatch(await words(), /Nxe5|It goes on|Better was|queen/);
  await page.getByRole("button", { name: "Another move" }).click();
  await page.waitForSelector(".verdict", { state: "detached" });
  await click(page, "f1");
  await click(page, "c4");
  await moves(page, 6);
  // A player who insists may play it.
  await house.game(page, {
    game: "draughts",
    moves: ["31-26", "17-21", "26x17", "11x22", "37-31", "20-24", "41-37"],
  });
  await click(page, "22");
  await click(page, "28");
  await page.waitForSelector(".verdict.blunder");
  await page.getByRole("button", { name: "Play it anyway" }).click();
  await moves(page, 8);
  await page.context().close();
});

test("a score is taken apart, and seen as another character would", async () => {
  const page = await house.page();
  await house.go(
    page,
    "/analyse/fen:chess:r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
  );
  await page.getByText("Why this score").click();
  await page.waitForSelector(".terms tr.total");
  const totals = async () =>
    (await page.locator(".term-total").allTextContents()).map((text) =>
      Math.round(100 * Number(text.replace("−", "-"))),
    );
  const adds = (all) =>
    assert.equal(
      all.slice(0, -1).reduce((sum, value) => sum + value, 0),
      all.at(-1),
    );
  const own = await totals();
  assert.ok(own.length > 8);
  adds(own);
  assert.equal(await page.locator(".slider").count(), 0);
  await page.getByLabel("As seen by").selectOption("aggressive");
  await page.waitForSelector(".slider");
  const seen = await totals();
  adds(seen);
  assert.notDeepEqual(seen, own);
  await page.locator("[data-weight=threats]").fill("0");
  await page.waitForFunction(
    (before) => document.querySelector("tr.total .term-total").textContent !== before,
    await page.textContent("tr.total .term-total"),
  );
  adds(await totals());
  // The nine of draughts.
  await house.go(page, "/analyse/fen:draughts:W:W27,28,32,33,38,K46:B12,13,18,19,24,K5");
  await page.getByText("Why this score").click();
  await page.getByLabel("As seen by").selectOption("agressif");
  await page.waitForFunction(() => document.querySelectorAll(".slider").length === 9);
  adds(await totals());
  await page.context().close();
});

test(
  "a move that is looked at is not played after a take-back; verdicts keep theirs",
  { skip: HELD },
  async () => {
    const page = await house.page();
    const id = await house.game(page, { game: "chess", moves: ["e4", "e5", "Qh5"] });
    await page.getByLabel(/Coach/).check();
    await page.getByLabel(/Warn me/).check();
    await click(page, "g8");
    await click(page, "f6");
    await page.waitForFunction(() =>
      /Nf6/.test(document.querySelector(".verdict")?.textContent ?? ""),
    );
    const verdict = await page.textContent(".verdict");
    // The answer to the next question waits until the game has changed.
    let go;
    const gone = new Promise((resolve) => {
      go = resolve;
    });
    await page.route("**/api/judge", async (route) => {
      await gone;
      await route.continue();
    });
    await click(page, "h5");
    await click(page, "h4");
    await page.waitForFunction(() =>
      /looking/.test(document.querySelector(".verdict-place").textContent),
    );
    await page.locator("[data-action=take-back]").click();
    await moves(page, 3);
    const answered = page.waitForResponse("**/api/judge");
    go();
    await answered;
    await page.waitForTimeout(300);
    await page.unroute("**/api/judge");
    assert.equal((await house.get(`/games/${id}`)).moves.length, 3, "nothing is played");
    await page.getByLabel(/Warn me/).uncheck();
    await page.locator("[data-action=take-back]").click();
    await moves(page, 2);
    // The same answer to another move is judged anew.
    await click(page, "b1");
    await click(page, "c3");
    await moves(page, 3);
    await click(page, "g8");
    await click(page, "f6");
    await moves(page, 4);
    await page.waitForFunction((old) => {
      const now = document.querySelector(".verdict")?.textContent;
      return now && /Nf6/.test(now) && now !== old;
    }, verdict);
    // A reload remembers what was said.
    await page.reload();
    await page.waitForFunction(() =>
      /Nf6/.test(document.querySelector(".verdict")?.textContent ?? ""),
    );
    await page.context().close();
  },
);

test("a game that begins elsewhere: a better first move, the graph, a later move", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await review(
    page,
    '[SetUp "1"]\n[FEN "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 ' +
      '3"]\n\n3. Qxe5+ Nxe5 *',
  );
  await page.keyboard.press("Home");
  await page.locator(".moves .move", { hasText: "Qxe5" }).first().click();
  await page.waitForSelector(".verdict.blunder");
  await page.getByRole("button", { name: "Show the better move" }).click();
  await page.waitForFunction(() => document.querySelector(".variation .move.current"));
  // A move after the end does not throw the review away.
  await page.locator(".moves .move", { hasText: "Nxe5" }).first().click();
  await current(page, "Nxe5");
  await page.waitForFunction(() => document.querySelector(".status").textContent.includes("White"));
  await click(page, "d2");
  await click(page, "d4");
  await current(page, "d4");
  assert.equal(await page.locator(".graph").count(), 1);
  // Another game with the same moves from another start has no part in it.
  const id = await house.begin({ game: "chess", moves: ["e4", "e5"] });
  await house.go(page, `/analyse/game:${id}`);
  assert.equal(await page.locator(".graph").count(), 0);
  await page.context().close();
});

test("a second review says nothing twice, and a change breaks one off", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await review(page, CHESS);
  const before = await page.textContent(".tree");
  await page.getByRole("button", { name: "Review again" }).click();
  await page.waitForFunction(() => document.getElementById("notice").textContent.includes("ready"));
  await page.waitForSelector(".graph");
  assert.equal(await page.textContent(".tree"), before);
  await house.go(page, "/analyse/chess");
  await paste(page, CHESS);
  await page.getByLabel("How thoroughly").selectOption("deep");
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByLabel("Your move in words").fill("a3");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() =>
    document.getElementById("notice").textContent.includes("broken off"),
  );
  assert.match(await page.textContent(".tree"), /a3/);
  await page.context().close();
});

test("a finished game is reviewed at once, in French, on a small screen", async () => {
  const page = await house.page({ viewport: { width: 360, height: 740 }, locale: "fr-FR" });
  await house.game(page, { game: "chess", moves: ["e4", "e5", "Qh5", "Ke7", "Qxe5"] });
  await page.getByRole("button", { name: "Revoir" }).click();
  await page.waitForSelector(".graph");
  assert.match(await page.textContent(".tree"), /Re7|Ke7/);
  assert.match(await page.textContent(".tree"), /mat/);
  await page.locator(".moves .move", { hasText: "Ke7" }).first().click();
  await page.waitForSelector(".verdict.blunder");
  const [shown, there] = await widths(page);
  assert.ok(there <= shown, `${there} > ${shown}`);
  await page.context().close();
});
