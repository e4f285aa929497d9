// The visitor's games, kept in this browser's database.

import { t } from "./language.js";
import { load, save } from "./storage.js";
import { openDB } from "./vendor/idb/index.js";

const STORE = "games";
/** Games that the database refused, for example because the disk is full: they are tried again. */
const UNSAVED = "unsaved";

const COLORS = ["black", "white"];

/** Whether a value has what the list of games shows. */
const isRecord = (saved) =>
  typeof saved?.id === "string" &&
  typeof saved.at === "string" &&
  !Number.isNaN(Date.parse(saved.at)) &&
  typeof saved.level === "string" &&
  COLORS.includes(saved.color);

let opening = null;

function database() {
  opening ??= openDB("outflank", 1, {
    upgrade: (created) => created.createObjectStore(STORE, { keyPath: "id" }),
  });
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

/** The games that wait. Other pages of this host may have left values of another shape. */
const unsaved = () => load(UNSAVED, []).filter(isRecord);

/** A name for a new game that no other has. */
export const newId = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

/**
 * All games, the newest first. A record is what the list shows; its `game` is JSON that `gameIn` reads, for a
 * thousand games hold sixty thousand moves.
 */
export async function savedGames() {
  const waiting = unsaved();
  const kept = (await (await database()).getAll(STORE)).filter(isRecord);
  const known = new Set(waiting.map(({ id }) => id));
  return [...kept.filter(({ id }) => !known.has(id)), ...waiting].sort((a, b) => (a.at < b.at ? 1 : -1));
}

/**
 * Keeps games, all or none. Rejects with a sentence if there is no room; a single game then waits in another
 * part of the browser's storage and is kept with the next one.
 */
export async function saveGames(records) {
  const waiting = unsaved();
  const ids = new Set(records.map(({ id }) => id));
  const all = [...waiting.filter(({ id }) => !ids.has(id)), ...records];
  try {
    const transaction = (await database()).transaction(STORE, "readwrite");
    await Promise.all([...all.map((record) => transaction.store.put(record)), transaction.done]);
    if (waiting.length > 0) save(UNSAVED, []);
  } catch (error) {
    const isKept = records.length === 1 && save(UNSAVED, all);
    throw new Error(t(isKept ? "storage-waiting" : "storage-full", { reason: error.name }), { cause: error });
  }
}

/** Deletes a game. */
export async function deleteGame(id) {
  const waiting = unsaved();
  if (waiting.some((record) => record.id === id))
    save(
      UNSAVED,
      waiting.filter((record) => record.id !== id),
    );
  await (await database()).delete(STORE, id);
}

/** The game of a record, as the analyst's JSON. */
export const gameIn = ({ game }) => JSON.parse(game);

/** Games as a text: a line of the analyst's JSON each, with what only this page knows under `saved`. */
export const exported = (records) =>
  records.map(({ game, ...saved }) => `${JSON.stringify({ ...JSON.parse(game), saved })}\n`).join("");

const isMove = (entry) =>
  entry !== null &&
  typeof entry === "object" &&
  COLORS.includes(entry.color) &&
  /^([a-h][1-8]|pass)$/.test(entry.move);

function recordOf(line, number) {
  const failure = (what) => new Error(t("import-damaged", { line: number, what }));
  let value;
  try {
    value = JSON.parse(line);
  } catch {
    throw failure("JSON");
  }
  const { saved, ...game } = Object(value);
  if (game.format !== "outflank-game" || game.version !== 1 || !Array.isArray(game.moves))
    throw failure("format");
  if (!game.moves.every(isMove)) throw failure("moves");
  if (!isRecord(saved)) throw failure("saved");
  return { ...saved, game: JSON.stringify(game) };
}

/** The records in an exported text. Throws a sentence that names the first line that holds none. */
export function imported(text) {
  const lines = text.split("\n").map((line, index) => [line.trim(), index + 1]);
  return lines.filter(([line]) => line !== "").map(([line, number]) => recordOf(line, number));
}
