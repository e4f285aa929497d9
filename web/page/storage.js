// The page's storage in this browser: games, settings and progress. Nothing leaves the machine.

const PREFIX = "outflank.";

const kindOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/**
 * Reads a value; `fallback` if there is none, if the browser keeps nothing, or if the value is of another
 * kind: other versions of the page, and other pages of its host, write here too.
 */
export function load(name, fallback) {
  try {
    const value = JSON.parse(localStorage.getItem(PREFIX + name));
    return kindOf(value) === kindOf(fallback) ? value : fallback;
  } catch {
    return fallback;
  }
}

/** What `make()` gives, which reads these values; if it cannot use them, it is made anew without them. */
export function restored(names, make) {
  try {
    return make();
  } catch {
    for (const name of names) localStorage.removeItem(PREFIX + name);
    return make();
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
