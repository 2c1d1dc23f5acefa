// @ts-check
// The worker that answers the page where there is no server. Searches run in workers of their own,
// one for each lane; a search that is to stop ends with its worker, and the next one gets another.

import { Games } from "./games.js";
import { Library } from "./library.js";
import { load, start } from "./module.js";

const REPLIES = ["json", "text", "problem", "event", "end", "stream"];

/** @typedef {{ id: number, text: string }} Job */

/** Searches of one kind, one after the other. */
class Lane {
  /**
   * @param {WebAssembly.Module} module
   * @param {(id: number, text: string) => void} onEvent
   * @param {(id: number, isDone: boolean, text: string) => void} onEnd
   */
  constructor(module, onEvent, onEnd) {
    this.module = module;
    this.onEvent = onEvent;
    this.onEnd = onEnd;
    /** @type {Job[]} */
    this.waiting = [];
    /** @type {Job | undefined} */
    this.current = undefined;
    /** @type {Worker | undefined} */
    this.worker = undefined;
  }

  hire() {
    const worker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
    worker.postMessage({ module: this.module });
    worker.onmessage = ({ data }) => worker === this.worker && this.hear(data);
    worker.onerror = () => worker === this.worker && this.fail();
    return worker;
  }

  /** @param {{ said?: string, crashed?: string }} data */
  hear(data) {
    if (data.crashed !== undefined) {
      console.error(data.crashed);
      this.fail();
      return;
    }
    const { current } = this;
    if (data.said === undefined || !current) return;
    const [kind] = data.said.split("\n", 1);
    if (kind !== "answer" && kind !== "problem") {
      this.onEvent(current.id, data.said);
      return;
    }
    this.current = undefined;
    this.onEnd(current.id, kind === "answer", data.said.slice(kind.length + 1));
    this.next();
  }

  /** The worker can do no more; its search has come to nothing. */
  fail() {
    const { current } = this;
    this.dismiss();
    if (current) this.onEnd(current.id, false, "");
    this.next();
  }

  dismiss() {
    this.worker?.terminate();
    this.worker = undefined;
    this.current = undefined;
  }

  /** @param {Job} job */
  add(job) {
    this.waiting.push(job);
    this.next();
  }

  next() {
    if (this.current) return;
    this.current = this.waiting.shift();
    if (!this.current) return;
    this.worker ??= this.hire();
    this.worker.postMessage({ name: "think", text: this.current.text });
  }

  /** @param {number} id */
  cancel(id) {
    this.waiting = this.waiting.filter((job) => job.id !== id);
    if (this.current?.id !== id) return;
    this.dismiss();
    // The next search should not wait for its worker.
    this.worker = this.hire();
    this.next();
  }
}

const games = new Games();
const library = new Library();
/** Other tabs that show the same games. */
const others = new BroadcastChannel("damier");

/** What is being written down. */
let writing = Promise.resolve();
/** @type {Error | undefined} */
let failure;

/**
 * Says something to the page once all that has happened is written down.
 *
 * @param {{ id: number, kind: string, text: string }} answer
 */
function tellPage(answer) {
  writing.then(() => {
    const isRefusal = failure && (answer.kind === "json" || answer.kind === "event");
    postMessage(
      isRefusal
        ? {
            id: answer.id,
            kind: "problem",
            text: JSON.stringify({
              error: "store",
              message: `the games cannot be kept: ${failure?.message}`,
            }),
          }
        : answer,
    );
  });
}

/** @param {string} text */
function keep(text) {
  const change = JSON.parse(text);
  writing = writing.then(async () => {
    try {
      if (change.library) {
        await library.keep(change.library);
        others.postMessage({ changes: change.library });
      } else {
        await games.keep(change);
        others.postMessage({ id: change.save?.id ?? change.delete });
      }
      failure = undefined;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
  });
}

async function open() {
  const address = new URL("../damier.wasm", import.meta.url).href;
  const [module, rows] = await Promise.all([load(address), games.all()]);
  /** @type {Lane[]} */
  const lanes = [];
  const call = await start(module, {
    reply: (id, kind, text) => tellPage({ id, kind: REPLIES[kind], text }),
    // After the module has returned: it cannot be called while it calls.
    begin: (id, lane, text) => queueMicrotask(() => lanes[lane].add({ id, text })),
    cancel: (id) => queueMicrotask(() => lanes.forEach((lane) => lane.cancel(id))),
    timer: (id, time) => setTimeout(() => call("ring", [id]), time),
    keep,
    crash: (text) => console.error(text),
  });
  for (let lane = 0; lane < 4; lane += 1) {
    const hear = (/** @type {number} */ id, /** @type {string} */ text) => call("hear", [id], text);
    lanes.push(new Lane(module, hear, (id, isDone, text) => call("finish", [id, +isDone], text)));
  }
  // The first move should not wait for its worker.
  lanes[0].worker = lanes[0].hire();
  for (const row of rows) call("learn", [], JSON.stringify(row));
  const learn = (/** @type {unknown[]} */ changes) =>
    call("learn_library", [], JSON.stringify(changes));
  await library.each(learn);
  // One tab is enough for reviews that go on by themselves.
  navigator.locks?.request("damier-reviews", { ifAvailable: true }, (lock) => {
    if (!lock) return undefined;
    call("resume", []);
    return new Promise(() => {});
  });
  others.onmessage = async ({ data }) => {
    if (data.changes) {
      learn(data.changes);
      return;
    }
    const row = await games.load(data.id);
    if (row) call("learn", [], JSON.stringify(row));
    else call("unlearn", [], data.id);
  };
  return call;
}

const opened = open();

onmessage = async ({ data }) => {
  try {
    const call = await opened;
    if (data.abort) call("abandon", [data.id]);
    else call("ask", [data.id], JSON.stringify(data.question));
  } catch (error) {
    postMessage({ id: data.id, kind: "lost", text: String(error) });
  }
};
