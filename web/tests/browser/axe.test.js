// axe-core finds nothing on any page of web, arena and ladder, in light and dark; no page scrolls sideways.
// `SCREENSHOTS=FOLDER` also keeps pictures of each at four widths, in light and dark.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, afterEach, before, test } from "node:test";
import { launch, newGame, openPage, openText, ROOT, serve, textOf } from "./site.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PROGRAMS = process.env.PROGRAMS || path.join(ROOT, "target/debug");
const PICTURES = process.env.SCREENSHOTS;
const WIDTHS = [360, 768, 1280, 2560];
const SHAPES = [
  ["light", 1280],
  ["dark", 320],
];
const GAME = "f5d6c4f3d7e6f4c8d8b3b8e3f2c7d3c3a3g1";

let browser;
let site;
const ladders = [];
let folder;
/** What was found on the pages of a test: all of it is reported at its end. */
let problems = [];
before(async () => {
  [browser, site] = [await launch(), await serve()];
  folder = mkdtempSync(path.join(tmpdir(), "pages-"));
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
});
afterEach(() => {
  const found = problems;
  problems = [];
  assert.deepEqual(found, []);
});
after(async () => {
  await browser.close();
  await site.stop();
  for (const ladder of ladders) ladder.kill();
});

const run = (program, ...args) =>
  execFileSync(path.join(PROGRAMS, `outflank-${program}`), args, { cwd: folder, stdio: "pipe" });

/** Serves a ladder until the tests are over; returns its address. */
async function serveLadder(name) {
  const options = { cwd: folder };
  const ladder = spawn(path.join(PROGRAMS, "outflank-ladder"), ["serve", name, "--port", "0"], options);
  ladders.push(ladder);
  const line = await new Promise((resolve) => {
    createInterface({ input: ladder.stdout }).once("line", resolve);
  });
  return line.trim().replace(/\/$/, "");
}

/** Checks a page as it is shown: rules of axe, width. */
async function check(page, name) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  for (const { id, nodes } of violations) {
    problems.push(`${name}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
  }
  for (const direction of ["rtl", "ltr"]) {
    const wide = await page.evaluate((dir) => {
      document.documentElement.dir = dir;
      return document.documentElement.scrollWidth - window.innerWidth;
    }, direction);
    if (wide > 0) problems.push(`${name}, ${direction}: ${wide} px too wide`);
  }
}

/** Checks an address in light and wide after `prepare`, and the same page in dark and narrow. */
async function checkAll(name, address, prepare = async () => {}, options = {}) {
  const page = await openPage(browser, address, { ...options, viewport: { width: 1280, height: 800 } });
  await prepare(page);
  for (const [colorScheme, width] of SHAPES) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await check(page, `${name}, ${colorScheme}, ${width} px`);
  }
  await page.context().close();
  if (PICTURES) await takePictures(name, address, prepare, options);
}

/** Keeps pictures of a page at four widths in light and dark: prepared once a width, for they take long. */
async function takePictures(name, address, prepare, options) {
  for (const width of WIDTHS) {
    const page = await openPage(browser, address, { ...options, viewport: { width, height: 900 } });
    await prepare(page);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const file = path.join(PICTURES, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: true });
    }
    await page.context().close();
  }
}

for (const locale of ["fr", "ja", "zh-CN"]) {
  test(`the board page in ${locale}`, async () => {
    const game = async (page) => {
      await newGame(page, "f5d6");
      await page.waitForSelector("#view-play .square.playable[aria-disabled=false]");
    };
    await checkAll(`play-${locale}`, site.address, game, { locale });
    const analyse = async (page) => {
      await openText(page, GAME);
      await page.waitForSelector("#view-analyse .moves .move-value:not(:empty)");
      await page.waitForSelector("#view-analyse .value");
    };
    await checkAll(`analyse-${locale}`, `${site.address}#analyse`, analyse, { locale });
    const openings = (page) => page.waitForSelector("#opening-names button");
    await checkAll(`openings-${locale}`, `${site.address}#study`, openings, { locale });
  });
}

test("the board page", async () => {
  await checkAll("play", site.address, async (page) => {
    await newGame(page);
    await page.click("#hint");
    await textOf(page, "#hint-words", /Best for you/);
  });
  await checkAll("analyse", `${site.address}#analyse`, async (page) => {
    await openText(page, GAME);
    await textOf(page, "#input-message", /opened/);
    await textOf(page, "#analyse-message", /Discs given away/);
    await page.click("[aria-label='One move on']");
    await page.waitForSelector("#view-analyse .value");
  });
  await checkAll("openings", `${site.address}#study`, (page) =>
    page.waitForSelector("#opening-names button"),
  );
  await checkAll("puzzles", `${site.address}#study`, async (page) => {
    await page.click("#study-puzzles");
    await textOf(page, "#puzzle-status", /One move wins/);
  });
  await checkAll("games", site.address, async (page) => {
    await newGame(page, "f5d6");
    await page.click("#view-play .square.playable[aria-disabled=false]");
    await page.waitForSelector("#resign:enabled");
    await page.click("#resign");
    await page.click("#to-games");
    await page.waitForSelector("#saved-games tr");
  });
  await checkAll("settings", site.address, async (page) => {
    await page.click("#settings");
    await textOf(page, "#version", /Engine/);
  });
  await checkAll("new-game", site.address, async (page) => {
    await page.click("#new-game");
    await page.waitForSelector("#start option[value=own]", { state: "attached" });
  });
  await checkAll("keys", site.address, (page) => page.keyboard.press("?"));
});

test("the arena's pages", async () => {
  run("arena", "play", "greedy", "random", "--json", "game.json");
  run("arena", "show", "game.json", "--html", "game.html");
  await checkAll("arena-game", `file://${path.join(folder, "game.html")}`, (page) =>
    page.keyboard.press("End"),
  );
});

test("the ladder's pages", async () => {
  run("ladder", "init", "ladder");
  for (const bot of ["random", "greedy", "mobility"])
    run("ladder", "submit", "ladder", `a long name of ${bot}`, bot);
  run("ladder", "run", "ladder", "--games", "3", "--no-affinity");
  writeFileSync(path.join(folder, "Eve.c"), `#error ${"<b>bold</b>".repeat(500)}\n`);
  assert.throws(() => run("ladder", "submit", "ladder", "Eve", "Eve.c"), { status: 3 });
  const address = await serveLadder("ladder");
  const saved = await openPage(browser, `${address}/play/3`);
  await saved.click("#white");
  await saved.waitForSelector("#save:enabled");
  await saved.click("#save");
  await textOf(saved, "#status", /Saved as game 1/);
  await saved.context().close();
  const pages = {
    standings: "/",
    games: "/games",
    game: "/games/1",
    replay: "/games/1/rounds/1",
    participant: "/participants/1",
    "head-to-head": "/head-to-head",
    versus: "/versus/1/2",
    opponents: "/play",
    transcripts: "/transcripts",
    transcript: "/transcripts/1/replay",
    rules: "/rules",
    board: "/board/",
  };
  for (const [name, place] of Object.entries(pages)) await checkAll(`ladder-${name}`, address + place);
  await checkAll("ladder-messages", `${address}/participants/4`, async (page) => {
    await page.click("details summary");
    await textOf(page, "pre.messages", /<b>bold<\/b>/);
    await textOf(page, ".isolated", /May meet nobody: it has no effective program/);
  });
  await checkAll("ladder-play", `${address}/play/3`, async (page) => {
    await page.click("#white");
    await page.waitForSelector("#hint:enabled");
    await page.click("#hint");
    await page.waitForSelector(".value");
  });
});

test("the pages of leagues", async () => {
  run("ladder", "init", "club", "--rules", "leagues", "--meetings", "2", "--boss", "Legend=random");
  run("ladder", "submit", "club", "a long name of greedy", "greedy");
  run("ladder", "run", "club", "--until-stable", "--no-affinity");
  const address = await serveLadder("club");
  const pages = {
    standings: "/",
    games: "/games",
    game: "/games/1",
    participant: "/participants/7",
    rules: "/rules",
  };
  for (const [name, place] of Object.entries(pages)) await checkAll(`leagues-${name}`, address + place);
});
