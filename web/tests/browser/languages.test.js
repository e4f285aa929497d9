// Languages: every text of the page is in the files, in each language, and fits a phone.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { FluentBundle, FluentResource } from "../../page/vendor/fluent-bundle/index.js";
import { ROOT, send } from "./server.js";
import { browser, site } from "./shared.js";
import { newGame, openPage, openText, reload, serve, textOf } from "./site.js";

const PAGE = path.join(ROOT, "web/page");
const LANGUAGES = ["en", "fr", "ja", "zh-Hans"];
const SENTENCES = path.join(ROOT, "analyst/data/sentences");
/** The messages of a language as `cargo web` joins them: the page's and the analyst's. */
const textOfFile = (name) =>
  [path.join(PAGE, "locales"), SENTENCES]
    .map((folder) => readFileSync(path.join(folder, `${name}.ftl`), "utf8"))
    .join("\n");

/** The messages of a file: `[key, text]`. */
const messagesOf = (text) =>
  text
    .split(/^(?=[a-z][\w-]* = )/mu)
    .slice(1)
    .map((entry) => [entry.slice(0, entry.indexOf(" =")), entry.replace(/^#.*$/gmu, "")]);

const variablesIn = (text) => [...new Set([...text.matchAll(/\$(\w+)/gu)].map(([, name]) => name))].sort();

/** Whether a message is the name of an opening: languages have one where players do not use the English. */
const isOfOpening = (key) => key.startsWith("name-");

/** The page's scripts, without what others wrote. */
const scripts = () =>
  readdirSync(PAGE)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(path.join(PAGE, name), "utf8"))
    .join("\n");

test("every language has the messages of the English file, with the same variables", () => {
  const english = messagesOf(textOfFile("en"));
  assert.ok(english.length > 200, `${english.length} messages`);
  for (const language of LANGUAGES) {
    const text = textOfFile(language);
    const bundle = new FluentBundle(language);
    assert.deepEqual(bundle.addResource(new FluentResource(text)), [], language);
    const messages = new Map(messagesOf(text));
    const keys = [...messages.keys()].filter((key) => !isOfOpening(key));
    assert.deepEqual(keys.sort(), english.map(([key]) => key).sort(), language);
    for (const [key, entry] of english) {
      const variables = variablesIn(messages.get(key));
      // Languages choose by the colour, or name the side.
      const isColor = (name) => name === "color" || name === "side";
      // What a library says of JSON is English.
      const isTold = (name) => !isColor(name) && (language === "en" || name !== "detail");
      assert.doesNotMatch(messages.get(key), /\{ \$color \}/, `${language}: ${key} shows a word of the code`);
      assert.deepEqual(
        variables.filter(isTold),
        variablesIn(entry).filter(isTold),
        `${language}: ${key}`,
      );
      const errors = [];
      const values = Object.fromEntries(variables.map((name) => [name, name === "color" ? "black" : 1]));
      assert.ok(
        bundle.formatPattern(bundle.getMessage(key).value, values, errors).trim() !== "" || key === "",
        key,
      );
      assert.deepEqual(errors, [], `${language}: ${key}`);
    }
  }
});

test("every message is used, and every text that is used is there", () => {
  const keys = new Set(messagesOf(textOfFile("en")).map(([key]) => key));
  const code = scripts();
  const fixed = [...code.matchAll(/\bt\(\s*"([\w-]+)"/gu)].map(([, key]) => key);
  for (const key of fixed) assert.ok(keys.has(key), `no message: ${key}`);
  const prefixes = [...code.matchAll(/`([\w-]+-)\$\{/gu)].map(([, prefix]) => prefix);
  const isUsed = (key) =>
    fixed.includes(key) || code.includes(`"${key}"`) || prefixes.some((prefix) => key.startsWith(prefix));
  assert.deepEqual(
    [...keys].filter((key) => !isUsed(key)),
    [],
  );
});

test("names of openings are those of openings, and found by either name", async () => {
  const { openings } = JSON.parse(readFileSync(path.join(PAGE, "data/openings.json"), "utf8"));
  const keyOf = (name) => `name-${name.toLowerCase().replace(/[^a-z0-9]+/gu, "-")}`.replace(/-$/u, "");
  const known = new Set(openings.map(({ names }) => keyOf(names[0])));
  for (const language of LANGUAGES) {
    const named = messagesOf(textOfFile(language)).filter(([key]) => isOfOpening(key));
    assert.deepEqual(
      named.map(([key]) => key).filter((key) => !known.has(key)),
      [],
      language,
    );
    assert.equal(new Set(named.map(([, text]) => text.split(" = ")[1].trim())).size, named.length, language);
  }
  const page = await openPage(browser, site.address, { locale: "ja" });
  await page.click("#to-study");
  await page.waitForSelector("#opening-names button");
  for (const wanted of ["\u864e", "tiger"]) {
    await page.fill("#opening-search", wanted);
    await textOf(page, "#opening-names", /\u864e\u5b9a\u77f3\s*Tiger/u);
  }
  assert.equal(await page.getAttribute("#opening-names button", "lang"), "ja");
  await page.click("#opening-names button");
  await textOf(page, "#opening-status", /\u864e\u5b9a\u77f3/u);
  await page.fill("#opening-search", "stephenson");
  assert.equal(await page.getAttribute("#opening-names button", "lang"), "en");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("what a text is refused for is said in the language", async () => {
  const page = await openPage(browser, site.address, { locale: "ja" });
  await page.waitForSelector("#view-play .playable");
  for (const [text, said] of [
    ["f5d6\nf5 k9", /2 \u884c 4 \u6587\u5b57\u76ee\uff1a`k9` \u306f `f5`/u],
    ["%PDF-1.4", /PDF \u6587\u66f8/u],
    ['{"frames":[{"agentId":0,"stdout":"z"},{"agentId":1,"stdout":"c5"}]}', /1\uff1a`z`/u],
    ["f5f5", /2 \u624b\u76ee\uff1a\u767d\u306f f5/u],
    ['{"format":"outflank-game","version":1,"moves":3}', /outflank-game/u],
    ['[Result "?!"]\n\n1. f5 d6 (c3) *', /\u7d50\u679c\u306f\u4e0d\u660e/u],
  ]) {
    await openText(page, text);
    await textOf(page, "#input-message", said);
    const shown = (await page.textContent("#input-message")).replace(/PDF|outflank-game/gu, "");
    assert.doesNotMatch(shown, /[a-z]{3,}/u, text);
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/** The English messages, marked: what a page shows without a mark stands outside of the files. */
function markedMessages() {
  const bundle = new FluentBundle("en", { useIsolating: false });
  const text = textOfFile("en");
  bundle.addResource(new FluentResource(text));
  // The first line of a pattern, or the whole of a variant, is marked: each pattern shows at least one mark.
  return text
    .replace(/^([a-z][\w-]* = )(?=\S)(.*)$/gmu, (_, start, rest) => `${start}\u2039${rest}`)
    .replace(/^( +\*?\[[\w-]+\]) /gmu, "$1 \u2039");
}

/** Texts and labels on the page that hold words and no mark. */
const unmarked = (page) =>
  page.evaluate(() => {
    const isShown = (element) => element !== null && element.getClientRects().length > 0;
    const found = [];
    const look = (text, where) => {
      // Squares, moves, numbers, names of players and formats are the same everywhere.
      const words = text.replace(/\b([a-h][1-8])+\b|Outflank|Ann|Ben|[a-h]{8}/gu, "");
      if (/\p{L}{2,}/u.test(words) && !text.includes("\u2039")) found.push(`${where}: ${text}`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.parentElement;
      // Names of players and openings, days, and what says itself that it is of another language.
      const isOwn =
        at.closest("[lang]:not(html), bdi, time, optgroup, #opening-names button, kbd, svg") === null;
      if (isOwn && (isShown(at) || at.closest("option, dialog") !== null)) look(node.data.trim(), at.tagName);
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], svg title")) {
      for (const name of ["aria-label", "title", "placeholder"]) {
        const text = element.getAttribute(name);
        if (text !== null && isShown(element)) look(text, name);
      }
    }
    return [...new Set(found)];
  });

const GAME = "f5d6c4f3d7e6f4c8d8b3b8e3f2c7d3c3a3g1";

/** Goes through the page: every view, dialog and panel; `check(name)` is called in each. */
async function visitAll(page, check) {
  await page.waitForSelector("#view-play .playable");
  await check("start");
  await page.click("#new-game");
  await page.waitForSelector("#start option[value=own]", { state: "attached" });
  await check("new game");
  await page.keyboard.press("Escape");
  await newGame(page, "f5d6");
  await page.waitForSelector("#view-play .square.playable[aria-disabled=false]");
  await page.click("#hint");
  await page.waitForSelector("#hint-words p");
  await page.click("#view-play .square.playable[aria-disabled=false]");
  await page.waitForSelector("#resign:enabled");
  await check("game");
  await page.click("#resign");
  await page.waitForSelector("#my-mistakes:not([hidden])");
  await check("end of a game");
  await page.click("#to-games");
  await page.waitForSelector("#saved-games tr");
  await check("games");
  await page.click("[data-do=delete]");
  await check("delete");
  await page.keyboard.press("Escape");
  await openText(page, `[Black "Ann"]\n[White "Ben"]\n[Result "*"]\n\n${GAME.match(/../g).join(" ")} *`);
  await page.waitForSelector("#view-analyse .moves .move-value:not(:empty)");
  await page.click(".stepper button:nth-of-type(4)");
  await page.waitForSelector("#best-lines .line-moves");
  await page.click("#share");
  await check("analysis");
  await page.click("#show-mistakes");
  await page.click("#edit");
  await check("mistakes and editor");
  await page.click("#edit-done");
  await openText(page, "f5d6c3\nf5f6e6");
  await page.waitForSelector("#file-games button");
  await check("games of a file");
  await page.click("#count-openings");
  await page.waitForSelector("#replies .line-value:not(:empty)");
  await check("openings");
  await page.click("#study-puzzles");
  await page.waitForSelector("#view-study .board:visible .playable");
  await check("puzzles");
  await page.keyboard.press("?");
  await check("keys");
  await page.keyboard.press("Escape");
  await page.click("#settings");
  await check("settings");
}

test("no text of the page stands outside the files", async (t) => {
  const marked = await serve((name, _request, response) => {
    if (name !== "/locales/en.ftl") return false;
    send(response, name, markedMessages());
    return true;
  });
  t.after(() => marked.stop());
  const page = await openPage(browser, marked.address);
  const found = [];
  await visitAll(page, async (name) => {
    for (const text of await unmarked(page)) found.push(`${name}: ${text}`);
  });
  assert.deepEqual([...new Set(found)], []);
  await page.context().close();
});

for (const language of LANGUAGES) {
  test(`${language} is chosen by the browser's language, and fits a phone`, async () => {
    const page = await openPage(browser, "about:blank", {
      locale: language === "zh-Hans" ? "zh-CN" : language,
      viewport: { width: 390, height: 844 },
    });
    const loaded = [];
    page.removeAllListeners("request");
    page.on("request", (request) => loaded.push(request.url()));
    await page.goto(site.address);
    await page.waitForSelector("#view-play .playable");
    assert.equal(await page.getAttribute("html", "lang"), language);
    const files = loaded
      .filter((address) => address.endsWith(".ftl"))
      .map((address) => path.basename(address));
    assert.deepEqual([...new Set(files)], [`${language}.ftl`], "one language is loaded");
    assert.ok(statSync(path.join(PAGE, "locales", `${language}.ftl`)).size <= 60_000);
    await visitAll(page, async (name) => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name}: ${wide} px too wide`);
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll("button, .tally span, nav a, label, h2, h3, .status")]
          .filter(
            (element) => element.getClientRects().length > 0 && !element.matches(".spoken, .line-moves"),
          )
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
          .map((element) => element.textContent),
      );
      assert.deepEqual(cut, [], name);
    });
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test("the language can be switched, and stays", async () => {
  const page = await openPage(browser, site.address);
  await page.click("#settings");
  await page.selectOption("#language", "ja");
  await page.waitForFunction(() => document.documentElement.lang === "ja");
  await textOf(page, "#to-play", /\u5bfe\u5c40/);
  await reload(page);
  await textOf(page, "#to-play", /\u5bfe\u5c40/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("what others wrote is as they published it", () => {
  const folders = { "fluent-bundle": "@fluent/bundle/esm", idb: "idb/build" };
  for (const [own, theirs] of Object.entries(folders)) {
    const folder = path.join(PAGE, "vendor", own);
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".js"))) {
      const published = readFileSync(path.join(ROOT, "web/tests/browser/node_modules", theirs, name), "utf8");
      assert.equal(readFileSync(path.join(folder, name), "utf8"), published, `${own}/${name}`);
    }
  }
});
