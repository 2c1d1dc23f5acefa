// How fast the page without a server is: nodes a second against the program, one after the other,
// and the time from opening the page to the first move of an engine.
//
//   DAMIER=target/release/damier DAMIER_SITE=FOLDER node tests/browser/site-speed.mjs [rounds]

import { execFileSync } from "node:child_process";
import { click, engine, House, moves } from "./helpers.mjs";

const rounds = Number(process.argv[2] ?? 3);
const house = await House.open();
const page = await house.page();
await page.goto(`${house.base}/engine.html`);

/** What the bench says last: nodes, and nodes a second. */
const last = (lines) =>
  lines
    .at(-1)
    .match(/(\d+) nodes (\d+) nps/)
    .slice(1)
    .map(Number);

const inBrowser = (game) =>
  page.evaluate(
    (number) =>
      new Promise((resolve) => {
        const heard = [];
        const worker = new Worker("worker/thinker.js", { type: "module" });
        worker.onmessage = ({ data }) => {
          if (data.said) heard.push(data.said);
          if (data.done) resolve(heard);
        };
        WebAssembly.compileStreaming(fetch("damier.wasm")).then((module) => {
          worker.postMessage({ module });
          worker.postMessage({ name: "bench", numbers: [number] });
        });
      }),
    game,
  );

for (const [number, game] of ["chess", "draughts"].entries()) {
  for (let round = 0; round < rounds; round += 1) {
    const text = execFileSync(process.env.DAMIER, ["bench", "--game", game], { encoding: "utf8" });
    const native = last(text.trim().split("\n"));
    const here = last(await inBrowser(number));
    const ratio = (here[1] / native[1]).toFixed(2);
    console.log(
      `${game}: ${native.join(" nodes, ")} nps; browser ${here.join(" nodes, ")} nps; ${ratio}`,
    );
  }
}

// A context of its own: nothing is kept from before.
const fresh = await house.page();
const begun = performance.now();
await fresh.goto(house.base);
await fresh.waitForSelector("main h1");
const shown = performance.now();
await house.game(fresh, { game: "chess", white: engine(3) });
await moves(fresh, 1);
console.log(
  `page shown after ${Math.round(shown - begun)} ms,`,
  `first move ${Math.round(performance.now() - shown)} ms later`,
);
await click(fresh, "e7");
await house.browser.close();
await house.stop();
