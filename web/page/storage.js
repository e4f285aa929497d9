// The page's storage in this browser: games, settings and progress. Nothing leaves the machine.

const PREFIX = "outflank.";

/** Reads a value; `fallback` if there is none or the browser keeps nothing. */
export function load(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/** Stores a value; returns whether that worked: storage may be full or forbidden. */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

const waiting = new Map();

/** Stores a value after a delay: many changes in a row become one write. */
export function saveSoon(name, makeValue) {
  if (!waiting.has(name)) setTimeout(() => flush(name), 150);
  waiting.set(name, makeValue);
}

function flush(name) {
  const makeValue = waiting.get(name);
  waiting.delete(name);
  if (makeValue !== undefined) save(name, makeValue());
}

addEventListener("pagehide", () => [...waiting.keys()].forEach(flush));
document.addEventListener("visibilitychange", () => {
  if (document.hidden) [...waiting.keys()].forEach(flush);
});
