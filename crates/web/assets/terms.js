// Why this score: a position term by term, and how another character sees it.

import { post } from "./api.js";
import { h, newId, replace } from "./dom.js";
import { about, language, t } from "./i18n.js";
import { pawns } from "./verdict.js";

/** `place()` is the position to explain; `profiles(game)` those who could see it. */
export function termsBox({ place, profiles, onProblem }) {
  const body = h("div", { class: "terms" });
  const element = h("details", { class: "why", ontoggle: () => update() }, h("summary", {}, t("terms.title")), body);
  let profile = "";
  let weights;
  let game;
  let request = 0;
  let timer;
  // Whether the sliders are still those of another profile.
  let isDue = true;

  const chooser = h("div", {});
  const table = h("div", { class: "term-table" });
  const sliders = h("div", { class: "sliders" });
  replace(body, h("p", { class: "note" }, t("terms.note")), chooser, table, sliders);

  function drawChooser() {
    const id = newId("seen");
    const options = profiles(game).filter((known) => known.weighs);
    replace(chooser, h("div", { class: "field" }, h("label", { for: id }, t("terms.seen-by")),
      h("select", { id, onchange: (event) => { clearTimeout(timer); profile = event.target.value; weights = undefined; isDue = true; update(); } },
        h("option", { value: "" }, t("terms.nobody")),
        options.map((known) => h("option", { value: known.name, selected: known.name === profile }, `${known.name} – ${known.built_in ? about("profile", game, known.name, known.about) : known.about}`)))));
  }

  async function update() {
    if (!element.open) return;
    const asked = place();
    if (asked.game !== game) {
      game = asked.game;
      profile = "";
      weights = undefined;
      drawChooser();
      isDue = true;
    }
    request += 1;
    const mine = request;
    try {
      const found = await post("/terms", { ...asked, language: language(), ...(weights ? { weights } : profile ? { profile } : {}) });
      if (mine !== request) return;
      drawTable(found);
      if (isDue) drawSliders(found.sliders);
      isDue = false;
    } catch (error) {
      onProblem(error);
    }
  }

  function drawTable(found) {
    const most = Math.max(100, ...found.terms.map((term) => Math.abs(term.white - term.black)));
    const rows = found.terms.filter((term) => term.white !== 0 || term.black !== 0).map((term) => {
      const total = term.white - term.black;
      const bar = h("span", { class: total < 0 ? "term-bar black" : "term-bar white" });
      bar.style.width = `${(50 * Math.abs(total)) / most}%`;
      return h("tr", {}, h("th", { scope: "row" }, term.name), h("td", {}, pawns(term.white)), h("td", {}, pawns(term.black)),
        h("td", { class: "term-total" }, pawns(total)), h("td", { class: "term-picture", "aria-hidden": "true" }, bar));
    });
    replace(table, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("terms.term")), h("th", { scope: "col" }, t("side.white")), h("th", { scope: "col" }, t("side.black")), h("th", { scope: "col" }, t("terms.total")), h("td", { class: "term-picture", "aria-hidden": "true" }))),
      h("tbody", {}, rows.length > 0 ? rows : h("tr", {}, h("td", { colSpan: 5 }, t("terms.even"))),
        h("tr", { class: "total" }, h("th", { scope: "row" }, t("terms.sum")), h("td", {}), h("td", {}), h("td", { class: "term-total" }, pawns(found.total)), h("td", { class: "term-picture", "aria-hidden": "true" })))));
  }

  function drawSliders(list) {
    replace(sliders, list.length > 0 ? h("p", { class: "note" }, t("terms.sliders")) : profile ? h("p", { class: "note" }, t("terms.no-sliders")) : null,
      list.map((slider) => {
        const id = newId("weight");
        const value = h("output", { for: id }, String(slider.value));
        return h("div", { class: "slider" }, h("label", { for: id }, slider.name),
          h("input", { id, type: "range", min: 0, max: slider.most, step: 5, value: String(slider.value), "data-weight": slider.key, oninput: (event) => {
            slider.value = Number(event.target.value);
            value.textContent = event.target.value;
            weights = list.map(({ key, value: weight }) => [key, weight]);
            clearTimeout(timer);
            timer = setTimeout(() => update(), 60);
          } }), value);
      }));
  }

  return { element, update };
}
