// The library of one's own games: they are found, opened, changed and go, and come back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SIZES, drag, moves, paste, sharedHouse, status, widths } from "./helpers.mjs";
import { collections, counts, many, rows, shelf } from "./shelf.mjs";

const house = sharedHouse();

for (const viewport of SIZES)
  test(`games are found and opened, and nothing is too wide, at ${viewport.width}`, async () => {
    const page = await shelf(house, { viewport }, `Wide ${viewport.width}.pgn`, many(47));
    await counts(page, "47 games · 4 with faults");
    const check = async () => {
      const [shown, there] = await widths(page);
      assert.ok(there <= shown, `${there} in ${shown}`);
    };
    await check();
    assert.match(await page.textContent(".import-box"), /47 games came in.*4 with faults/);
    assert.match(await page.textContent(".fault-list"), /Game 10, line 89.*Kd6 is not legal/);
    await page.getByLabel("Search", { exact: true }).fill("NUMBER 12 somebody");
    await counts(page, "1 game");
    assert.match((await rows(page))[0], /Number 12 – Somebody/);
    await page.getByText("More to search by").click();
    await check();
    await page.getByLabel("Search", { exact: true }).fill("");
    await page.getByLabel("Opening").fill("sicilian");
    await counts(page, "15 games");
    await page.getByLabel("From").fill("2021");
    await page.getByLabel("Until").fill("2021.12");
    await counts(page, "3 games");
    await page.locator(".game-row a").first().click();
    await moves(page, 4);
    await check();
    // Back leads to the list as it was.
    await page.goBack();
    await counts(page, "3 games");
    await page.context().close();
  });

test("positions, results and one's own names are searched for", async () => {
  const page = await shelf(house, {}, "Search.pgn", many(30));
  await page.getByText("More to search by").click();
  const fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  await page.getByLabel("Position (FEN)").fill(fen);
  await counts(page, "10 games");
  await page.getByLabel("Position (FEN)").fill("8/8");
  await page.waitForSelector(".library > .problem");
  await page.getByLabel("Position (FEN)").fill("");
  await page.locator("[data-action=names]").click();
  await page.getByLabel(/Your names/).fill("player, number 3\nPlayer, Number 17");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByLabel("only my games").check();
  await page.getByLabel("Game", { exact: true }).selectOption("");
  await counts(page, "2 games");
  // What is on the board is looked for too.
  await house.go(page, "/analyse/chess");
  await paste(page, "1. d4 d5 2. c4");
  await moves(page, 3);
  await page.keyboard.press("End");
  await status(page, "Black");
  await page.getByText("Games with this position").click();
  await page.waitForSelector(".game-row a");
  assert.ok((await rows(page)).every((row) => /Number/.test(row)));
  await page.context().close();
});

test("the list is walked through by keyboard alone, however long it is", async () => {
  const page = await shelf(house, {}, "Long.pgn", many(2500, { broken: false }));
  await counts(page, "2,500 games");
  assert.ok((await page.locator(".game-row").count()) < 60, "only what is seen is drawn");
  await page.locator(".game-row a").first().focus();
  const here = (words) =>
    page.waitForFunction((wanted) => document.activeElement?.textContent.includes(wanted), words);
  await page.keyboard.press("ArrowDown");
  await here("Number 1 ");
  await page.keyboard.press("End");
  await here("Number 2499 ");
  await page.keyboard.press("ArrowUp");
  await here("Number 2498 ");
  assert.equal(
    await page.locator(".game-row [tabindex='0']").count(),
    2,
    "one row for the tabulator",
  );
  await page.keyboard.press("Home");
  await here("Number 0 ");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.press("Escape");
  await page.locator(".game-row a").first().focus();
  await page.keyboard.press("Enter");
  await moves(page, 4);
  await page.context().close();
});

test("collections are made, renamed, thrown away, taken back and exported", async () => {
  const page = await shelf(house, {}, "First.pgn", many(12, { broken: false }));
  await page.locator("[data-action=rename]").click();
  await page.getByLabel("Name", { exact: true }).fill("Another name");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForFunction(() =>
    /Another name \(12\)/.test(
      document.querySelector("[data-action=collection]").selectedOptions[0].textContent,
    ),
  );
  const saved = page.waitForEvent("download");
  await page.locator("[data-action=export]").click();
  const file = await saved;
  assert.equal(file.suggestedFilename(), "Another name.pgn");
  let text = "";
  for await (const bytes of await file.createReadStream()) text += bytes;
  assert.equal(
    text.trim(),
    many(12, { broken: false })
      .trim()
      .replace(/\n{3,}/g, "\n\n"),
  );
  await page.locator("[data-action=delete]").click();
  await page.waitForFunction(
    () => !/Another/.test(document.querySelector("[data-action=collection]")?.textContent),
  );
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() =>
    /Another name \(12\)/.test(document.querySelector("[data-action=collection]")?.textContent),
  );
  await page.locator("[data-action=new]").click();
  await page.getByLabel("Name", { exact: true }).fill("Empty one");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await counts(page, "No game is like that");
  await page.context().close();
});

test("a game is renamed, moved, thrown away and taken back, and its text stays", async () => {
  const page = await shelf(house, {}, "One.pgn", many(10));
  await page.locator(".game-row button").nth(9).click();
  await page.getByLabel("White", { exact: true }).fill('Ada "the Hare"');
  await page.getByLabel("Collection").last().selectOption("");
  await page.getByLabel("Name", { exact: true }).fill("Moved");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await counts(page, "9 games");
  const moved = (await collections(house)).find(({ name }) => name === "Moved");
  await page.locator("[data-action=collection]").selectOption(String(moved.id));
  await counts(page, "1 game");
  assert.match((await rows(page))[0], /Ada "the Hare"/);
  const { text } = await house.post("/library/export", { collection: moved.id, limit: 10 });
  assert.match(text, /\[White "Ada \\"the Hare\\""\]/);
  assert.match(text, /3\. Kd6 1-0/, "what cannot be read is still there");
  await page.locator(".game-row button").click();
  await page.locator("[data-action=delete-game]").click();
  await counts(page, "No game");
  await page.getByRole("button", { name: "Undo" }).click();
  await counts(page, "1 game");
  await page.context().close();
});

test("what is changed in a game goes back to its place, arrows included", async () => {
  const page = await shelf(house, {}, "Notes.pgn", many(5, { broken: false }));
  await page.locator(".game-row a").nth(1).click();
  await moves(page, 4);
  await page.keyboard.press("ArrowRight");
  await status(page, "Black");
  await drag(page, "g8", "f6", { button: "right" });
  await page.locator(".notes summary").click();
  await page.getByLabel("Comment on this move").fill("The queen's pawn.");
  await page.getByLabel("Sign").selectOption("1");
  await page.locator("[data-action=save-kept]:not(:disabled)").click();
  await page.waitForSelector("[data-action=save-kept]:disabled");
  await page.locator("[data-action=game-after]").click();
  await page.waitForFunction(() =>
    /^3 of 5/.test(document.querySelector(".game-choice").textContent),
  );
  await page.locator("[data-action=game-before]").click();
  await page.waitForFunction(() =>
    /queen's pawn/.test(document.querySelector(".tree").textContent),
  );
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".arrow.hand");
  const [{ id }] = (await collections(house)).slice(-1);
  const { text } = await house.post("/library/export", { collection: id, limit: 10 });
  assert.match(text, /1\. d4 \$1 \{\[%cal Gg8f6\] The queen's pawn\.\}/);
  // What was not saved is, when something else comes.
  await page.locator(".moves .move").nth(2).click();
  await page.getByLabel("Comment on this move").fill("Not saved by hand.");
  await page.getByRole("link", { name: "Library" }).click();
  await page.waitForSelector("#notice:has-text('were saved')");
  const again = await house.post("/library/export", { collection: id, limit: 10 });
  assert.match(again.text, /Not saved by hand/);
  await page.context().close();
});

test("a study has chapters, and a game is put into the library", async () => {
  const page = await house.page();
  house.current = page;
  await house.go(page, "/analyse/chess");
  await paste(page, "1. e4 e5 2. Nf3 Nc6 3. Bb5");
  await moves(page, 5);
  await page.locator("[data-action=put]").click();
  await page.getByLabel("Event or chapter").fill("The Spanish");
  await page.getByLabel("Collection").selectOption("");
  await page.getByLabel("Name", { exact: true }).fill("My study");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForFunction(() =>
    /1 of 1: My study/.test(document.querySelector(".game-choice").textContent),
  );
  await page.keyboard.press("End");
  await status(page, "Black");
  await page.locator("[data-action=chapter]").click();
  await page.getByLabel("Event or chapter").fill("What Black can do");
  await page.getByLabel("from the position on the board").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForFunction(() =>
    /2 of 2: My study/.test(document.querySelector(".game-choice").textContent),
  );
  await status(page, "Black");
  const study = (await collections(house)).find(({ name }) => name === "My study");
  const { text } = await house.post("/library/export", { collection: study.id, limit: 10 });
  assert.match(
    text,
    /\[Event "The Spanish"\][^]*3\. Bb5[^]*\[Event "What Black can do"\][^]*\[FEN /,
  );
  await page.reload();
  await page.waitForFunction(() =>
    /2 of 2: My study/.test(document.querySelector(".game-choice")?.textContent),
  );
  await page.context().close();
});

test("a review that is made while looking at a game is kept with it", async () => {
  const page = await shelf(house, {}, "Looked at.pgn", many(2, { broken: false }));
  await page.locator(".game-row a").first().click();
  await moves(page, 4);
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.waitForSelector(".graph");
  await page.locator("[data-action=game-after]").click();
  await page.waitForSelector("[data-action=review].primary");
  await page.locator("[data-action=game-before]").click();
  await page.waitForSelector(".graph");
  const { id } = (await collections(house)).at(-1);
  assert.equal((await collections(house)).at(-1).reviewed, 1);
  const text = (await house.post("/library/export", { collection: id, limit: 1 })).text;
  assert.doesNotMatch(text, /%eval/, "the game itself stays as it is");
  await page.context().close();
});

test("games that were played go into the library once", async () => {
  const page = await house.page();
  house.current = page;
  const begun = { game: "chess", moves: ["f3", "e5", "g4", "Qh4"] };
  await house.go(page, "/");
  await house.post("/games", { white: { kind: "human" }, black: { kind: "human" }, ...begun });
  await house.go(page, "/games");
  await page.locator("[data-action=keep-all]").click();
  await page.waitForSelector("#notice:has-text('came in')");
  await page.locator("[data-action=keep-all]").click();
  await page.waitForSelector("#notice:has-text('has these already')");
  const played = (await collections(house)).find(({ name }) => name === "Played here");
  assert.equal(played.games, (await house.get("/games")).games.filter((g) => g.is_over).length);
  await page.context().close();
});
