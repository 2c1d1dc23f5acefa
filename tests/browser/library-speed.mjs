// How the library does with many games: how long they take to come in, what memory they need, how
// quickly they are found, and whether the list scrolls smoothly.
//
//   DAMIER=target/release/damier node tests/browser/library-speed.mjs [GAMES] [FILE.pgn]
//
// With DAMIER_SITE the page without a server. A FILE is repeated with other tags; without one the
// games are made up.

import { mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { House, SITE } from "./helpers.mjs";

const count = Number(process.argv[2] ?? 100000);
const source = process.argv[3];

/** The games of a file, or some that are made up. */
function games() {
  if (source)
    return readFileSync(source, "utf8")
      .slice(0, 4e6)
      .split(/(?=^\[Event )/m)
      .slice(0, -1);
  const lines = [
    "e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5",
    "d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 5. Nf3 O-O 6. Be2 e5 7. O-O Nc6 8. d5 Ne7 9. Ne1 Nd7",
    "e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7 9. Qd2 O-O",
  ];
  const heads = '[Event "E"]\n[White "W"]\n[Black "B"]\n[Date "2026.11.19"]\n[Result "1-0"]\n';
  return lines.map((line) => `${heads}\n1. ${line} 1-0\n\n`);
}

/** Writes a file of so many games, each with tags of its own. */
function makeFile(path) {
  const originals = games();
  const file = openSync(path, "w");
  let bytes = 0;
  for (let n = 0; n < count; n += 1) {
    const text = originals[n % originals.length]
      .replace(/^\[White "(.*)"\]/m, `[White "$1 ${n}"]`)
      .replace(/^\[(UTC)?Date ".*"\]/gm, `[$1Date "${1990 + (n % 35)}.0${1 + (n % 9)}.17"]`);
    bytes += writeSync(file, text);
  }
  return bytes;
}

const memoryOf = (pid) => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(status.match(/VmRSS:\s+(\d+)/)[1]) / 1024;
};

/** Seconds of processor time that the server has used: other work on the machine is not in them. */
function processorTime() {
  if (SITE) return 0;
  const [, , ...fields] = readFileSync(`/proc/${house.server.pid}/stat`, "utf8").split(/\) |\s/);
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
const seconds = (from) => (performance.now() - from) / 1000;

const folder = mkdtempSync(join(tmpdir(), "damier-games-"));
const house = await House.open();
try {
  const path = join(folder, "Many.pgn");
  const bytes = makeFile(path);
  console.log(`${count} games, ${(bytes / 1e6).toFixed(1)} MB`);
  const page = await house.page();
  page.setDefaultTimeout(3600000);
  await house.go(page, "/library");
  if (!SITE)
    console.log(`memory of the server before: ${memoryOf(house.server.pid).toFixed(0)} MB`);
  let begin = performance.now();
  let used = processorTime();
  await page.locator("main input[type=file]").setInputFiles(path);
  await page.waitForFunction(
    (wanted) =>
      document
        .querySelector(".library > [role=status]")
        ?.textContent.replace(/[^\d ·]/g, "")
        .startsWith(wanted),
    String(count),
    { polling: 100 },
  );
  await page.waitForFunction(
    () => !document.querySelector(".import-box [data-action=stop]")?.checkVisibility(),
  );
  const time = seconds(begin);
  used = processorTime() - used;
  console.log(`came in: ${time.toFixed(1)} s, ${(count / time).toFixed(0)} games a second`);
  if (!SITE) console.log(`processor time of the server for that: ${used.toFixed(1)} s`);
  if (!SITE) console.log(`memory of the server: ${memoryOf(house.server.pid).toFixed(0)} MB`);
  const fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  const searches = {
    "a word": { words: "99" },
    "a player": { player: `${count - 1}` },
    "an opening": { opening: "sicilian" },
    "dates and result": { since: "2001", until: "2003", result: "1-0" },
    "a position": { game: "chess", fen },
    "newest first": { sort: "date" },
    "by White": { sort: "white" },
  };
  for (const [name, search] of Object.entries(searches)) {
    const asked = { ...search, limit: 100 };
    used = processorTime();
    const { times, total } = await page.evaluate(async (body) => {
      const { post } = await import(new URL("assets/api.js", location.href).href);
      const times = [];
      let total = 0;
      for (let n = 0; n < 9; n += 1) {
        const from = performance.now();
        total = (await post("/library/search", body)).total;
        times.push(performance.now() - from);
      }
      return { times, total };
    }, asked);
    const each = ((processorTime() - used) * 1000) / times.length;
    const own = SITE ? "" : `, ${each.toFixed(0)} ms of processor time each`;
    console.log(`${name}: ${median(times).toFixed(0)} ms (median of 9)${own}, ${total} found`);
  }
  // What the page itself does for that, whatever else the machine does meanwhile.
  const metrics = await page.context().newCDPSession(page);
  await metrics.send("Performance.enable", { timeDomain: "threadTicks" });
  const work = async () => {
    const found = (await metrics.send("Performance.getMetrics")).metrics;
    return 1000 * found.find(({ name }) => name === "TaskDuration").value;
  };
  const rested = await work();
  const frames = await page.evaluate(async () => {
    const list = document.querySelector(".game-window");
    const times = [];
    let last = performance.now();
    for (let n = 0; n < 120; n += 1) {
      list.scrollTop += 400;
      await new Promise(requestAnimationFrame);
      times.push(performance.now() - last);
      last = performance.now();
    }
    return times.sort((a, b) => a - b);
  });
  console.log(
    `scrolling: ${frames[60].toFixed(1)} ms a frame (median of 120), ` +
      `${frames[113].toFixed(1)} at the 95th part; ` +
      `${(((await work()) - rested) / frames.length).toFixed(1)} ms of processor time each`,
  );
  if (!SITE) {
    await house.restart();
    begin = performance.now();
    await fetch(`${house.base}/api/library`);
    console.log(`after the server begins anew: ${seconds(begin).toFixed(2)} s`);
  } else {
    begin = performance.now();
    await house.go(page, "/library");
    await page.waitForSelector(".game-row a");
    console.log(`after a reload: ${seconds(begin).toFixed(2)} s`);
  }
} finally {
  await house.close();
  rmSync(folder, { recursive: true, force: true });
}
