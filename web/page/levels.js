// The opponents in words.

import { t } from "./language.js";

/** The opponents that the page offers: the analyst's levels by number, and the engine at full strength. */
export const LEVELS = ["1", "2", "3", "4", "5", "6", "7", "8", "full"];

/** A level with its description. */
export const levelText = (level) =>
  t("level-with-words", { level: levelName(level), words: t(`level-${level}`) });

/** A level's short name. */
export const levelName = (level) => (level === "full" ? t("full-strength") : t("level", { level }));

/** A time control in words. */
export function controlText(control) {
  if (control === "") return t("no-clock");
  const [minutes, seconds] = control.split("+").map(Number);
  return seconds === 0 ? t("minutes", { minutes }) : t("minutes-and-seconds", { minutes, seconds });
}
