// What the visitor wants of the page: kept in this browser, changed in one dialog.

import { load, save } from "./storage.js";

const kept = load("settings", {});
const wantsLessMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
const boolean = (name, fallback) => (typeof kept[name] === "boolean" ? kept[name] : fallback);

/** The settings. Where the system asks for less motion, sounds and turning discs have to be switched on. */
export const settings = {
  sound: boolean("sound", !wantsLessMotion),
  animation: boolean("animation", !wantsLessMotion),
  keys: boolean("keys", true),
  flipped: boolean("flipped", false),
  viewpoint: kept.viewpoint === "white" ? "white" : "black",
};

/** Turns all boards to the side that the visitor wants. */
const turnBoards = () => document.documentElement.classList.toggle("flipped", settings.flipped);
turnBoards();

/** Changes a setting and keeps it. */
export function set(name, value) {
  settings[name] = value;
  save("settings", settings);
  turnBoards();
}

/** A value for black as the chosen viewpoint sees it. */
export const seen = (value) => (settings.viewpoint === "white" ? -value : value);
