// The beginning: header, settings, and which view belongs to which address.

import { get } from "./api.js";
import { complain } from "./announce.js";
import { button, h, replace, sign } from "./dom.js";
import { openHelp } from "./help.js";
import { LANGUAGES, language, preferredLanguage, setLanguage, t } from "./i18n.js";
import { applyTheme, remember, settings } from "./settings.js";
import { analyseView } from "./analyse.js";
import { gamesView } from "./games.js";
import { playView } from "./play.js";
import { setupView } from "./setup.js";

/** What the views share. */
export const site = { catalogue: undefined };

const views = [
  [/^\/?$/, setupView, "play"],
  [/^\/game\/([0-9a-f]+)$/, playView, "play"],
  [/^\/games$/, gamesView, "games"],
  [/^\/analyse(?:\/(.*))?$/, analyseView, "analyse"],
];

let current;
// Which address was asked for last: a view that took longer than its reader's patience is not shown.
let asked = 0;

function header(active) {
  const link = (address, name) => h("a", { href: `#${address}`, "aria-current": name === active ? "page" : undefined }, t(`nav.${name}`));
  const themes = { auto: "light", light: "dark", dark: "auto" };
  const signs = { auto: "auto", light: "sun", dark: "moon" };
  const chooseLanguage = h("select", {
    "aria-label": t("settings.language"),
    id: "language",
    onchange: (event) => {
      remember({ language: event.target.value });
      setLanguage(event.target.value);
      route();
    },
  }, Object.entries(LANGUAGES).map(([key, name]) => h("option", { value: key, selected: key === language(), lang: key }, name)));
  replace(document.getElementById("header"),
    h("a", { class: "brand", href: "#/" }, h("img", { src: "/assets/icon.svg", alt: "", width: 28, height: 28 }), h("span", {}, "Damier")),
    h("nav", { "aria-label": t("nav.label") }, link("/", "play"), link("/analyse", "analyse"), link("/games", "games")),
    h("div", { class: "tools" },
      chooseLanguage,
      button(signs[settings.theme], t("settings.theme", { theme: t(`theme.${settings.theme}`) }), () => {
        remember({ theme: themes[settings.theme] });
        applyTheme();
        header(active);
        document.getElementById("theme").focus();
      }, { bare: true, class: "icon", id: "theme" }),
      button(settings.sound ? "sound" : "silent", t(settings.sound ? "settings.sound-on" : "settings.sound-off"), () => {
        remember({ sound: !settings.sound });
        header(active);
        document.getElementById("sound").focus();
      }, { bare: true, class: "icon", id: "sound", "aria-pressed": String(settings.sound) }),
      button("help", t("help.title"), openHelp, { bare: true, class: "icon", id: "help" })));
  document.getElementById("skip").textContent = t("nav.skip");
}

async function route() {
  const address = decodeURI(location.hash.slice(1));
  const found = views.find(([pattern]) => pattern.test(address)) ?? views[0];
  const [pattern, view, name] = found;
  current?.leave?.();
  current = undefined;
  asked += 1;
  const mine = asked;
  const place = h("div", {});
  header(name);
  window.scrollTo(0, 0);
  try {
    site.catalogue ??= await get("/catalogue");
    const shown = await view(place, site, (address.match(pattern) ?? []).slice(1));
    if (mine !== asked) {
      shown?.leave?.();
      return;
    }
    replace(document.getElementById("main"), place);
    current = shown;
  } catch (error) {
    if (mine !== asked) return;
    complain(error);
    replace(document.getElementById("main"), h("section", { class: "empty" },
      h("h1", {}, t("problem.title")), h("p", {}, error.message),
      h("p", {}, h("a", { class: "button primary", href: "#/", onclick: () => setTimeout(route) }, t("problem.home")))));
  }
}

/** Keys that work everywhere unless somebody is writing. */
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = event.target;
  if (target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, dialog")) return;
  if (event.key === "?") {
    event.preventDefault();
    openHelp();
    return;
  }
  // A button that has the focus keeps its own keys.
  if (event.key === " " && target.closest("button, a, summary, label, input")) return;
  if (event.key.startsWith("Arrow") && target.closest("input")) return;
  if (current?.key?.(event.key)) event.preventDefault();
});

setLanguage(settings.language ?? preferredLanguage());
applyTheme();
window.addEventListener("hashchange", route);
document.getElementById("skip").addEventListener("click", (event) => {
  // The address is for views; the link only moves the focus.
  event.preventDefault();
  document.getElementById("main").focus();
});
route();
