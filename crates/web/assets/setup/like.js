// @ts-check
// Opponents like people: whether one plays a level or somebody like a person, and of what rating.

import { checkbox, choice, field, h, replace } from "../dom.js";
import { t } from "../i18n.js";

/** @import { Child } from "../dom.js" */
/** @import { Form } from "./view.js" */
/** @import { Wish } from "./wish.js" */

/** Below this rating people are called beginners. */
const BEGINNER = 800;

/**
 * Whether the opponent is to play like a person.
 *
 * @param {Wish} wish
 * @param {OpponentsView} opponents
 */
export const playsLike = (wish, opponents) =>
  wish.mode === "engine" && wish.family === "like" && Boolean(opponents.like);

/**
 * Levels or people; where there are levels only, it is said why.
 *
 * @param {Form} form
 * @returns {Child}
 */
export function familyField({ wish, set, opponents }) {
  if (wish.mode !== "engine") return false;
  if (!opponents.like) return h("p", { class: "note" }, t("setup.like-none"));
  /** @type {[Wish["family"], string][]} */
  const families = [
    ["level", t("setup.family-level")],
    ["like", t("setup.family-like")],
  ];
  return choice(t("setup.family"), "family", families, wish.family, (family) => set({ family }));
}

/**
 * The rating, without steps, and whether the opponent gives up where people of it play on.
 *
 * @param {Form} form
 * @returns {Child}
 */
export function likeField({ wish, setQuietly, opponents }) {
  if (!opponents.like) return false;
  const { least, most, resigns_from: resignsFrom } = opponents.like;
  const note = h("p", { class: "note" });
  const gives = checkbox(t("setup.gives-up"), wish.resigns, (resigns) => setQuietly({ resigns }));
  const rating = () => Math.min(Math.max(wish.like, least), most);
  const show = () => {
    const isBeginner = rating() < BEGINNER;
    const label = t("setup.like-number", { rating: rating() });
    const words = t(isBeginner ? "setup.like-beginner" : "setup.like-about");
    replace(note, h("strong", {}, label), h("br"), words);
    slider.setAttribute("aria-valuetext", `${label}. ${words}`);
    gives.hidden = rating() >= resignsFrom;
  };
  const slider = h("input", {
    type: "range",
    min: least,
    max: most,
    step: 1,
    value: String(rating()),
    oninput: () => {
      setQuietly({ like: Number(slider.value) });
      show();
    },
  });
  show();
  return [field(t("setup.like"), slider, note), gives];
}

/**
 * What a style costs beside a level.
 *
 * @param {number} elo
 */
export const costText = (elo) => t("setup.profile-cost", { elo });
