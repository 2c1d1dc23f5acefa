// A server of its own and a real browser, for each file of tests.
//
//   DAMIER=target/release/damier node --test tests/browser
//
// With DAMIER_SITE, the folder of a page without a server: a plain server of files, and questions
// are asked of the worker in the page (static.mjs runs them so).
//
// CHROMIUM names the browser if it is not where Debian has it. With FRESH=1 the files of the page
// come from the folder instead of the program, so that a change is seen without building. PATIENCE=60000
// waits longer than usual, in milliseconds.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { serveFiles } from "./files.mjs";

const DAMIER = process.env.DAMIER ?? "target/release/damier";
/** The page without a server, if that is tested. */
export const SITE = process.env.DAMIER_SITE;
/** Why a test is left out there that has to hold back an answer. */
export const HELD = SITE && "an answer of a worker cannot be held back as a request can";
const BROWSER = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};
/** How long anything is waited for, in milliseconds; a machine that has much else to do needs more. */
const PATIENCE = Number(process.env.PATIENCE ?? 15000);

/** Windows that everything has to fit into. */
export const SIZES = [
  { width: 1280, height: 800 },
  { width: 844, height: 390 },
  { width: 360, height: 740 },
];

/** Starts the server; `port` 0 for any. */
export function startServer(data, port = 0) {
  const server = spawn(DAMIER, ["serve", "--port", String(port), "--data", data], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let text = "";
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${text}`)));
    server.stdout.on("data", (bytes) => {
      text += bytes;
      const found = text.match(/http:\/\/127\.0\.0\.1:(\d+)\//);
      if (found) resolve({ server, base: `http://127.0.0.1:${found[1]}`, port: Number(found[1]) });
    });
  });
}

export function stopServer(server) {
  return new Promise((resolve) => {
    server.removeAllListeners("exit");
    server.on("exit", (code) => resolve(code));
    server.kill("SIGTERM");
  });
}

const CRATES = new URL("../../crates/", import.meta.url);
const KINDS = { js: "text/javascript", css: "text/css", svg: "image/svg+xml", html: "text/html" };

/** The messages of a language as the server sends them, read from its file. */
function catalogueOf(code) {
  let section = "";
  const messages = {};
  for (const line of readFileSync(new URL(`languages/data/${code}.toml`, CRATES), "utf8").split(
    "\n",
  )) {
    section = line.match(/^\[(.*)\]/)?.[1] ?? section;
    const [, key, value] = line.match(/^([\w-]+) = (".*")$/) ?? [];
    const short = `${section}.${key}`.replace(/^page\./, "");
    if (key) messages[short.replace(/^review\.(?=judgement|mark|phase)/, "")] = JSON.parse(value);
  }
  return messages;
}

/** The page of the program with the style sheets of the folder. */
async function freshIndex(route) {
  const sheets = /(<link rel="stylesheet".*>\n)+/;
  const own = readFileSync(new URL("web/assets/index.html", CRATES), "utf8").match(sheets)[0];
  return (await (await route.fetch()).text()).replace(sheets, own);
}

/** Answers with files of the folder, and lets all other requests pass. */
async function fresh(route) {
  const { pathname } = new URL(route.request().url());
  const [, code] = pathname.match(/^\/assets\/languages\/(\w+)\.json$/) ?? [];
  if (code) return route.fulfill({ json: catalogueOf(code) });
  if (pathname === "/")
    return route.fulfill({ body: await freshIndex(route), contentType: "text/html" });
  try {
    const file = pathname.match(/^\/assets\/(.*)$/)?.[1];
    const body = file && readFileSync(new URL(`web/assets/${file}`, CRATES));
    if (body) return route.fulfill({ body, contentType: KINDS[file.split(".").pop()] });
  } catch {
    // Another room has it.
  }
  return route.continue();
}

/** Server, browser and what tests do with them. */
export class House {
  static async open() {
    const house = new House();
    await house.furnish();
    return house;
  }

  async furnish() {
    this.data = mkdtempSync(join(tmpdir(), "damier-browser-"));
    Object.assign(this, SITE ? await serveFiles(SITE) : await startServer(this.data));
    this.browser = await chromium.launch(BROWSER);
    this.foreign = [];
    this.errors = [];
  }

  async close() {
    await this.browser.close();
    await (SITE ? this.stop() : stopServer(this.server));
    rmSync(this.data, { recursive: true, force: true });
  }

  async restart() {
    if (SITE) {
      await this.stop();
      Object.assign(this, await serveFiles(SITE, this.port));
      return;
    }
    await stopServer(this.server);
    Object.assign(this, await startServer(this.data, this.port));
  }

  /** A page of its own; asks for nothing to be animated unless told otherwise. */
  async page(options = {}) {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: "reduce",
      locale: "en-GB",
      // Games that were begun before there was a page, in the database of the browser.
      storageState: this.state,
      ...options,
    });
    if (process.env.FRESH) await context.route(`${this.base}/**`, fresh);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    this.current = page;
    page.on("request", (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol.startsWith("http") && host !== new URL(this.base).host)
        this.foreign.push(request.url());
    });
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("console", (message) => {
      // A refused request is a test of its own; the browser mentions it.
      if (message.type() === "error" && !/Failed to load resource|net::ERR/.test(message.text()))
        this.errors.push(message.text());
    });
    return page;
  }

  /** A page in a browser that keeps things, as people have it; only these offer to install. */
  async keptPage() {
    return (await chromium.launchPersistentContext("", BROWSER)).newPage();
  }

  /** Asks the worker in the page that was used last. */
  async askPage(path, method, body) {
    const page = this.current;
    if (!page.url().startsWith(this.base)) await page.goto(this.base);
    return page.evaluate(
      async ([address, options]) => {
        const { request } = await import(new URL("assets/transport.js", location.href).href);
        const response = await request(address, options);
        return { isWell: response.ok, answer: await response.json() };
      },
      [path, { method, body: body && JSON.stringify(body) }],
    );
  }

  async post(path, body) {
    if (SITE) {
      const { isWell, answer } = await this.askPage(path, "POST", body);
      if (!isWell) throw new Error(`${path}: ${JSON.stringify(answer)}`);
      return answer;
    }
    const response = await fetch(`${this.base}/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  async get(path) {
    if (SITE) return (await this.askPage(path, "GET")).answer;
    return (await fetch(`${this.base}/api${path}`)).json();
  }

  /** Begins a game, between two people unless told otherwise, and returns its name. */
  async begin(terms) {
    const human = { kind: "human" };
    if (SITE && !this.current) await this.page();
    const game = await this.post("/games", { white: human, black: human, ...terms });
    // Without a server every page of its own has games of its own, and these from the beginning.
    if (SITE && this.isPrepared === false)
      this.state = await this.current.context().storageState({ indexedDB: true });
    return game.id;
  }

  /** Begins a game and opens it. */
  async game(page, terms) {
    this.current = page;
    const id = await this.begin(terms);
    await this.go(page, `/game/${id}`);
    await page.waitForSelector(".moves");
    return id;
  }

  /** Opens a view afresh. */
  async go(page, address) {
    await page.goto("about:blank");
    await page.goto(`${this.base}/#${address}`);
    await page.waitForSelector("main h1");
  }
}

export const engine = (level, more = {}) => ({ kind: "engine", level, seed: 5, ...more });

export async function centre(page, square) {
  const box = await page.locator(`[data-square="${square}"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export async function click(page, square, options) {
  const [x, y] = await centre(page, square);
  await page.mouse.click(x, y, options);
}

export async function drag(page, from, to, options) {
  await page.mouse.move(...(await centre(page, from)));
  await page.mouse.down(options);
  await page.mouse.move(...(await centre(page, to)), { steps: 4 });
  await page.mouse.up(options);
}

/** Waits until so many moves are in the list. */
export function moves(page, count) {
  return page.waitForFunction(
    (wanted) => document.querySelectorAll(".moves .move").length === wanted,
    count,
  );
}

export function status(page, words) {
  return page.waitForFunction(
    (wanted) => document.querySelector(".status")?.textContent.includes(wanted),
    words,
  );
}

/** What stands on a square, as a screen reader says it. */
export function label(page, square) {
  return page.locator(`[data-square="${square}"]`).getAttribute("aria-label");
}

/** Width of what is shown, and of what there is. */
export function widths(page) {
  return page.evaluate(() => [window.innerWidth, document.documentElement.scrollWidth]);
}

/** Pastes a text into the analysis. */
export async function paste(page, text) {
  await page.getByRole("button", { name: "Paste or open" }).click();
  await page.getByLabel(/A position/).fill(text);
  await page.getByRole("button", { name: "Read", exact: true }).click();
}

/**
 * A house for all tests of a file, in which nothing went wrong unseen; `prepare` is done once it
 * stands.
 */
export function sharedHouse(prepare = () => {}) {
  const house = new House();
  before(async () => {
    await house.furnish();
    house.isPrepared = false;
    await prepare(house);
    house.isPrepared = true;
  });
  after(async () => {
    assert.deepEqual(house.foreign, [], "no request to another host");
    assert.deepEqual(house.errors, [], "no error in the page");
    await house.close();
  });
  return house;
}
