// @ts-check
// What could not be read of a text, in words.

import { h, replace } from "../dom.js";
import { ruleText, t } from "../i18n.js";

/**
 * A box with what could not be read.
 *
 * @param {HTMLElement} element
 * @param {FaultView[]} faults
 */
export function showFaults(element, faults) {
  element.hidden = faults.length === 0;
  const list = faults.map((fault) => h("li", {}, faultText(fault)));
  replace(element, h("strong", {}, t("paste.faults")), h("ul", {}, list));
}

/** @param {FaultView} fault */
export function faultText(fault) {
  const { message, game, line, column } = fault;
  const what = ruleText(fault);
  return what ? t("paste.fault", { game, line, column, what }) : message;
}
