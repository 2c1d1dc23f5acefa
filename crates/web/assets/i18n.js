// @ts-check
// Words in the language of the reader.

/** @typedef {Record<string, string>} Catalogue */

/** The languages of the page, by their codes. */
export const LANGUAGES = { en: "English", fr: "Français", it: "Italiano" };
const BASE = "en";

let current = BASE;
/** @type {Catalogue} */
let catalogue = {};

/**
 * Loads the words of a language, and no others.
 *
 * @param {string} language
 */
export async function setLanguage(language) {
  const known = language in LANGUAGES ? language : BASE;
  catalogue = (await import(`./i18n/${known}.js`)).default;
  current = known;
  document.documentElement.lang = current;
}

export function language() {
  return current;
}

/** The language that the browser asks for, if the page speaks it. */
export function preferredLanguage() {
  const wishes = navigator.languages.map((wish) => wish.slice(0, 2).toLowerCase());
  return wishes.find((wish) => wish in LANGUAGES) ?? BASE;
}

/** @param {string} key */
export function has(key) {
  return key in catalogue;
}

/**
 * The words for a key; `{name}` in them is replaced.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const words = catalogue[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));
}

/**
 * What a level or a profile is like: in the reader's language if the page knows it.
 *
 * @param {"level" | "profile"} kind
 * @param {GameName} game
 * @param {string | number} name
 * @param {string} words
 */
export function about(kind, game, name, words) {
  const key = `${kind}.${game}.${name}`;
  return has(key) ? t(key) : words;
}

/** @param {number} number */
export function formatNumber(number) {
  return new Intl.NumberFormat(current).format(number);
}

/** @param {number} seconds since 1970 */
export function formatDate(seconds) {
  const format = new Intl.DateTimeFormat(current, { dateStyle: "medium", timeStyle: "short" });
  return format.format(new Date(seconds * 1000));
}
