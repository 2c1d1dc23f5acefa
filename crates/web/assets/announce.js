// One line for screen readers, and short messages for everybody.

import { language, t } from "./i18n.js";

const live = () => document.getElementById("announcer");
const notice = () => document.getElementById("notice");
let timer;

/** Says something to those who listen. */
export function announce(text) {
  // The same words twice are heard twice only if they differ.
  const same = live().textContent === text;
  live().textContent = same ? `${text}\u00a0` : text;
}

/** Shows a message for a while; screen readers hear it too. */
export function tell(text, kind = "note") {
  const element = notice();
  element.textContent = text;
  element.className = `notice ${kind}`;
  element.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { element.hidden = true; }, kind === "problem" ? 7000 : 3500);
  announce(text);
}

export function complain(error) {
  if (error?.name === "AbortError") return;
  tell(error.message, "problem");
}

/** The rules speak English; elsewhere a plain sentence says what is wrong with a move. */
export function complainOfMove(error, move) {
  if (error.word === "refused" && language() !== "en") tell(t("problem.illegal", { move }), "problem");
  else complain(error);
}
