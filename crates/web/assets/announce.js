// @ts-check
// One line for screen readers, and short messages for everybody.

import { byId, h, replace } from "./dom.js";

/** @type {number | undefined} */
let timer;

/**
 * Says something to those who listen.
 *
 * @param {string} text
 */
export function announce(text) {
  const live = byId("announcer");
  // The same words twice are heard twice only if they differ.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Shows a message for a while; screen readers hear it too.
 *
 * @param {string} text
 * @param {"note" | "problem"} kind
 * @param {{ label: string, act: () => void }} [offer] what can be done about it
 */
export function tell(text, kind = "note", offer = undefined) {
  const element = byId("notice");
  const act = () => {
    element.hidden = true;
    offer?.act();
  };
  const press = offer && h("button", { type: "button", onclick: act }, offer.label);
  replace(element, h("span", {}, text), press);
  element.className = `notice ${kind}`;
  element.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      element.hidden = true;
    },
    kind === "problem" || offer ? 8000 : 3500,
  );
  announce(text);
}

/**
 * What went wrong, in words.
 *
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

/** @param {unknown} error */
export function complain(error) {
  if (!isAbort(error)) tell(messageOf(error), "problem");
}
