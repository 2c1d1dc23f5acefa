// @ts-check
// The way to what answers. Every answer is JSON or a problem with a sentence in it.

import { isAbort } from "./announce.js";
import { has, ruleText, t } from "./i18n.js";
import { eventsIn, isServed, request } from "./transport.js";

/** @param {Response} response */
async function problemOf(response) {
  /** @type {Partial<ProblemView>} */
  let body = {};
  try {
    body = await response.json();
  } catch {
    // Not ours: that it went wrong is all there is to say.
  }
  const word = body.error ?? "unknown";
  // What has a code, and what happened to the request, is said in the language of the page.
  const isOwn = ["busy", "outdated", "missing", "too-large"].includes(word);
  const own = isOwn && has(`problem.${word}`) ? t(`problem.${word}`) : undefined;
  return new Error(ruleText(body) ?? own ?? body.message ?? t("problem.unknown"));
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function ask(path, options) {
  let response;
  try {
    response = await request(path, options);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Error(t(isServed ? "problem.offline" : "problem.no-worker"));
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

/**
 * @param {unknown} body
 * @returns {RequestInit}
 */
const posting = (body) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function get(path) {
  return (await ask(path)).json();
}

/**
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export async function post(path, body = {}) {
  return (await ask(path, posting(body))).json();
}

/** @param {string} path */
export async function remove(path) {
  await ask(path, { method: "DELETE" });
}

/** @param {string} path */
export async function text(path) {
  return (await ask(path)).text();
}

/**
 * Asks for a stream of events and calls `tell(kind, data)` for each; ends when `signal` says so.
 *
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @param {(kind: string, data: string) => void} tell
 */
export async function stream(path, body, signal, tell) {
  const response = await ask(path, { ...posting(body), signal });
  for await (const { kind, data } of eventsIn(response)) tell(kind, data);
}

/**
 * Saves a text or a picture as a file of the user.
 *
 * @param {string} name
 * @param {string | Blob} content
 */
export function download(name, content) {
  const link = document.createElement("a");
  const type = "text/plain;charset=utf-8";
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
