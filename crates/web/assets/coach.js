// Whether somebody wants the coach beside the board, and a warning before a blunder.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { remember, settings } from "./settings.js";

/** Two boxes to tick; the choice is kept. */
export function helpChoices(onChange = () => {}) {
  const box = (key) => h("label", { class: "check" },
    h("input", { type: "checkbox", checked: Boolean(settings[key]), "data-setting": key, onchange: (event) => { remember({ [key]: event.target.checked }); onChange(); } }),
    h("span", {}, t(`coach.choose-${key}`)));
  return h("fieldset", { class: "checks help-choices" }, h("legend", {}, t("coach.title")), box("coach"), box("warn"));
}
