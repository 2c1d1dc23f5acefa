// Pictures of the main views, for looking at them critically and for the documentation:
//
//   DAMIER=target/release/damier node tests/browser/screenshots.mjs FOLDER [VIEW ...]

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { House, click, engine, paste } from "./helpers.mjs";

const folder = process.argv[2];
if (!folder) throw new Error("name a folder for the pictures");
mkdirSync(folder, { recursive: true });

const house = await House.open();
const human = { kind: "human" };
const begin = async (terms) => {
  const moves = terms.moves?.split(" ") ?? [];
  return `/game/${await house.begin({ ...terms, moves })}`;
};
const views = {
  setup: "/",
  chess: await begin({
    game: "chess",
    black: engine(4),
    clock: { time: 600, increment: 5 },
    moves: "e4 e5 Nf3 Nc6 Bb5 a6",
  }),
  draughts: await begin({ game: "draughts", moves: "32-28 19-23 28x19 14x23 33-28" }),
  kings: await begin({ game: "draughts", fen: "W:W33,K46,28:B18,19,29,K3" }),
  over: await begin({ game: "chess", moves: "f3 e5 g4 Qh4" }),
  games: "/games",
  library: "/library",
  kept: "/library",
  analyse: "/analyse/fen:chess:r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
  editor: "/analyse/draughts",
  // Moves are played in these: each picture has a game of its own.
  coach: () => begin({ game: "chess", white: engine(3), black: human, moves: "e4 e5 Qh5" }),
  warning: () => begin({ game: "chess", black: engine(3), moves: "e4 e5 Qh5 Nc6" }),
  review: "/analyse/chess",
  reviewed: "/analyse/draughts",
  learn: "/analyse/chess",
  why: "/analyse/fen:chess:r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
};
// Only some of them, if they are named.
const wanted = process.argv.slice(3);
// What has to be done in a view before it is looked at.
const CHESS = "1. e4 e5 2. Nf3 Nc6 3. Bc4 d6 4. Nc3 Bg4 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0";
const DRAUGHTS =
  "1. 31-26 17-21 2. 26x17 11x22 3. 37-31 20-24 4. 41-37 22-28 5. 32x23 19x28 6. 33x22 18x27 " +
  "7. 31x22 24-30 8. 34x25 2-0";
const reviewed = async (page, text) => {
  await paste(page, text);
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.waitForSelector(".graph");
};
const up = (page) => page.evaluate(() => window.scrollTo(0, 0));
const acts = {
  chess: (page) => click(page, "b1"),
  kings: (page) => click(page, "33"),
  async analyse(page) {
    await page.keyboard.press(" ");
    await page.waitForTimeout(1500);
  },
  editor: (page) => page.getByRole("button", { name: "Set up" }).click(),
  async coach(page) {
    await page.getByLabel(/Coach/).check();
    await up(page);
    await click(page, "g7");
    await click(page, "g5");
    await page.waitForSelector(".verdict.blunder");
  },
  async warning(page) {
    await page.getByLabel(/Warn me/).check();
    await up(page);
    await click(page, "h5");
    await click(page, "e5");
    await page.waitForSelector(".verdict.blunder");
  },
  async review(page) {
    await reviewed(page, CHESS);
    await page.locator(".moves .move", { hasText: "Bxd1" }).click();
    await page.waitForSelector(".verdict.blunder");
  },
  reviewed: (page) => reviewed(page, DRAUGHTS),
  async learn(page) {
    await reviewed(page, CHESS);
    await page.locator("[data-action=learn-black]").click();
    await page.waitForSelector(".learning .status");
    await page.getByRole("button", { name: "Show the answer" }).click();
    await page.waitForSelector(".verdict");
  },
  async why(page) {
    await page.getByText("Why this score").click();
    await page.getByLabel("As seen by").selectOption("aggressive");
    await page.waitForSelector(".slider");
    await page.locator(".why").scrollIntoViewIfNeeded();
  },
};
/** Games as a club has them. */
const CLUB = [...Array(60).keys()]
  .map((n) => {
    const people = ["Ada Jansen", "Bruno Keller", "Chiara Rossi", "Daan de Vries", "Eva Martin"];
    const lines = ["e4 e5 2. Nf3 Nc6 3. Bb5", "d4 d5 2. c4 e6 3. Nc3", "e4 c5 2. Nf3 d6 3. d4"];
    const result = ["1-0", "0-1", "1/2-1/2"][(n * 7) % 3];
    return (
      `[Event "Club evening"]\n[White "${people[n % 5]}"]\n[Black "${people[(n * 3 + 2) % 5]}"]\n` +
      `[Date "2026.0${1 + (n % 9)}.1${n % 9}"]\n[WhiteElo "${1400 + 37 * (n % 11)}"]\n` +
      `[BlackElo "${1380 + 41 * (n % 13)}"]\n[Result "${result}"]\n\n` +
      `1. ${lines[n % 3]}${n === 4 ? " Ke5" : ""} ${result}\n\n`
    );
  })
  .join("");
const shelf = async (page) => {
  const file = { name: "Club.pgn", mimeType: "text/plain", buffer: Buffer.from(CLUB) };
  if ((await page.locator(".library .empty").count()) > 0)
    await page.locator("main input[type=file]").setInputFiles(file);
  await page.waitForSelector(".game-row a");
};
acts.library = shelf;
acts.kept = async (page) => {
  await shelf(page);
  await page.locator(".game-row a").nth(2).click();
  await page.waitForSelector(".game-choice .which");
};
const after = {
  analyse: (page) => page.keyboard.press(" "),
  coach: (page) => page.getByLabel(/Coach/).uncheck(),
  warning: (page) => page.getByLabel(/Warn me/).uncheck(),
};

/** A picture of one view, scrolled to the top unless it is to be seen further down. */
async function picture(page, name, file) {
  const address = views[name];
  await house.go(page, typeof address === "function" ? await address() : address);
  await acts[name]?.(page);
  if (name !== "why") await up(page);
  // Messages go away by themselves.
  await page.evaluate(() => {
    document.getElementById("notice").hidden = true;
  });
  await page.waitForTimeout(200);
  await page.screenshot({ path: join(folder, file) });
  await after[name]?.(page);
}

try {
  for (const [width, height] of [
    [1280, 800],
    [360, 740],
    [844, 390],
  ]) {
    for (const colorScheme of ["light", "dark"]) {
      const page = await house.page({ viewport: { width, height }, colorScheme });
      for (const name of Object.keys(views)) {
        if (wanted.length === 0 || wanted.includes(name))
          await picture(page, name, `${name}-${width}-${colorScheme}.png`);
      }
      await page.context().close();
    }
  }
  if (wanted.length === 0 || wanted.includes("readme")) {
    // Those of the README: a little higher, so that the graph is in them.
    for (const [name, colorScheme] of [
      ["review", "light"],
      ["coach", "dark"],
      ["kings", "light"],
    ]) {
      const page = await house.page({
        viewport: { width: 1280, height: name === "review" ? 1080 : 800 },
        colorScheme,
      });
      await picture(page, name, `readme-${name}.png`);
      await page.context().close();
    }
  }
} finally {
  await house.close();
}
