// Pictures of the main views, for looking at them critically and for the documentation:
//
//   DAMIER=target/release/damier node tests/browser/screenshots.mjs FOLDER

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { House, click, engine } from "./helpers.mjs";

const folder = process.argv[2];
if (!folder) throw new Error("name a folder for the pictures");
mkdirSync(folder, { recursive: true });

const house = await House.open();
const human = { kind: "human" };
const begin = async (terms) => (await house.post("/games", { white: human, black: human, ...terms })).id;
const views = {
  setup: "/",
  chess: `/game/${await begin({ game: "chess", black: engine(4), clock: { time: 600, increment: 5 }, moves: ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"] })}`,
  draughts: `/game/${await begin({ game: "draughts", moves: ["32-28", "19-23", "28x19", "14x23", "33-28"] })}`,
  kings: `/game/${await begin({ game: "draughts", fen: "W:W33,K46,28:B18,19,29,K3" })}`,
  over: `/game/${await begin({ game: "chess", moves: ["f3", "e5", "g4", "Qh4"] })}`,
  games: "/games",
  analyse: "/analyse/fen:chess:r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
  editor: "/analyse/draughts",
};
for (const [width, height] of [[1280, 800], [360, 740]]) {
  for (const colorScheme of ["light", "dark"]) {
    const page = await house.page({ viewport: { width, height }, colorScheme });
    for (const [name, address] of Object.entries(views)) {
      await house.go(page, address);
      if (name === "chess") await click(page, "b1");
      if (name === "kings") await click(page, "33");
      if (name === "analyse") {
        await page.keyboard.press(" ");
        await page.waitForTimeout(1500);
      }
      if (name === "editor") await page.getByRole("button", { name: "Set up" }).click();
      await page.waitForTimeout(200);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
      if (name === "analyse") await page.keyboard.press(" ");
    }
    await page.context().close();
  }
}
await house.close();
