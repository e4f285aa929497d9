// Which language the page speaks, and its texts on their way: the first script, so that nothing waits for
// them.

import { load } from "./storage.js";

/** The languages, each with its own name for itself. The key names the file and is the `lang` of the page. */
export const LANGUAGES = {
  en: "English",
  fr: "Fran\u00e7ais",
  ja: "\u65e5\u672c\u8a9e",
  "zh-Hans": "\u7b80\u4f53\u4e2d\u6587",
};

/** The language when the browser wants none of the others, or its file cannot be loaded. */
export const FALLBACK = "en";

/** The language that the visitor chose, or the first of the browser's that the page has. */
function wantedLanguage() {
  const chosen = load("language", "");
  if (Object.hasOwn(LANGUAGES, chosen)) return chosen;
  const isFor = (key) => (tag) => tag.toLowerCase().split("-")[0] === key.split("-")[0];
  for (const tag of navigator.languages || []) {
    const found = Object.keys(LANGUAGES).find((key) => isFor(key)(tag));
    if (found !== undefined) return found;
  }
  return FALLBACK;
}

/** The file of a language. */
export const fileOf = (key) => `locales/${key}.ftl`;

/** The messages of a language. */
export async function messagesOf(key) {
  const response = await fetch(new URL(fileOf(key), import.meta.url));
  if (!response.ok) throw new Error(`${fileOf(key)}: ${response.status}`);
  return response.text();
}

/** The language that is wanted. */
export const wanted = wantedLanguage();

/** Its messages. */
export const wantedMessages = messagesOf(wanted);
// Whoever waits for them hears of a failure.
wantedMessages.catch(() => {});
