// The same tests against the page without a server, from a plain server of files.
//
//   node tests/browser/static.mjs FOLDER [files]
//
// FOLDER is what `damier site` has written. What a test leaves out there, it says itself (`skip`),
// with the reason.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [folder, ...chosen] = process.argv.slice(2);
if (!folder) {
  console.error("name the folder that damier site has written");
  process.exit(2);
}
const all = readdirSync(here).filter((name) => name.endsWith(".test.mjs"));
const files = chosen.length ? chosen : all.map((name) => join(here, name));
const { status } = spawnSync(process.execPath, ["--test", "--test-concurrency=1", ...files], {
  stdio: "inherit",
  env: { ...process.env, DAMIER_SITE: resolve(folder) },
});
process.exit(status ?? 1);
