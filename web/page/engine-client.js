// The engine, as the views use it: started once, one task at a time.

import { PASS } from "./components/rules.js";
import { Engine } from "./engine.js";
import { t } from "./language.js";
import { load, save } from "./storage.js";

/** The choices for the memory of the engine's tree, in MiB. */
export const MEMORY_SIZES = [16, 64, 256, 512];

/** The engine's memory for its tree, in MiB. */
export const memory = { treeMiB: MEMORY_SIZES.find((size) => size === load("memory", 64)) ?? 64 };

let starting = null;

/** The engine, started when first asked for; a start that failed is tried again. */
export function engine() {
  if (starting === null) {
    starting = Engine.start({ treeMiB: memory.treeMiB });
    starting.catch(() => {
      starting = null;
    });
  }
  return starting;
}

/** Sets the memory of the tree. */
export async function setMemory(treeMiB) {
  memory.treeMiB = treeMiB;
  save("memory", treeMiB);
  await (await engine()).configure({ treeMiB });
}

/** A job of the engine, which may be stopped before the engine has loaded. */
function task(begin) {
  const handle = { isStopped: false, job: null, done: null };
  handle.stop = () => {
    handle.isStopped = true;
    if (handle.job !== null) handle.job.stop();
  };
  handle.done = engine().then((ready) => {
    if (handle.isStopped) throw new Error(t("stopped"));
    handle.job = begin(ready);
    return handle.job.done;
  });
  return handle;
}

/** Reads a visitor's text or file: `{ items, errors, remarks, more }`. */
export const readGames = async (source, name) => (await engine()).read(source, name);

/** Reads the names of players or tournaments for WTHOR files. */
export const readNames = async (file) => (await engine()).names(file);

/** How the games of the last file went on from a position: `{ games, moves }`; of some of them if listed. */
export const continuationsFrom = async (position, games) => (await engine()).continuations(position, games);

/** An item of the last text or file read. */
export const itemAt = async (index) => (await engine()).item(index);

/** Writes a game in a format. */
export const writeGame = async (game, format) => (await engine()).write(game, format);

/** The name of a position, by the moves that lead there. */
export const openingOf = async (line) => (await engine()).opening(line);

/** Checks a position that was set up. */
export const checkPosition = async (position) => (await engine()).state(position);

/** Searches a position; `onReport` receives the reports on the way. */
export function think(position, options, onReport = () => {}) {
  return task((ready) => ready.search({ position, ...options }, onReport));
}

/** The engine's move, spelled as trees spell it. */
export function engineMove(position, { level, seconds }) {
  const options =
    level === "full" ? { level: null, time_ms: 1000 * Number(seconds) } : { level: Number(level) };
  const seed = Math.floor(Math.random() * 2 ** 31);
  const handle = task((ready) => ready.choose({ position, seed, ...options }, () => {}));
  handle.done = handle.done.then(({ move }) => (move === "pass" ? PASS : move));
  return handle;
}

/** Judges a whole game. */
export function judge(game, options, onProgress) {
  return task((ready) => ready.analyse({ game, ...options }, onProgress));
}

/** A file of the page's own data. */
async function data(name) {
  const response = await fetch(new URL(`data/${name}`, import.meta.url));
  if (!response.ok) throw new Error(t("no-data", { name }));
  return response.json();
}

let openingsData = null;
let puzzlesData = null;
let glossaryData = null;

/** The named openings with the engine's values. */
export function openings() {
  openingsData ??= data("openings.json").then((file) => file.openings);
  openingsData.catch(() => {
    openingsData = null;
  });
  return openingsData;
}

/** The puzzles. */
export function puzzles() {
  puzzlesData ??= data("puzzles.json").then((file) => file.puzzles);
  puzzlesData.catch(() => {
    puzzlesData = null;
  });
  return puzzlesData;
}

/** The terms of the game, each with a position. */
export function glossary() {
  glossaryData ??= data("glossary.json").then((file) => file.terms);
  glossaryData.catch(() => {
    glossaryData = null;
  });
  return glossaryData;
}

/** The formats that games can be written in. */
export const formats = ["transcript", "ggf", "sgf", "pgn", "obf", "json"];
