// The language of the page: Project Fluent, one file of messages per language, loaded once at the start.

import { TEXTS } from "./components/texts.js";
import { FALLBACK, fileOf, messagesOf, wanted, wantedMessages } from "./locale.js";
import { settings } from "./settings.js";
import { save } from "./storage.js";
import { FluentBundle, FluentResource } from "./vendor/fluent-bundle/index.js";

let bundle = null;

/** The language of the page; valid once `loadLanguage` is done. */
export let language = FALLBACK;

/** Loads the texts. A file that cannot be loaded is replaced by the English one. */
export async function loadLanguage() {
  let text;
  try {
    text = await wantedMessages;
    language = wanted;
  } catch {
    text = await messagesOf(FALLBACK);
    language = FALLBACK;
  }
  // Names of players have elements of their own direction; isolates within sentences would be copied.
  bundle = new FluentBundle(language, { useIsolating: false });
  for (const error of bundle.addResource(new FluentResource(text))) console.error(error);
  document.documentElement.lang = language;
  Object.assign(TEXTS, componentTexts());
}

/** Keeps the choice of a language; it holds from the next load on. Rejects if its texts cannot be loaded. */
export async function chooseLanguage(key) {
  await messagesOf(key);
  save("language", key);
}

/** The file of the texts in use. */
export const languageFile = () => fileOf(language);

/** A text of the page. With `color`, messages also get `side`, the word for it. */
export function t(key, values) {
  const args = values?.color === undefined ? values : { side: t(values.color), ...values };
  const message = bundle.getMessage(key);
  if (message === undefined || message.value === null) {
    console.error(`no text: ${key}`);
    return key;
  }
  const errors = [];
  const text = bundle.formatPattern(message.value, args, errors);
  for (const error of errors) console.error(`${key}: ${error.message}`);
  return text;
}

/** What players of this language call an opening, by its English name; null if they call it that. */
export function ownName(english) {
  const key = `name-${english.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`.replace(/-$/, "");
  return bundle.hasMessage(key) ? t(key) : null;
}

/** The name of an opening with these English names, for a text. */
export const openingName = (names) => ownName(names[0]) ?? names.join(" / ");

/** The attribute of an element that holds the name of an opening: which language it is of. */
export const langOfName = ([english]) => ({ lang: ownName(english) === null ? FALLBACK : language });

/** A sentence of the analyst: a key, and arguments, which may be sentences themselves. */
export function sentenceText({ key, args }) {
  const textOf = (value) => (typeof value === "object" ? sentenceText(value) : value);
  const values = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, textOf(value)]));
  if (args.color !== undefined) values.side = t(`analyst-side-${args.color}`);
  if (key.startsWith("opening-")) values.name = openingName(args.name.split(" / "));
  return t(`analyst-${key}`, values);
}

/** A number as this language writes it. */
export const numberText = (value) => value.toLocaleString(language);

/** Several things as this language lists them. */
export const listText = (things) => new Intl.ListFormat(language).format(things);

/** A day as this language writes it. */
export const dayText = (date) => date.toLocaleDateString(language, { dateStyle: "medium" });

/** The texts of the components that this page shares with others. */
const componentTexts = () => ({
  colors: { black: t("black"), white: t("white") },
  value: (value, isExact) => t("value-in-discs", { value, kind: isExact ? "proven" : "estimated" }),
  pass: t("pass"),
  board: {
    label: t("board"),
    legal: t("board-legal"),
    empty: t("board-empty"),
    last: t("board-last"),
  },
  moves: { label: t("moves"), start: t("moves-start") },
  stepper: {
    label: t("stepper"),
    start: t("stepper-start"),
    back: t("stepper-back"),
    forward: t("stepper-forward"),
    end: t("stepper-end"),
    play: t("stepper-play"),
    pause: t("stepper-pause"),
    slider: t("stepper-slider"),
  },
  classes: Object.fromEntries(
    ["best", "good", "inaccuracy", "mistake", "blunder"].map((name) => [name, t(`class-${name}`)]),
  ),
  positionOf: (current, last) => t("move-of", { current, last }),
  curve: {
    engine: t("curve-engine"),
    score: (index, value) => t("curve-score", { index, value }),
    // The curve takes its own viewpoint for black.
    result: (index, color, least) => {
      const winner = settings.viewpoint === "black" ? color : { black: "white", white: "black" }[color];
      return t("curve-result", { index, color: winner, least });
    },
    atLeast: (value) => `\u2265${value}`,
    atMost: (value) => `\u2264${value}`,
  },
  score: (black, white) => `${black} : ${white}`,
});
