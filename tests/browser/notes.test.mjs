// Notes that are written on the page by hand: what is exported has all of them, and nothing is lost
// when it comes in again. With DAMIER_NOTES, a folder where the files are left for other readers,
// with what they should find in them (tests/clients/notes.py).

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { click, drag, sharedHouse } from "./helpers.mjs";

const house = sharedHouse();
const { DAMIER_NOTES: folder } = process.env;

const current = (page, words) =>
  page.waitForFunction(
    (wanted) => document.querySelector(".move.current")?.textContent.startsWith(wanted),
    words,
  );

/** Plays moves on the board; what the last one is called in the list. */
async function play(page, squares, name) {
  for (const square of squares.split(" ")) await click(page, square);
  await current(page, name);
}

async function select(page, name) {
  await page.locator(".moves .move", { hasText: name }).first().click();
  await current(page, name);
}

/** Draws with the right button: an arrow, or a circle where it ends on the same square. */
async function mark(page, from, to, keys = []) {
  for (const key of keys) await page.keyboard.down(key);
  await drag(page, from, to, { button: "right" });
  for (const key of keys) await page.keyboard.up(key);
}

async function comment(page, words, sign) {
  if (!(await page.locator(".notes[open]").count())) await page.locator(".notes summary").click();
  await page.getByLabel(/^Comment/).fill(words);
  if (sign) await page.getByLabel("Sign").selectOption(sign);
  // The board has the keys again, and is in sight.
  await page.locator("main").focus();
}

async function name(page, event, collection) {
  await page.getByLabel("Event or chapter").fill(event);
  if (collection) {
    await page.getByLabel("Collection").selectOption("");
    await page.getByLabel("Name", { exact: true }).fill(collection);
  }
}

const save = (page) => page.getByRole("button", { name: "Save", exact: true }).click();

const shows = (page, words) =>
  page.waitForFunction(
    (wanted) => document.querySelector(".game-choice").textContent.startsWith(wanted),
    words,
  );

/** The collection that is chosen in the library as a file. */
async function exported(page) {
  const saved = page.waitForEvent("download");
  await page.locator("[data-action=export]").click();
  let text = "";
  for await (const bytes of await (await saved).createReadStream()) text += bytes;
  return text;
}

/** The study comes out of the library, in again from its file, and out once more. */
async function roundTrip(page, file) {
  house.current = page;
  await house.go(page, "/library");
  await page.waitForSelector(".game-row a");
  const text = await exported(page);
  await page.locator("main input[type=file]").setInputFiles({
    name: `Again ${file}`,
    mimeType: "text/plain",
    buffer: Buffer.from(text),
  });
  await page.waitForFunction(() =>
    /^Again/.test(
      document.querySelector("[data-action=collection]").selectedOptions[0].textContent,
    ),
  );
  await page.waitForSelector(".game-row a");
  assert.equal(await exported(page), text, "nothing is lost on the way");
  return text;
}

/** Leaves a file for other readers. */
function leave(file, text, expected) {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), text);
  writeFileSync(join(folder, `${file}.json`), JSON.stringify(expected, null, 2));
}

test("a study of chess: arrows, circles, comments, signs, a variation and a chapter", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/chess");
  await mark(page, "e4", "e4");
  await comment(page, "An open game.");
  await play(page, "e2 e4", "e4");
  await play(page, "e7 e5", "e5");
  await play(page, "g1 f3", "Nf3");
  await select(page, "e4");
  await play(page, "c7 c5", "c5");
  await comment(page, "The Sicilian.", "5");
  await mark(page, "c5", "d4", ["Shift", "Alt"]);
  await select(page, "e4");
  await comment(page, "Space.", "1");
  await mark(page, "e2", "e4");
  await mark(page, "d1", "h5", ["Shift"]);
  await mark(page, "d5", "d5", ["Alt"]);
  await page.locator("[data-action=put]").click();
  await name(page, "The first chapter", "Study of chess");
  await save(page);
  await shows(page, "1 of 1");
  await page.locator("[data-action=chapter]").click();
  await name(page, "The second chapter");
  await save(page);
  await shows(page, "2 of 2");
  await play(page, "d2 d4", "d4");
  await comment(page, "The other centre.");
  await page.locator("[data-action=save-kept]:not(:disabled)").click();
  await page.waitForSelector("[data-action=save-kept]:disabled");
  const text = await roundTrip(page, "study.pgn");
  // Ply, move, signs, words, and what is drawn.
  leave("study.pgn", text, [
    {
      event: "The first chapter",
      nodes: [
        [0, null, [], "An open game.", ["e4e4 green"]],
        [1, "e2e4", [1], "Space.", ["d1h5 red", "d5d5 blue", "e2e4 green"]],
        [2, "e7e5", [], "", []],
        [3, "g1f3", [], "", []],
        [2, "c7c5", [5], "The Sicilian.", ["c5d4 yellow"]],
      ],
    },
    {
      event: "The second chapter",
      nodes: [
        [0, null, [], "", []],
        [1, "d2d4", [], "The other centre.", []],
      ],
    },
  ]);
  assert.match(
    text.replace(/\s+/g, " "),
    /1\. e4 \$1 \{\[%csl Bd5\] \[%cal Ge2e4,Rd1h5\] Space\.\}/,
  );
  await page.context().close();
});

test("a study of draughts, as the PDN that others read", async () => {
  const page = await house.page();
  await house.go(page, "/analyse/draughts");
  await comment(page, "To the centre.");
  await play(page, "32 28", "32-28");
  await play(page, "19 23", "19-23");
  await play(page, "28 19", "28x19");
  await select(page, "32-28");
  await play(page, "18 23", "18-23");
  await comment(page, "The other way.", "6");
  await select(page, "32-28");
  await comment(page, "Centre.", "1");
  await mark(page, "32", "28");
  await mark(page, "23", "23", ["Shift"]);
  await page.locator("[data-action=put]").click();
  await name(page, "A lesson", "Study of draughts");
  await save(page);
  await shows(page, "1 of 1");
  const text = await roundTrip(page, "study.pdn");
  leave("study.pdn", text, [
    { event: "A lesson", moves: ["32-28", "19-23", "28x19"], words: ["Centre.", "The other way."] },
  ]);
  const line = text.replace(/\s+/g, " ");
  assert.match(line, /1\. 32-28 \$1 \{\[%csl R23\] \[%cal G3228\] Centre\.\}/);
  assert.match(line, /\(1\.\.\. 18-23 \$6 \{The other way\.\}\)/);
  await page.context().close();
});
