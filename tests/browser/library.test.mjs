// The library of one's own games: they come, are found, opened, changed, reviewed and go, and
// nothing that was acknowledged is ever lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { drag, moves, paste, sharedHouse, SITE, startServer, status, widths } from "./helpers.mjs";

const house = sharedHouse();

const SIZES = [
  { width: 1280, height: 800 },
  { width: 844, height: 390 },
  { width: 360, height: 740 },
];

/** Games that differ in players, dates, ratings and openings; every tenth has an illegal move. */
const many = (count, { broken = true } = {}) =>
  [...Array(count).keys()]
    .map((n) => {
      const moves = ["e4 e5 2. Nf3 Nc6", "d4 d5 2. c4 e6", "e4 c5 2. Nf3 d6"][n % 3];
      const end = broken && n % 10 === 9 ? " 3. Kd6" : "";
      return (
        `[Event "Club evening ${n % 7}"]\n[White "Player, Number ${n}"]\n` +
        `[Black "Somebody Else With A Very Long Name Indeed"]\n[Date "20${10 + (n % 15)}.05.17"]\n` +
        `[WhiteElo "${1000 + (n % 1000)}"]\n[Result "1-0"]\n\n1. ${moves}${end} 1-0\n\n`
      );
    })
    .join("");

const fileOf = (name, text) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.isBuffer(text) ? text : Buffer.from(text),
});

const open = (page, file) => page.locator("main input[type=file]").setInputFiles(file);

/** Waits until the list says that it has so many games. */
const counts = (page, words) =>
  page.waitForFunction(
    (wanted) => document.querySelector(".library > [role=status]")?.textContent.startsWith(wanted),
    words,
  );

/** A page with a library that has a collection. */
async function shelf(options, name = "Club.pgn", text = many(30)) {
  const page = await house.page(options);
  house.current = page;
  await house.go(page, "/library");
  await open(page, fileOf(name, text));
  await page.waitForSelector(".game-row a");
  return page;
}

const rows = (page) => page.locator(".game-row a").allTextContents();
const collections = async () => (await house.get("/library")).collections;

for (const viewport of SIZES)
  test(`games are found and opened, and nothing is too wide, at ${viewport.width}`, async () => {
    const page = await shelf({ viewport }, `Wide ${viewport.width}.pgn`, many(47));
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
  const page = await shelf({}, "Search.pgn", many(30));
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
  const page = await shelf({}, "Long.pgn", many(2500, { broken: false }));
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
  const page = await shelf({}, "First.pgn", many(12, { broken: false }));
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
  const page = await shelf({}, "One.pgn", many(10));
  await page.locator(".game-row button").nth(9).click();
  await page.getByLabel("White", { exact: true }).fill('Ada "the Hare"');
  await page.getByLabel("Collection").last().selectOption("");
  await page.getByLabel("Name", { exact: true }).fill("Moved");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await counts(page, "9 games");
  const moved = (await collections()).find(({ name }) => name === "Moved");
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
  const page = await shelf({}, "Notes.pgn", many(5, { broken: false }));
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
  const [{ id }] = (await collections()).slice(-1);
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
  const study = (await collections()).find(({ name }) => name === "My study");
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

test("a packed file, and one in an older alphabet, are read", async () => {
  const page = await shelf({}, "Packed.pgn.gz", gzipSync(Buffer.from(many(20))));
  await counts(page, "20 games");
  const old = Buffer.from('[White "J\xf6rg"]\n[Black "Ren\xe9e"]\n\n1. e4 e5 *\n', "latin1");
  await open(page, fileOf("Old.pgn", old));
  await counts(page, "1 game");
  assert.match((await rows(page))[0], /Jörg – Renée/);
  await open(page, fileOf("Games.zip", "PK"));
  await page.waitForSelector("#notice:has-text('Unpack')");
  assert.ok(gunzipSync(gzipSync(Buffer.from("x"))).length === 1);
  await page.context().close();
});

/** The games that the library has of a file, in the order of their names. */
async function numbers(collection) {
  const found = [];
  for (let offset = 0; ; offset += 500) {
    const { games, total } = await house.post("/library/search", {
      collection,
      offset,
      limit: 500,
    });
    found.push(...games.map(({ white }) => Number(white.match(/\d+$/)[0])));
    if (found.length >= total) return found;
  }
}

const BIG = 20000;

test("an import that is stopped goes on when the file is opened again", async () => {
  const page = await house.page();
  house.current = page;
  page.setDefaultTimeout(60000);
  await house.go(page, "/library");
  const file = fileOf("Stopped.pgn", many(BIG));
  await open(page, file);
  await page.waitForFunction(
    () => Number(document.querySelector(".import-box progress")?.value) > 0.1,
  );
  await page.locator("[data-action=stop]").click();
  await page.waitForSelector(".import-box :text('It was stopped')");
  const [{ id, games, source }] = (await collections()).slice(-1);
  assert.ok(games > 0 && games < BIG && !source.is_whole, `${games}`);
  await page.locator("[data-action=collection]").selectOption(String(id));
  await page.waitForSelector("[data-action=again]");
  await open(page, file);
  await counts(page, "20,000 games");
  assert.deepEqual(await numbers(id), [...Array(BIG).keys()]);
  assert.equal((await collections()).at(-1).source.broken, BIG / 10);
  await page.context().close();
});

test("the list stays where it is while games come in", async () => {
  const page = await shelf({}, "Before.pgn", many(400, { broken: false }));
  page.setDefaultTimeout(60000);
  await page.locator("[data-action=collection]").selectOption("");
  const list = page.locator(".game-window");
  await list.evaluate((element) => element.scrollTo(0, 3017));
  await page.waitForFunction(() => /Number 5\d/.test(document.querySelector(".rows").textContent));
  const row = page.locator(".game-row a", { hasText: "Number 55 " }).first();
  await row.focus();
  const before = await list.evaluate((element) => element.scrollTop);
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "After.pgn", { type: "text/plain" }));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
    window.tops = new Set();
    const step = () => {
      window.tops.add(document.querySelector(".game-window")?.scrollTop);
      if (document.querySelector(".import-box progress")) requestAnimationFrame(step);
    };
    setTimeout(step, 50);
  }, many(BIG));
  await page.waitForFunction(
    () => Number(document.querySelector(".import-box progress")?.value) > 0.3,
  );
  const tops = await page.evaluate(() => [...window.tops]);
  assert.deepEqual(tops, [before]);
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Number 55 /);
  await page.context().close();
});

test("what ends in the middle of an import loses nothing that was acknowledged", async () => {
  let page = await house.page();
  house.current = page;
  page.setDefaultTimeout(60000);
  await house.go(page, "/library");
  await page.evaluate(() => {
    window.acknowledged = 0;
    const step = () => {
      const words = document.querySelector(".import-box .note")?.textContent ?? "";
      window.acknowledged = Number(words.match(/: ([\d,]+) games/)?.[1].replace(/,/g, "") ?? 0);
    };
    new MutationObserver(step).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  const file = fileOf("Killed.pgn", many(BIG));
  await open(page, file);
  await page.waitForFunction(() => window.acknowledged > 2000);
  const { context, kill } = await ending(page);
  await kill();
  const acknowledged = SITE
    ? 2001
    : await page.evaluate(() => window.acknowledged).catch(() => 2001);
  page = await context();
  house.current = page;
  await house.go(page, "/library");
  const [{ id, games, source }] = (await collections()).slice(-1);
  assert.ok(games >= acknowledged, `${games} of ${acknowledged}`);
  assert.ok(!source.is_whole);
  page.setDefaultTimeout(60000);
  await open(page, file);
  await counts(page, "20,000 games");
  assert.deepEqual(await numbers(id), [...Array(BIG).keys()]);
  await page.context().close();
});

/** How everything ends at once, and how it begins again: the server, or the page with its worker. */
async function ending(page) {
  if (SITE)
    return {
      kill: () => page.close({ runBeforeUnload: false }),
      context: async () => {
        const next = await page.context().newPage();
        next.setDefaultTimeout(60000);
        return next;
      },
    };
  const { server, port, data } = house;
  return {
    kill: () =>
      new Promise((resolve) => {
        server.removeAllListeners("exit");
        server.on("exit", resolve);
        server.kill("SIGKILL");
      }),
    context: async () => {
      Object.assign(house, await startServer(data, port));
      return page;
    },
  };
}

test("a collection is reviewed in the background, paused, resumed, and goes on after the end", async () => {
  let page = await shelf({}, "Reviews.pgn", many(8, { broken: false }));
  page.setDefaultTimeout(60000);
  await page.getByLabel("How thoroughly").selectOption("quick");
  await page.locator("[data-action=plan]").click();
  const reviewed = async () => (await collections()).at(-1).reviewed;
  const until = async (least) => {
    for (let tries = 0; tries < 400; tries += 1) {
      if ((await reviewed()) >= least) return;
      await page.waitForTimeout(100);
    }
    throw new Error(`only ${await reviewed()} reviewed`);
  };
  await until(1);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  await until(2);
  const before = await reviewed();
  const { context, kill } = await ending(page);
  await kill();
  page = await context();
  house.current = page;
  await house.go(page, "/library");
  assert.ok((await reviewed()) >= before, "what was reviewed is there");
  await until(8);
  await page.waitForSelector(".game-row .is-reviewed");
  const { id } = (await collections()).at(-1);
  await page.locator("[data-action=collection]").selectOption(String(id));
  await page.waitForSelector(":text('All games are reviewed')");
  await page.locator(".game-row a").first().click();
  await page.waitForSelector(".graph");
  await moves(page, 4);
  // Told in another language without being made again, and saved as a report.
  await page.locator("#language").selectOption("nl");
  await page.waitForSelector(".review :text('Nauwkeurigheid')");
  const saved = page.waitForEvent("download");
  await page.locator("[data-action=report]").click();
  let html = "";
  for await (const bytes of await (await saved).createReadStream()) html += bytes;
  assert.match(html, /<html lang="nl">/);
  assert.match(html, /Player, Number 0/);
  await page.context().close();
});

test("a review that is made while looking at a game is kept with it", async () => {
  const page = await shelf({}, "Looked at.pgn", many(2, { broken: false }));
  await page.locator(".game-row a").first().click();
  await moves(page, 4);
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.waitForSelector(".graph");
  await page.locator("[data-action=game-after]").click();
  await page.waitForSelector("[data-action=review].primary");
  await page.locator("[data-action=game-before]").click();
  await page.waitForSelector(".graph");
  const { id } = (await collections()).at(-1);
  assert.equal((await collections()).at(-1).reviewed, 1);
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
  const played = (await collections()).find(({ name }) => name === "Played here");
  assert.equal(played.games, (await house.get("/games")).games.filter((g) => g.is_over).length);
  await page.context().close();
});
