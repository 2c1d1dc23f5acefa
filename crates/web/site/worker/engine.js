// @ts-check
// Damier as an engine for other pages: a worker that takes lines of UCI (chess) or Hub (draughts)
// as messages and answers with lines.
//
//   const engine = new Worker("worker/engine.js?protocol=uci", { type: "module" });
//   engine.onmessage = ({ data }) => console.log(data);
//   engine.postMessage("position startpos moves e2e4");
//   engine.postMessage("go movetime 1000");
//
// The search itself runs in a worker below, which hears nothing meanwhile. `stop` ends that worker,
// and the answer is the best line that it has told.

import { load } from "./module.js";

const isHub = new URL(location.href).searchParams.get("protocol") === "hub";
const module = load(new URL("../damier.wasm", import.meta.url).href);

/** Longer than anybody waits: what ends such a search is `stop`. */
const FOR_EVER = 10_000_000;

/** @type {Worker | undefined} */
let worker;
/** What is asked first, since every search begins a conversation of its own. */
/** @type {Map<string, string>} */
const settings = new Map();
let position = "";
let level = "";
let isSearching = false;
let isStopped = false;
/** The moves of the last line that was told. */
/** @type {string[]} */
let line = [];
/** @type {string[]} */
let waiting = [];

const isEnd = (/** @type {string} */ text) =>
  isHub ? /^done\b/.test(text) : /^bestmove\b/.test(text);

/** @param {string} text */
function note(text) {
  const found = isHub ? text.match(/ pv="([^"]*)"/) : text.match(/^info .* pv (.*)$/);
  if (found) line = found[1].trim().split(" ");
}

async function hire() {
  const hired = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
  hired.postMessage({ module: await module });
  return hired;
}

/** What the answer is when a search is broken off. */
function lastWord() {
  const [move, reply] = line;
  if (isHub) return `done move=${move}${reply ? ` ponder=${reply}` : ""}`;
  return `bestmove ${move}${reply ? ` ponder ${reply}` : ""}`;
}

function end() {
  isSearching = false;
  isStopped = false;
  const next = waiting;
  waiting = [];
  next.forEach(obey);
}

/** Ends a search as soon as it has found anything. */
function breakOff() {
  if (line.length === 0) return;
  worker?.terminate();
  worker = undefined;
  postMessage(lastWord());
  end();
}

/**
 * Has a conversation in the worker below, and passes on what it says.
 *
 * @param {string[]} lines
 */
async function converse(lines) {
  worker ??= await hire();
  const mine = worker;
  mine.onmessage = ({ data }) => {
    if (mine !== worker) return;
    if (data.crashed !== undefined) {
      postMessage(isHub ? `error message="${data.crashed}"` : `info string ${data.crashed}`);
      worker = undefined;
      end();
      return;
    }
    if (data.done) {
      end();
      return;
    }
    note(data.said);
    postMessage(data.said);
    if (isStopped && !isEnd(data.said)) breakOff();
  };
  mine.postMessage({ name: isHub ? "speak_hub" : "speak_uci", text: `${lines.join("\n")}\n` });
}

/** @param {string} text */
function withoutEnd(text) {
  if (isHub) return text;
  return text.replace(/\b(infinite|ponder)\b/, `movetime ${FOR_EVER}`);
}

/** @param {string} text */
function obey(text) {
  const [word] = text.trim().split(/\s+/, 1);
  if (word === "stop" || word === "ponderhit" || word === "ponder-hit") {
    if (isSearching) {
      isStopped = true;
      breakOff();
    }
    return;
  }
  if (word === "isready") return void postMessage("readyok");
  if (word === "ping") return void postMessage("pong");
  if (word === "quit") return void close();
  if (isSearching) return void waiting.push(text);
  if (word === "setoption" || word === "set-param") {
    const name = text.match(/name[ =]"?(.*?)"?(?: value|$)/)?.[1] ?? text;
    settings.set(name, text);
  } else if (word === "position" || word === "pos") {
    position = text;
  } else if (word === "level") {
    level = /infinite/.test(text) ? `level move-time=${FOR_EVER / 1000}` : text;
  } else if (word === "ucinewgame" || word === "new-game") {
    position = "";
  } else if (word === "init") {
    postMessage("ready");
  } else {
    isSearching = true;
    line = [];
    const before = word === "go" || word === "d" || word === "eval";
    const state = [...settings.values(), position, level].filter(Boolean);
    converse([...(before ? state : []), withoutEnd(text)]);
  }
}

onmessage = ({ data }) => {
  for (const text of String(data).split("\n")) if (text.trim()) obey(text);
};
