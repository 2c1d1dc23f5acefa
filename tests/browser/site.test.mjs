// What only a page without a server can do: open without a network, and lend its engines.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { click, engine, House, moves, SITE, sharedHouse } from "./helpers.mjs";

const skip = SITE ? false : "for the page without a server";
const house = sharedHouse();

test("after the first visit the page plays without a network", { skip }, async () => {
  const own = await House.open();
  const page = await own.page();
  await own.go(page, "/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => Boolean(navigator.serviceWorker.controller));
  await own.stop();
  await page.reload();
  await own.game(page, { game: "draughts", black: engine(2) });
  await click(page, "32");
  await click(page, "28");
  await moves(page, 2);
  assert.deepEqual(own.errors, []);
  await own.browser.close();
});

test("the first visit loads less than 4 MB, compressed as hosts do", { skip }, () => {
  const files = readdirSync(SITE, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((file) => file.isFile())
    .map((file) => gzipSync(readFileSync(join(file.parentPath, file.name))).length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(all < 4e6, `${all} bytes`);
});

/** Says lines to an engine and gathers what it answers until one of them matches. */
function converse(page, protocol, lines, end, stopAt) {
  return page.evaluate(
    ([name, said, last, stop]) =>
      new Promise((resolve) => {
        const heard = [];
        const worker = new Worker(`worker/engine.js?protocol=${name}`, { type: "module" });
        worker.onmessage = ({ data }) => {
          heard.push(data);
          if (stop && new RegExp(stop).test(data)) worker.postMessage("stop");
          if (new RegExp(last).test(data)) {
            worker.terminate();
            resolve(heard);
          }
        };
        said.forEach((line) => worker.postMessage(line));
      }),
    [protocol, lines, end, stopAt],
  );
}

test("the engines answer other pages in UCI and Hub, and stop at once", { skip }, async () => {
  const page = await house.page();
  await page.goto(`${house.base}/engine.html`);
  const known = await converse(page, "uci", ["uci"], "^uciok$");
  assert.ok(
    known.some((line) => line.startsWith("id name Damier")),
    known.join("\n"),
  );
  const mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
  const won = await converse(page, "uci", [mate, "go depth 4"], "^bestmove");
  assert.equal(won.at(-1).split(" ")[1], "a1a8", won.join("\n"));
  const stopped = await converse(page, "uci", ["go infinite"], "^bestmove", "depth 6 ");
  assert.match(stopped.at(-1), /^bestmove [a-h][1-8][a-h][1-8]/);
  const hub = [
    "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
    "level depth=6",
    "go think",
  ];
  const done = await converse(page, "hub", hub, "^done");
  assert.match(done.at(-1), /^done move=\d+-\d+/);
  // The example itself.
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForFunction(() =>
    /^bestmove/m.test(document.getElementById("output").textContent),
  );
  await page.context().close();
});
