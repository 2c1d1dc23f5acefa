// @ts-check
// Who answers the page: a server, or a worker with everything in it. This is the one place that
// knows the difference.

/** @type {HTMLMetaElement | null} */
const host = document.querySelector("meta[name=damier-host]");

/** Whether a server is behind the page. */
export const isServed = host?.content !== "worker";

/** @typedef {{ kind: string, text: string }} Reply */

/** @type {Worker | undefined} */
let worker;
/** @type {Map<number, (reply: Reply) => void>} */
const waiting = new Map();
let asked = 0;

function desk() {
  if (worker) return worker;
  worker = new Worker(new URL("../worker/desk.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => waiting.get(data.id)?.(data);
  // Not even the script of the worker can be had.
  worker.onerror = () => waiting.forEach((hear) => hear({ kind: "lost", text: "" }));
  return worker;
}

/** @param {string} text */
function eventBlock(text) {
  const [kind] = text.split("\n", 1);
  const data = text.slice(kind.length + 1);
  return `${kind ? `event: ${kind}\n` : ""}data: ${data}\n\n`;
}

/**
 * Asks the worker; the answer is what a server would have sent.
 *
 * @param {string} path
 * @param {RequestInit} options
 * @returns {Promise<Response>}
 */
function askWorker(path, { method = "GET", body = "", signal }) {
  asked += 1;
  const id = asked;
  return new Promise((resolve, reject) => {
    /** @type {ReadableStreamDefaultController<Uint8Array> | undefined} */
    let stream;
    const encoder = new TextEncoder();
    const give = () => {
      waiting.delete(id);
      desk().postMessage({ id, abort: true });
    };
    const answer = (/** @type {string} */ text, status = 200) => {
      waiting.delete(id);
      resolve(new Response(text, { status }));
    };
    const source = () =>
      new ReadableStream({
        start: (control) => {
          stream = control;
        },
        cancel: give,
      });
    waiting.set(id, ({ kind, text }) => {
      if (kind === "stream") resolve(new Response(source()));
      else if (kind === "event") stream?.enqueue(encoder.encode(eventBlock(text)));
      else if (kind === "end") {
        waiting.delete(id);
        stream?.close();
      } else if (kind === "problem") answer(text, 422);
      else if (kind === "lost") reject(new TypeError(text));
      else answer(text);
    });
    signal?.addEventListener("abort", () => {
      if (!waiting.has(id)) return;
      give();
      const error = new DOMException("", "AbortError");
      stream?.error(error);
      reject(error);
    });
    desk().postMessage({ id, question: { method, path, body } });
  });
}

/**
 * Asks a question.
 *
 * @param {string} path
 * @param {RequestInit} [options]
 */
export function request(path, options = {}) {
  return isServed ? fetch(`api${path}`, options) : askWorker(path, options);
}

/**
 * The kind and the data of an event as a server sends it.
 *
 * @param {string} block
 */
function eventOf(block) {
  let kind = "message";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) kind = line.slice(6).trim();
    if (line.startsWith("data:")) data += line.slice(5).trim();
  }
  return { kind, data };
}

/**
 * The events of a stream as they come; those without data only keep the line open.
 *
 * @param {Response} response
 */
export async function* eventsIn(response) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const event of blocks.map(eventOf)) if (event.data) yield event;
  }
}

/** The events of a game from the worker, with the face of an `EventSource`. */
class WorkerSource {
  /** @param {string} path */
  constructor(path) {
    this.path = path;
    this.control = new AbortController();
    /** @type {number} */
    this.readyState = EventSource.CONNECTING;
    /** @type {((event: { data: string }) => void) | null} */
    this.onmessage = null;
    /** @type {(() => void) | null} */
    this.onerror = null;
    this.listen();
  }

  async listen() {
    try {
      // The stream ends when another tab has changed the game; then it is as that tab left it.
      while (!this.control.signal.aborted) await this.once();
    } catch {
      this.close();
      this.onerror?.();
    }
  }

  async once() {
    const response = await request(this.path, { signal: this.control.signal });
    if (!response.ok || !response.body) throw new Error(String(response.status));
    this.readyState = EventSource.OPEN;
    for await (const { data } of eventsIn(response)) this.onmessage?.({ data });
  }

  close() {
    this.readyState = EventSource.CLOSED;
    this.control.abort();
  }
}

/**
 * Listens to events.
 *
 * @param {string} path
 */
export function eventSource(path) {
  return isServed ? new EventSource(`api${path}`) : new WorkerSource(path);
}

/** Has the browser keep the page, so that it opens without a network. */
export function keepPage() {
  // Only pages from this machine, or over an encrypted line, may do so.
  navigator.serviceWorker?.register("sw.js").catch(() => {});
}
