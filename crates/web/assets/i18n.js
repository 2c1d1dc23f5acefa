// Words in the language of the reader.

import en from "./i18n/en.js";
import fr from "./i18n/fr.js";
import it from "./i18n/it.js";

export const LANGUAGES = { en: "English", fr: "Français", it: "Italiano" };
const catalogues = { en, fr, it };
let current = "en";

export function setLanguage(language) {
  current = catalogues[language] ? language : "en";
  document.documentElement.lang = current;
}

export function language() {
  return current;
}

/** The language that the browser asks for, if the page speaks it. */
export function preferredLanguage() {
  for (const wish of navigator.languages ?? []) {
    const short = wish.slice(0, 2).toLowerCase();
    if (catalogues[short]) return short;
  }
  return "en";
}

export function has(key) {
  return key in catalogues[current];
}

/** The words for a key; `{name}` in them is replaced. */
export function t(key, values = {}) {
  const words = catalogues[current][key] ?? catalogues.en[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** What a level or a profile is like: in the reader's language if the page knows it. */
export function about(kind, game, name, words) {
  const key = `${kind}.${game}.${name}`;
  return has(key) ? t(key) : words;
}

export function formatNumber(number) {
  return new Intl.NumberFormat(current).format(number);
}

export function formatDate(seconds) {
  return new Intl.DateTimeFormat(current, { dateStyle: "medium", timeStyle: "short" }).format(new Date(seconds * 1000));
}
