// The way to the server. Every answer is JSON or a problem with a sentence in it.

import { t, has } from "./i18n.js";

export class Problem extends Error {
  constructor(word, message, status) {
    super(message);
    this.word = word;
    this.status = status;
  }
}

async function check(response) {
  if (response.ok) return response;
  let body = {};
  try {
    body = await response.json();
  } catch {
    // Not ours: the status is all there is.
  }
  const word = body.error ?? "unknown";
  // What the rules say is said by the server; what happened to the request is said by the page.
  const own = ["busy", "outdated", "missing", "too-large"].includes(word) && has(`problem.${word}`);
  throw new Problem(word, own ? t(`problem.${word}`) : body.message ?? t("problem.unknown"), response.status);
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(`/api${path}`, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem("offline", t("problem.offline"), 0);
  }
  return check(response);
}

export async function get(path) {
  return (await ask(path)).json();
}

export async function post(path, body = {}) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return (await ask(path, options)).json();
}

export async function remove(path) {
  return (await ask(path, { method: "DELETE" })).json();
}

export async function text(path) {
  return (await ask(path)).text();
}

/** Asks for a stream of events and calls `tell(kind, data)` for each; ends when `signal` says so. */
export async function stream(path, body, signal, tell) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
  const response = await ask(path, options);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      let kind = "message";
      let data = "";
      for (const line of block.split("\n")) {
        if (line.startsWith("event:")) kind = line.slice(6).trim();
        if (line.startsWith("data:")) data += line.slice(5).trim();
      }
      if (data) tell(kind, data);
    }
  }
}

/** Saves a text as a file of the user. */
export function download(name, content) {
  const link = document.createElement("a");
  const url = URL.createObjectURL(new Blob([content], { type: "text/plain;charset=utf-8" }));
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
