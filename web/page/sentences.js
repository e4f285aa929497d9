// The analyst's sentences in the language of the page: each has a key and arguments.

import { hasText, language, t } from "./language.js";

/**
 * The sentences of a turn or a report: `{ text, lang }`. One that the page has no message for is shown as the
 * analyst wrote it, in English, and says so to screen readers.
 */
export function sentencesOf({ words = [], sentences = [] }) {
  const count = Math.max(words.length, sentences.length);
  return Array.from({ length: count }, (_, index) => {
    const { key, args } = sentences[index] || {};
    const name = `analyst-${key}`;
    if (key !== undefined && hasText(name)) return { text: t(name, args), lang: null };
    return { text: words[index] ?? "", lang: language === "en" ? null : "en" };
  }).filter(({ text }) => text !== "");
}
