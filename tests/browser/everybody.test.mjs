// For everybody: languages, colours, small screens, screen readers; and nothing to strangers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import http from "node:http";
import { test } from "node:test";
import { SITE, SIZES, click, engine, moves, sharedHouse, widths } from "./helpers.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let games;
const house = sharedHouse(async () => {
  games = {
    chess: await house.begin({
      game: "chess",
      black: engine(2),
      clock: { time: 600, increment: 5 },
    }),
    draughts: await house.begin({ game: "draughts", moves: ["32-28", "19-23"] }),
    over: await house.begin({ game: "chess", moves: ["f3", "e5", "g4", "Qh4"] }),
  };
});

const views = () => ({
  setup: "/",
  chess: `/game/${games.chess}`,
  draughts: `/game/${games.draughts}`,
  over: `/game/${games.over}`,
  games: "/games",
  library: "/library",
  kept: "/library",
  analyse: `/analyse/game:${games.over}`,
  editor: "/analyse/draughts",
  pieces: "/analyse/chess",
  coach: `/game/${games.over}`,
  review: `/analyse/review:${games.over}`,
  learn: `/analyse/review:${games.over}`,
  training: "/training",
  puzzles: "/training/puzzles",
});

/** Games with long names, some of which cannot be read. */
const SHELF = {
  name: "Club.pgn",
  mimeType: "text/plain",
  buffer: Buffer.from(
    [1, 2, 3]
      .map(
        (n) =>
          `[White "A player with a rather long name ${n}"]\n[Black "Somebody Else"]\n` +
          `[Event "A tournament"]\n[Date "2026.11.19"]\n\n1. e4 e5 2. Kd${n} *\n\n`,
      )
      .join(""),
  ),
};

async function open(page, name) {
  await house.go(page, views()[name]);
  if (name === "editor" || name === "pieces")
    await page.getByRole("button", { name: /Set up|Composer|Componi|Opzetten/ }).click();
  if (name === "library" || name === "kept") {
    // A page of its own begins with an empty one, where the browser keeps it.
    if (await page.locator(".library .empty").count())
      await page.locator("main input[type=file]").setInputFiles(SHELF);
    await page.waitForSelector(".game-row a");
  }
  if (name === "library") await page.locator(".filters summary").click();
  if (name === "kept") {
    await page.locator(".game-row a").first().click();
    await page.waitForSelector(".game-choice .which");
  }
  if (name === "puzzles") await page.waitForSelector(".theme");
  if (name === "coach") {
    await page.locator("[data-setting=coach]").check();
    await page.waitForSelector(".verdict");
  }
  if (name === "review" || name === "learn") await page.waitForSelector(".graph");
  if (name === "review") {
    await page.locator(".moves .move", { hasText: "g4" }).click();
    await page.waitForSelector(".verdict.blunder");
    await page.locator(".why summary").click();
    await page.locator(".terms select").selectOption("aggressive");
    await page.waitForSelector(".slider");
  }
  if (name === "learn") {
    await page.locator("[data-action=learn-white]").click();
    await page.locator("[data-action=answer]").click();
    await page.waitForSelector(".learning .verdict");
  }
}

async function violations(page) {
  await page.evaluate(axe);
  const result = await page.evaluate(() =>
    window.axe.run(document, { resultTypes: ["violations"] }),
  );
  return result.violations.map(
    (one) =>
      `${one.id}: ${one.nodes
        .slice(0, 3)
        .map((node) => `${node.target} ${node.any[0]?.message ?? ""}`)
        .join(" | ")}`,
  );
}

/** What opens over a view, and what is pressed there. */
const DIALOGS = [
  ["help", "setup", (page) => page.keyboard.press("?")],
  ["settings", "setup", (page) => page.locator("#settings").click()],
  ["paste", "analyse", (page) => page.locator(".actions.places button").first().click()],
  ["export", "analyse", (page) => page.locator(".actions.places button").nth(2).click()],
  ["put", "analyse", (page) => page.locator("[data-action=put]").click()],
  ["import", "library", (page) => page.locator("[data-action=import]").click()],
  ["names", "library", (page) => page.locator("[data-action=names]").click()],
  ["game", "library", (page) => page.locator(".game-row button").first().click()],
  ["list", "kept", (page) => page.locator("[data-action=games]").click()],
];

for (const scheme of ["light", "dark"]) {
  test(`axe finds nothing on any view and in any dialog, ${scheme}`, async () => {
    // The tests put a script into the page, which its policy would not allow.
    const page = await house.page({ colorScheme: scheme, bypassCSP: true });
    const found = [];
    const look = async (where) => {
      for (const one of await violations(page)) found.push(`${where}: ${one}`);
    };
    for (const name of Object.keys(views())) {
      await page.setViewportSize(SIZES[0]);
      await open(page, name);
      if (name === "chess") await click(page, "e2");
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await look(`${name}, ${size.width}`);
      }
    }
    await page.setViewportSize(SIZES[0]);
    for (const [name, view, act] of DIALOGS) {
      await open(page, view);
      await act(page);
      await page.waitForSelector("dialog[open]");
      await look(name);
    }
    assert.deepEqual(found, []);
    await page.context().close();
  });
}

/** What is cut, or lies outside of the part of the page that it belongs to. */
function misplaced() {
  const text = (element) => element.textContent.trim() || element.getAttribute("aria-label");
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
  const found = [];
  const canvas = document.createElement("canvas").getContext("2d");
  for (const element of document.querySelectorAll("button, a.button, summary, th, legend, h1, h2"))
    // Words for screen readers have a place of one pixel, and lines of text none of their own.
    if (isSeen(element) && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
      found.push(`cut: ${text(element)} ${element.scrollWidth} in ${element.clientWidth}`);
  for (const list of document.querySelectorAll("select:not(.terms select)")) {
    const { font, paddingLeft } = getComputedStyle(list);
    canvas.font = font;
    const { width } = canvas.measureText(list.selectedOptions[0]?.textContent ?? "");
    if (isSeen(list) && width + parseFloat(paddingLeft) > list.clientWidth - 14)
      found.push(`cut: ${list.selectedOptions[0].textContent} in ${list.clientWidth}`);
  }
  for (const part of document.querySelectorAll(".panel, .board-column, .page, dialog")) {
    const outer = part.getBoundingClientRect();
    for (const element of part.querySelectorAll("button, select, input, table")) {
      const { left, right, width } = element.getBoundingClientRect();
      const isOutside = left < outer.left - 1 || right > outer.right + 1;
      if (isSeen(element) && width > 0 && isOutside && !element.closest(".term-table"))
        found.push(`outside: ${text(element)} from ${left} to ${right}`);
    }
  }
  return found;
}

for (const language of ["en", "fr", "it", "nl"]) {
  test(`nothing is cut or too wide at any size: ${language}`, async () => {
    const page = await house.page({ locale: language });
    const found = [];
    for (const name of Object.keys(views())) {
      await page.setViewportSize(SIZES[0]);
      await open(page, name);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const [window, whole] = await widths(page);
        if (whole !== window) found.push(`${name}, ${size.width}: ${whole} wide`);
        for (const one of await page.evaluate(misplaced))
          found.push(`${name}, ${size.width}: ${one}`);
      }
    }
    assert.deepEqual(found, []);
    await page.context().close();
  });
}

test("a small screen can be played on by touch", async () => {
  const page = await house.page({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await house.game(page, { game: "chess" });
  for (const square of ["e2", "e4"]) {
    const box = await page.locator(`[data-square="${square}"]`).boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  }
  await moves(page, 1);
  await page.context().close();
});

test("the language and the colours are switched and remembered", async () => {
  const page = await house.page({ colorScheme: "light" });
  await house.go(page, "/");
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.locator("#language").selectOption("fr");
  await page.waitForFunction(() => document.querySelector("h1").textContent === "Nouvelle partie");
  assert.equal(await page.getAttribute("html", "lang"), "fr");
  await page.locator("#theme").click();
  await page.locator("#theme").click();
  assert.notEqual(await paper(), light);
  await page.reload();
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Nouvelle partie");
  assert.notEqual(await paper(), light);
  await page.locator("#language").selectOption("it");
  await page.waitForFunction(() => document.querySelector("h1").textContent === "Nuova partita");
  await page.context().close();
});

test("the browser's own language is spoken, and no key is missing", async () => {
  for (const [locale, words] of [
    ["it-IT", "Nuova partita"],
    ["fr-FR", "Nouvelle partie"],
    ["de-DE", "New game"],
  ]) {
    const page = await house.page({ locale });
    await house.go(page, "/");
    assert.equal(await page.textContent("h1"), words);
    for (const name of Object.keys(views())) {
      await house.go(page, views()[name]);
      const text = await page.evaluate(() => document.body.innerText);
      assert.doesNotMatch(
        text,
        /\b(play|setup|engine|games|library|analyse|reason|result)\.[a-z-]+\b/,
        `${name}, ${locale}`,
      );
    }
    await page.context().close();
  }
});

test("the board is a grid of named squares", async () => {
  const page = await house.page();
  await house.go(page, `/game/${games.draughts}`);
  const grid = page.getByRole("grid", { name: "Draughts board" });
  assert.equal(await grid.getByRole("row").count(), 10);
  assert.equal(await page.getByRole("gridcell", { name: "square 28, white man" }).count(), 1);
  assert.equal(await grid.locator("[tabindex='0']").count(), 1, "one stop for the tabulator");
  await page.context().close();
});

test("help opens with a key and closes with another", async () => {
  const page = await house.page();
  await house.go(page, "/");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.context().close();
});

const UNASKED = SITE && "there is no server that a page could ask";

test("a page of somebody else can neither ask nor send a form", { skip: UNASKED }, async () => {
  const before = (await house.get("/games")).games.length;
  const evil = http.createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<form method="post" enctype="text/plain" action="${house.base}/api/games">` +
        `<input name='{"game":"chess","white":{"kind":"human"},"black":{"kind":"human"},"x":"'` +
        ` value='"}'></form>`,
    );
  });
  await new Promise((resolve) => {
    evil.listen(0, "127.0.0.1", resolve);
  });
  const context = await house.browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://localhost:${evil.address().port}/`);
  const asked = await page.evaluate(
    (base) =>
      fetch(`${base}/api/games`).then(
        (answer) => answer.status,
        () => "refused",
      ),
    house.base,
  );
  assert.equal(asked, "refused");
  const posted = await page.evaluate(
    (base) =>
      fetch(`${base}/api/games`, {
        method: "POST",
        mode: "no-cors",
        headers: { "content-type": "text/plain" },
        body: "{}",
      }).then(
        (answer) => answer.status,
        () => "refused",
      ),
    house.base,
  );
  assert.ok(posted === 0 || posted === "refused");
  const [response] = await Promise.all([
    page.waitForNavigation(),
    page.evaluate(() => document.forms[0].submit()),
  ]);
  assert.equal(response.status(), 403);
  assert.equal((await house.get("/games")).games.length, before, "nothing was begun");
  await context.close();
  await new Promise((resolve) => {
    evil.close(resolve);
  });
});

test("browsers offer to install the page", async () => {
  const page = await house.keptPage();
  await house.go(page, "/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const inside = await page.context().newCDPSession(page);
  const { errors, manifest } = await inside.send("Page.getAppManifest");
  assert.deepEqual([errors, manifest.name, manifest.display], [[], "Damier", "kStandalone"]);
  const { installabilityErrors } = await inside.send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors, []);
  await page.context().close();
});
