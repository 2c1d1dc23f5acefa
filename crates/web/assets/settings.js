// What the reader has chosen, kept in the browser.

const KEY = "damier";
const usual = { language: undefined, theme: "auto", sound: false, numbers: true, lines: 3, coach: false, warn: false, effort: "usual", setup: {} };

function read() {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...usual };
  }
}

export const settings = read();

export function remember(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing: the choice holds until the page is closed.
  }
}

/** Light, dark, or whatever the system says. */
export function applyTheme() {
  document.documentElement.dataset.theme = settings.theme;
}
