// How fast the page is, measured in the browser; figures for people, not a test.
//
//   DAMIER=target/release/damier node tests/browser/speed.mjs

import { readFileSync } from "node:fs";
import { House, click, engine } from "./helpers.mjs";

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const worst = (list) => Math.max(...list);
const show = (name, list) =>
  console.log(
    `${name}: median ${median(list).toFixed(0)} ms, ` +
      `worst ${worst(list).toFixed(0)} ms (${list.length})`,
  );

const house = await House.open();

const paints = [];
for (let count = 0; count < 7; count += 1) {
  const page = await house.page();
  await page.goto(`${house.base}/`);
  await page.waitForSelector(".setup h1");
  paints.push(
    await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime),
  );
  await page.context().close();
}
show("first contentful paint", paints);

// From the second click of a move to the piece on its square.
{
  const page = await house.page();
  await house.game(page, { game: "chess" });
  const clicks = [];
  const game = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7".split(" ");
  for (const [ply, code] of game.entries()) {
    await click(page, code.slice(0, 2));
    await page.evaluate((count) => {
      window.begun = undefined;
      document.addEventListener(
        "pointerdown",
        () => {
          window.begun = performance.now();
        },
        { once: true, capture: true },
      );
      window.shown = new Promise((resolve) => {
        const look = () =>
          document.querySelectorAll(".moves .move").length === count
            ? resolve(performance.now() - window.begun)
            : requestAnimationFrame(look);
        look();
      });
    }, ply + 1);
    await click(page, code.slice(2, 4));
    clicks.push(await page.evaluate(() => window.shown));
  }
  show("answer to a click", clicks);
  await page.context().close();
}

/** Plays some moves against an engine over HTTP; how long each answer took. */
async function answers(terms, count) {
  const game = await house.post("/games", { white: { kind: "human" }, ...terms });
  const times = [];
  let view = game;
  for (let turn = 0; turn < count && !view.verdict; turn += 1) {
    const begun = performance.now();
    const mv = view.position.legal[(7 * turn) % view.position.legal.length];
    await house.post(`/games/${game.id}/move`, { move: mv.code, ply: view.moves.length });
    do {
      view = await house.get(`/games/${game.id}`);
      if (view.thinking)
        await new Promise((resolve) => {
          setTimeout(resolve, 3);
        });
    } while (view.thinking);
    times.push(performance.now() - begun);
  }
  return times;
}

for (const game of ["chess", "draughts"])
  show(`level 4, ${game}`, await answers({ game, black: engine(4) }, 20));

const memory = () =>
  Number(readFileSync(`/proc/${house.server.pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]) /
  1024;
const before = memory();
let busy = true;
const pings = [];
const ping = (async () => {
  while (busy) {
    const begun = performance.now();
    await house.get("/catalogue");
    pings.push(performance.now() - begun);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
})();
const all = await Promise.all(
  [...Array(20).keys()].map((number) =>
    answers(
      { game: number % 2 ? "chess" : "draughts", black: engine(4, { seed: number + 1 }) },
      10,
    ),
  ),
);
busy = false;
await ping;
show("level 4 in 20 games at once", all.flat());
show("another request meanwhile", pings);
console.log(`memory: ${before.toFixed(0)} MB before, ${memory().toFixed(0)} MB after`);
await house.close();
