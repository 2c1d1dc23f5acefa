// @ts-check
// The beginning: header, settings, and which view belongs to which address.

import { analyseView } from "./analyse/view.js";
import { complain, messageOf } from "./announce.js";
import { get } from "./api.js";
import { button, byId, h, replace } from "./dom.js";
import { gamesView } from "./games.js";
import { openHelp } from "./help.js";
import { language, languages, preferredLanguage, setLanguage, t } from "./i18n.js";
import { libraryView } from "./library/view.js";
import { playView } from "./play/view.js";
import { openPreferences } from "./preferences.js";
import { applyTheme, remember, settings } from "./settings.js";
import { setupView } from "./setup/view.js";
import { trainingView } from "./training/view.js";
import { keepPage } from "./transport.js";

/**
 * What the views share.
 *
 * @typedef {object} Site
 * @property {CatalogueView} catalogue
 */

/**
 * What a view can be told: a key, which it may know, and that the reader has gone elsewhere.
 *
 * @typedef {object} View
 * @property {(key: string) => boolean} [key]
 * @property {() => void} [leave]
 * @property {(what: string | File) => void} [take] a text or a file that was pasted or dropped
 * @property {(() => void) | undefined} [undo] takes the last thing back that can be taken back
 */

/** @typedef {(main: HTMLElement, site: Site, parts: string[]) => View | Promise<View>} MakeView */

/** @type {[address: RegExp, view: MakeView, name: string][]} */
const views = [
  [/^\/?$/, setupView, "play"],
  [/^\/game\/([0-9a-f]+)$/, playView, "play"],
  [/^\/games$/, gamesView, "games"],
  [/^\/library(?:\/(.*))?$/, libraryView, "library"],
  [/^\/training(?:\/(puzzles))?$/, trainingView, "training"],
  [/^\/analyse(?:\/(.*))?$/, analyseView, "analyse"],
];

/**
 * `asked` counts addresses: a view that took longer than its reader's patience is not shown.
 *
 * @type {{ view: View | undefined, asked: number, site: Site | undefined }}
 */
const app = { view: undefined, asked: 0, site: undefined };

/** @param {string} active */
function drawHeader(active) {
  const link = (/** @type {string} */ address, /** @type {string} */ name) => {
    const isHere = name === active ? "page" : undefined;
    return h("a", { href: `#${address}`, "aria-current": isHere }, t(`nav.${name}`));
  };
  const icon = h("img", { src: "assets/icon.svg", alt: "", width: 28, height: 28 });
  replace(
    byId("header"),
    h("a", { class: "brand", href: "#/", "aria-label": "Damier" }, icon, h("span", {}, "Damier")),
    h(
      "nav",
      { "aria-label": t("nav.label") },
      link("/", "play"),
      link("/analyse", "analyse"),
      link("/library", "library"),
      link("/training", "training"),
      link("/games", "games"),
    ),
    h("div", { class: "tools" }, languageMenu(), themeButton(active), settingsButton(), help()),
  );
  byId("skip").textContent = t("nav.skip");
}

function languageMenu() {
  const menu = h(
    "select",
    {
      id: "language",
      "aria-label": t("settings.language"),
      onchange: async () => {
        remember({ language: menu.value });
        await setLanguage(menu.value);
        route();
      },
    },
    Object.entries(languages()).map(([key, name]) =>
      h("option", { value: key, selected: key === language(), lang: key }, name),
    ),
  );
  return menu;
}

const help = () =>
  button("help", t("help.title"), openHelp, { bare: true, class: "icon", id: "help" });

const NEXT_THEME = /** @type {const} */ ({ auto: "light", light: "dark", dark: "auto" });
const THEME_SIGNS = /** @type {const} */ ({ auto: "auto", light: "sun", dark: "moon" });

/** @param {string} active */
function themeButton(active) {
  const label = t("settings.theme", { theme: t(`theme.${settings.theme}`) });
  const change = () => {
    remember({ theme: NEXT_THEME[settings.theme] });
    applyTheme();
    drawHeader(active);
    byId("theme").focus();
  };
  const options = { bare: true, class: "icon", id: "theme" };
  return button(THEME_SIGNS[settings.theme], label, change, options);
}

const settingsButton = () =>
  button("gear", t("settings.title"), () => openPreferences(() => route()), {
    bare: true,
    class: "icon",
    id: "settings",
  });

/** @param {unknown} error */
function problemPage(error) {
  const home = { class: "button primary", href: "#/", onclick: () => setTimeout(route) };
  return h(
    "section",
    { class: "empty" },
    h("h1", {}, t("problem.title")),
    h("p", {}, messageOf(error)),
    h("p", {}, h("a", home, t("problem.home"))),
  );
}

async function route() {
  const address = decodeURI(location.hash.slice(1));
  const [pattern, makeView, name] = views.find(([known]) => known.test(address)) ?? views[0];
  app.view?.leave?.();
  app.view = undefined;
  app.asked += 1;
  const mine = app.asked;
  const place = h("div");
  drawHeader(name);
  window.scrollTo(0, 0);
  try {
    app.site ??= { catalogue: await get("/catalogue") };
    const view = await makeView(place, app.site, (address.match(pattern) ?? []).slice(1));
    if (mine !== app.asked) {
      view.leave?.();
      return;
    }
    // What had the focus, if it was in what has gone: the new view is what comes next.
    const isLost = !document.activeElement || document.activeElement === document.body;
    replace(byId("main"), place);
    app.view = view;
    if (isLost && mine > 1) byId("main").focus({ preventScroll: true });
  } catch (error) {
    if (mine !== app.asked) return;
    complain(error);
    replace(byId("main"), problemPage(error));
  }
}

const WRITING = "input:not([type=radio]):not([type=checkbox]), textarea, select, dialog";

/**
 * Keys that work everywhere unless the reader is writing.
 *
 * @param {KeyboardEvent} event
 */
function onKey(event) {
  const { key, target } = event;
  const isUndo = (event.ctrlKey || event.metaKey) && key === "z" && !event.shiftKey;
  if (isUndo && target instanceof Element && !target.closest(WRITING) && app.view?.undo) {
    event.preventDefault();
    app.view.undo();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (!(target instanceof Element) || target.closest(WRITING)) return;
  if (key === "?") {
    event.preventDefault();
    openHelp();
    return;
  }
  // A button that has the focus keeps its own keys.
  if (key === " " && target.closest("button, a, summary, label, input")) return;
  if (key.startsWith("Arrow") && target.closest("input")) return;
  if (app.view?.key?.(key)) event.preventDefault();
}

/**
 * A text or a file that comes from elsewhere is looked at, whatever is on the screen.
 *
 * @param {string | File} what
 */
async function take(what) {
  if (!app.view?.take) {
    history.pushState(null, "", "#/analyse");
    await route();
  }
  app.view?.take?.(what);
}

/** @param {ClipboardEvent} event */
function onPaste(event) {
  if (!(event.target instanceof Element) || event.target.closest(WRITING)) return;
  const [file] = event.clipboardData?.files ?? [];
  const what = file ?? event.clipboardData?.getData("text/plain").trim();
  if (what) take(what);
}

/** @param {DragEvent} event */
function onDrop(event) {
  const [file] = event.dataTransfer?.files ?? [];
  if (!file) return;
  event.preventDefault();
  take(file);
}

applyTheme();
await setLanguage(settings.language ?? preferredLanguage());
document.addEventListener("keydown", onKey);
document.addEventListener("paste", onPaste);
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", onDrop);
window.addEventListener("hashchange", route);
byId("skip").addEventListener("click", (event) => {
  // The address is for views; the link only moves the focus.
  event.preventDefault();
  byId("main").focus();
});
route();
keepPage();
