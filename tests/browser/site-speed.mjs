// How fast the page without a server is: nodes a second of processor time against the program, one
// after the other, and the time from opening the page to the first move of an engine. Processor
// time, which Linux tells, because other work on the machine slows down the two in other ways.
//
//   DAMIER=target/release/damier DAMIER_SITE=FOLDER node tests/browser/site-speed.mjs [rounds]

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { click, engine, House, moves } from "./helpers.mjs";

const rounds = Number(process.argv[2] ?? 3);
const house = await House.open();
const page = await house.page();
await page.goto(`${house.base}/engine.html`);

/** How many nodes the bench says last. */
const nodes = (lines) => Number(lines.at(-1).match(/(\d+) nodes/)[1]);

/** What Linux says of a process: its parent, its own time, and that of children that have ended. */
function known(pid) {
  const words = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ").map(Number);
  return { parent: words[1], own: (words[11] + words[12]) / 100, past: words[13] + words[14] };
}

/** Seconds of processor time of all that this process has started and that still runs. */
function seconds() {
  const all = new Map();
  for (const pid of readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    try {
      all.set(pid, known(pid));
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (pid) => pid === process.pid || (all.has(pid) && isOurs(all.get(pid).parent));
  const ours = [...all].filter(([pid, { parent }]) => pid !== process.pid && isOurs(parent));
  return ours.reduce((sum, [, { own }]) => sum + own, 0);
}

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
    const before = known(process.pid).past;
    const text = execFileSync(process.env.DAMIER, ["bench", "--game", game], { encoding: "utf8" });
    const native = (known(process.pid).past - before) / 100;
    const begun = seconds();
    const here = nodes(await inBrowser(number));
    const browser = seconds() - begun;
    const ratio = (native / browser).toFixed(2);
    console.log(
      `${game}: ${nodes(text.trim().split("\n"))} nodes in ${native.toFixed(2)} s;`,
      `browser ${here} nodes in ${browser.toFixed(2)} s; ${ratio} of the speed`,
    );
  }
}

// A context of its own: nothing is kept from before.
const fresh = await house.page();
const begun = [performance.now(), seconds()];
await fresh.goto(house.base);
await fresh.waitForSelector("main h1");
const shown = [performance.now(), seconds()];
await house.game(fresh, { game: "chess", white: engine(3) });
await moves(fresh, 1);
const told = ([from, fromSeconds], [to, toSeconds]) =>
  `${Math.round(to - from)} ms (${(toSeconds - fromSeconds).toFixed(2)} s of all processors)`;
console.log(`page shown after ${told(begun, shown)}`);
console.log(`first move ${told(shown, [performance.now(), seconds()])} later`);
await click(fresh, "e7");
await house.browser.close();
await house.stop();
