// @ts-check
// Small helpers to make elements. Text is always text: nothing here parses HTML.

import { SIGNS } from "./signs.js";

const SVG = "http://www.w3.org/2000/svg";

/** What can be put into an element; what is nothing is left out. */
/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */
/** @typedef {Record<string, any>} Attributes */

/**
 * @param {Element} element
 * @param {string} name
 * @param {any} value
 */
function setAttribute(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "class") element.setAttribute("class", value);
  else if (name in element && name !== "list" && !(element instanceof SVGElement))
    Object.assign(element, { [name]: value });
  else element.setAttribute(name, value === true ? "" : value);
}

/**
 * The nodes in a list of children, however deep they lie.
 *
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function nodesIn(children) {
  return children.flatMap((child) => {
    if (child === undefined || child === null || child === false) return [];
    if (Array.isArray(child)) return nodesIn(child);
    return [typeof child === "number" ? String(child) : child];
  });
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...nodesIn(children));
  return element;
}

/**
 * An element of the page: `h("button", { class: "quiet", onclick }, "Text")`.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * The same for drawings.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Puts other children into an element.
 *
 * @template {Element} E
 * @param {E} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
  element.replaceChildren(...nodesIn(children));
  return element;
}

/**
 * A small drawn sign for buttons; its meaning is said elsewhere.
 *
 * @param {keyof typeof SIGNS} name
 */
export function sign(name) {
  return svg(
    "svg",
    { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: SIGNS[name] }),
  );
}

/**
 * A button with a sign; a bare one has its label only for those who cannot see the sign.
 *
 * @param {keyof typeof SIGNS} name
 * @param {string} label
 * @param {(event: Event) => void} onclick
 * @param {Attributes & { bare?: boolean }} [options]
 */
export function button(name, label, onclick, { bare = false, ...attributes } = {}) {
  const named = bare ? { title: label, "aria-label": label } : {};
  return h(
    "button",
    { type: "button", onclick, ...named, ...attributes },
    sign(name),
    !bare && h("span", {}, label),
  );
}

let serial = 0;

/** @param {string} prefix */
export function newId(prefix) {
  serial += 1;
  return `${prefix}-${serial}`;
}

/**
 * A labelled form control.
 *
 * @param {string} label
 * @param {HTMLElement} control
 * @param {Child} [note]
 */
export function field(label, control, note) {
  const id = newId("field");
  control.id = id;
  return h("div", { class: "field" }, h("label", { for: id }, label), control, note);
}

/**
 * A list to choose from; `onpick` is given the key.
 *
 * @param {Attributes} attributes
 * @param {[key: string, text: string][]} options
 * @param {string} value
 * @param {(key: string) => void} onpick
 */
export function select(attributes, options, value, onpick) {
  const element = h(
    "select",
    { ...attributes, onchange: () => onpick(element.value) },
    options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)),
  );
  return element;
}

/**
 * A choice among a few, as radio buttons that look like one switch.
 *
 * @template {string} K
 * @param {string} label
 * @param {string} name
 * @param {[key: K, text: string][]} options
 * @param {K} value
 * @param {(key: K) => void} onpick
 */
export function choice(label, name, options, value, onpick) {
  const group = newId(name);
  const segment = (/** @type {[K, string]} */ [key, text]) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: group,
        value: key,
        checked: key === value,
        onchange: () => onpick(key),
      }),
      h("span", {}, text),
    );
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, label),
    h("div", { class: "segments" }, options.map(segment)),
  );
}

/**
 * A box to tick.
 *
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} onpick
 * @param {Attributes} [attributes]
 */
export function checkbox(label, checked, onpick, attributes = {}) {
  const box = h("input", {
    type: "checkbox",
    checked,
    onchange: () => onpick(box.checked),
    ...attributes,
  });
  return h("label", { class: "check" }, box, h("span", {}, label));
}

/**
 * A field of one line with a button behind it, for moves that are typed; `onsend` is given them.
 *
 * @param {string} label
 * @param {string} send
 * @param {(text: string) => void} onsend
 */
export function typedField(label, send, onsend) {
  const input = h("input", {
    type: "text",
    id: newId("typed"),
    autocomplete: "off",
    spellcheck: false,
    autocapitalize: "off",
  });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text) onsend(text);
  };
  const form = h(
    "form",
    { class: "typed", onsubmit },
    h("label", { for: input.id }, label),
    h("div", { class: "joined" }, input, h("button", { type: "submit" }, send)),
  );
  return { form, input };
}

/**
 * An element of the page that is always there.
 *
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`there is no element ${id}`);
  return element;
}

/**
 * Gives the focus to what a selector finds, if it finds anything.
 *
 * @param {Element} within
 * @param {string} selector
 */
export function focusOn(within, selector) {
  const found = within.querySelector(selector);
  if (found instanceof HTMLElement || found instanceof SVGElement) {
    found.focus({ preventScroll: true });
  }
}
