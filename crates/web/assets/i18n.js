// @ts-check
// Words in the language of the reader.

/** @typedef {Record<string, string>} Catalogue */

const BASE = "en";

let current = BASE;
/** @type {Catalogue} */
let catalogue = {};

/**
 * What the languages of the page call themselves, by their codes.
 *
 * @returns {Record<string, string>}
 */
export function languages() {
  return JSON.parse(document.getElementById("languages")?.textContent ?? "{}");
}

/**
 * Loads the words of a language, and no others.
 *
 * @param {string} language
 */
export async function setLanguage(language) {
  const known = language in languages() ? language : BASE;
  catalogue = await (await fetch(`assets/languages/${known}.json`)).json();
  current = known;
  document.documentElement.lang = current;
}

export function language() {
  return current;
}

/** The language that the browser asks for, if the page speaks it. */
export function preferredLanguage() {
  const wishes = navigator.languages.map((wish) => wish.slice(0, 2).toLowerCase());
  const known = languages();
  return wishes.find((wish) => wish in known) ?? BASE;
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
 * The words for a number of things: those of the key with `-one` where the language counts so many
 * as one.
 *
 * @param {string} key
 * @param {number} count
 * @param {Record<string, string | number>} [values] what else is replaced
 */
export function plural(key, count, values = {}) {
  const isOne = new Intl.PluralRules(current).select(count) === "one";
  return t(isOne ? `${key}-one` : key, { ...values, count: formatNumber(count) });
}

/**
 * The reader's own form of the language, for numbers and dates: the browser knows whether English
 * is that of Britain or of America.
 */
function locale() {
  const own = navigator.languages.find((wish) => wish.toLowerCase().startsWith(`${current}-`));
  return own ?? (current === BASE ? "en-GB" : current);
}

/**
 * What the rules say is wrong, if it has a code. A side among the arguments is a word of its own.
 *
 * @param {Pick<Partial<ProblemView>, "code" | "arguments">} told
 */
export function ruleText({ code, arguments: gaps = {} }) {
  if (!code || !has(`rules.${code}`)) return undefined;
  const { side, ...others } = gaps;
  return t(`rules.${code}`, side ? { ...others, side: t(`side.${side}`) } : others);
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
  return known(`${kind}.${game}.${name}`, words);
}

/**
 * What the catalogue has under a key, or else these words.
 *
 * @param {string} key
 * @param {string} words
 */
export const known = (key, words) => (has(key) ? t(key) : words);

/** @param {number} number */
export function formatNumber(number) {
  return new Intl.NumberFormat(locale()).format(number);
}

/** @param {number} part of one; tenths of a percent are shown if `digits` is 1 */
export function formatPercent(part, digits = 0) {
  const parts = { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale(), /** @type {Intl.NumberFormatOptions} */ (parts)).format(
    part,
  );
}

/**
 * A date as records write it, `2024.05.17` or less of it, as the reader does.
 *
 * @param {string} text
 */
export function formatRecordDate(text) {
  const [year, month, day] = text.split(/[.\-/]/).map(Number);
  if (!year) return text.replaceAll("?", "").replace(/[.\-/]+$/, "");
  if (!month) return String(year);
  const date = new Date(Date.UTC(year, month - 1, day || 1));
  const parts = /** @type {const} */ ({ year: "numeric", month: "short", timeZone: "UTC" });
  const format = new Intl.DateTimeFormat(locale(), day ? { ...parts, day: "numeric" } : parts);
  return format.format(date);
}

/** @param {number} seconds since 1970 */
export function formatDate(seconds) {
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" });
  return format.format(new Date(seconds * 1000));
}
