// Files come into the library and whole collections are reviewed: what is stopped or ends in the
// middle goes on, and nothing that was acknowledged is ever lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { SITE, moves, sharedHouse, startServer } from "./helpers.mjs";
import { collections, counts, fileOf, many, open, rows, shelf } from "./shelf.mjs";

const house = sharedHouse();

test("a packed file, and one in an older alphabet, are read", async () => {
  const page = await shelf(house, {}, "Packed.pgn.gz", gzipSync(Buffer.from(many(20))));
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
  const [{ id, games, source }] = (await collections(house)).slice(-1);
  assert.ok(games > 0 && games < BIG && !source.is_whole, `${games}`);
  await page.locator("[data-action=collection]").selectOption(String(id));
  await page.waitForSelector("[data-action=again]");
  await open(page, file);
  await counts(page, "20,000 games");
  assert.deepEqual(await numbers(id), [...Array(BIG).keys()]);
  assert.equal((await collections(house)).at(-1).source.broken, BIG / 10);
  await page.context().close();
});

test("the list stays where it is while games come in", async () => {
  const page = await shelf(house, {}, "Before.pgn", many(400, { broken: false }));
  page.setDefaultTimeout(60000);
  await page.locator("[data-action=collection]").selectOption("");
  // A list that is new begins at its top.
  const { total } = await house.post("/library/search", { limit: 1 });
  await counts(page, `${total.toLocaleString("en")} games`);
  const list = page.locator(".game-window");
  await list.evaluate((element) => element.scrollTo(0, 3017));
  // Which games stand there depends on what came before.
  const focusable = await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector(".game-window").getBoundingClientRect();
    const isInside = (row) => {
      const place = row.getBoundingClientRect();
      return place.top >= top && place.bottom <= bottom;
    };
    const row = [...document.querySelectorAll(".game-row a")].find(isInside);
    row?.focus();
    return row?.textContent;
  });
  const chosen = await focusable.jsonValue();
  const before = await list.evaluate((element) => element.scrollTop);
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "After.pgn", { type: "text/plain" }));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
    Object.assign(window, { tops: new Set(), focused: new Set() });
    let isSeen = false;
    const step = () => {
      const isRunning = Boolean(document.querySelector(".import-box progress"));
      if (isRunning) {
        window.tops.add(document.querySelector(".game-window").scrollTop);
        window.focused.add(document.activeElement.textContent);
      }
      isSeen ||= isRunning;
      if (isRunning || !isSeen) requestAnimationFrame(step);
    };
    step();
  }, many(BIG));
  // When all is there, it is what is shown.
  await counts(page, "20,000 games");
  const [tops, focused] = await page.evaluate(() => [[...window.tops], [...window.focused]]);
  assert.deepEqual(tops, [before]);
  assert.deepEqual(focused, [chosen]);
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
  const [{ id, games, source }] = (await collections(house)).slice(-1);
  assert.ok(games >= acknowledged, `${games} of ${acknowledged}`);
  assert.ok(!source.is_whole);
  page.setDefaultTimeout(60000);
  await open(page, file);
  await counts(page, "20,000 games");
  assert.deepEqual(await numbers(id), [...Array(BIG).keys()]);
  await page.context().close();
});

/** How everything ends at once, and begins again: the server, or the page with its worker. */
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

test("a collection is reviewed in the background, pauses, and goes on after the end", async () => {
  let page = await shelf(house, {}, "Reviews.pgn", many(8, { broken: false }));
  page.setDefaultTimeout(60000);
  await page.getByLabel("How thoroughly").selectOption("quick");
  await page.locator("[data-action=plan]").click();
  const reviewed = async () => (await collections(house)).at(-1).reviewed;
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
  const { id } = (await collections(house)).at(-1);
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
