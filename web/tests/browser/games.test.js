// Saved games: kept, listed, exported and imported; a full disk is reported and nothing is lost. Clocks.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { browser, site } from "./shared.js";
import { newGame, openPage, reload, textOf } from "./site.js";

const ROWS = "#saved-games tr";

/** Plays a move and resigns. */
async function playAndResign(page) {
  await newGame(page);
  await page.click("#view-play .square.playable[aria-disabled=false]");
  await page.waitForSelector("#resign:enabled");
  await page.click("#resign");
  await textOf(page, "#view-play .status", /You resigned: the engine wins/);
}

/** A line of an exported file: a game of one move that was won 40 to 24. */
const lineOf = (number) => {
  const at = new Date(Date.UTC(2020, 0, 1) + number * 3_600_000).toISOString();
  const saved = { id: `game-${number}`, at, level: "3", control: "", color: "black", winner: "black" };
  return JSON.stringify({
    format: "outflank-game",
    version: 1,
    players: [{ name: "You" }, { name: "Level 3" }],
    moves: [{ color: "black", move: "f5" }],
    ending: "played",
    result: { score: 16 },
    saved: { ...saved, hasHelp: false, discs: [40, 24] },
  });
};

async function importText(page, text) {
  await page.setInputFiles("#import-file", { name: "games.jsonl", mimeType: "", buffer: Buffer.from(text) });
}

async function exportedText(page) {
  const waiting = page.waitForEvent("download");
  await page.click("#export-all");
  return readFileSync(await (await waiting).path(), "utf8");
}

test("a game that has ended says who won, is kept, and shows its mistakes in one click", async () => {
  const page = await openPage(browser, site.address);
  await playAndResign(page);
  await textOf(page, "#view-play .tally", /Game over/);
  await page.click("#rematch");
  await textOf(page, "#play-facts", /You \(white\)/);
  await page.waitForSelector("#view-play .square.playable[aria-disabled=false]");
  await page.click("#to-games");
  await textOf(page, ROWS, /Level 1.*black.*lost, resigned/);
  assert.equal(await page.locator(ROWS).count(), 1);
  await page.click("#saved-games button.link");
  await textOf(page, "#game-title", /You against Level 1/);
  await page.waitForSelector("#mistakes", { state: "visible" });
  assert.equal(await page.getAttribute("[data-side=black]", "aria-pressed"), "true", "those of the visitor");
  await page.click("#to-games");
  await page.click("[data-do=delete]");
  await page.click("#delete-yes");
  await textOf(page, "#games-count", /No games yet/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a new game asks before it ends one, which stays as unfinished", async () => {
  const page = await openPage(browser, site.address);
  await newGame(page);
  await page.click("#view-play .square.playable[aria-disabled=false]");
  await page.waitForSelector("#resign:enabled");
  await page.waitForSelector("#view-play .square.playable[aria-disabled=false]");
  const moves = await page.locator("#view-play .moves li").count();
  await page.click("#new-game");
  await page.waitForSelector("#game-running");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#view-play .moves li").count(), moves, "the game goes on");
  await newGame(page);
  await page.click("#to-games");
  await textOf(page, ROWS, /unfinished/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a thousand games are listed; what is exported is imported as it was", async () => {
  const page = await openPage(browser, `${site.address}#games`, { acceptDownloads: true });
  const text = Array.from({ length: 1000 }, (_, number) => `${lineOf(number)}\n`).join("");
  await importText(page, text);
  await textOf(page, "#games-message", /1,000 games imported/);
  await textOf(page, "#games-count", /1,000 games: 1,000 won/);
  assert.equal(await page.locator(ROWS).count(), 100);
  await page.click("#more-games");
  assert.equal(await page.locator(ROWS).count(), 200);
  const first = await exportedText(page);
  const sorted = (lines) =>
    lines
      .split("\n")
      .map((line) => line && JSON.stringify(JSON.parse(line), null, 1))
      .sort();
  const keysOf = (line) => Object.keys(JSON.parse(line)).sort();
  assert.equal(first.split("\n").length, 1001);
  assert.deepEqual(keysOf(first.split("\n")[0]), keysOf(lineOf(0)));

  const other = await openPage(browser, `${site.address}#games`, { acceptDownloads: true });
  await importText(other, first);
  await textOf(other, "#games-count", /1,000 games/);
  assert.deepEqual(sorted(await exportedText(other)), sorted(first));
  // The same file once more changes nothing.
  await importText(other, first);
  await textOf(other, "#games-count", /1,000 games/);
  assert.deepEqual([...page.complaints, ...other.complaints], []);
  await other.context().close();
  await page.context().close();
});

test("a damaged file is refused whole, by the line that is wrong", async () => {
  const page = await openPage(browser, `${site.address}#games`);
  const good = lineOf(1);
  for (const bad of [
    "{",
    "null",
    "[]",
    '{"format":"outflank-game","version":1,"moves":[]}',
    good.replace('"f5"', '"z9"'),
    good.replace('"2020-', '"never-'),
    good.replace('"id":"game-1"', '"id":1'),
  ]) {
    await importText(page, `${good}\n${bad}\n`);
    await textOf(page, "#games-message", /Line 2 holds no exported game/);
    await textOf(page, "#games-count", /No games yet/);
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a full disk is reported; the game waits and is kept once there is room", async () => {
  const page = await openPage(browser, site.address);
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    globalThis.setFull = (isFull) => {
      IDBObjectStore.prototype.put = isFull ? full : put;
    };
    setFull(true);
  });
  await playAndResign(page);
  await textOf(page, "#save-message", /no room \(QuotaExceededError\).*waits/);
  await page.click("#to-games");
  await textOf(page, ROWS, /Level 1/);
  await importText(page, `${lineOf(1)}\n${lineOf(2)}\n`);
  await textOf(page, "#games-message", /no room for it \(QuotaExceededError\): nothing was kept/);
  assert.equal(await page.locator(ROWS).count(), 1);
  await reload(page);
  await textOf(page, ROWS, /Level 1/);
  await page.click("#to-play");
  await playAndResign(page);
  await page.click("#to-games");
  await page.waitForFunction((rows) => document.querySelectorAll(rows).length === 2, ROWS);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("outflank.unsaved") || "[]").length);
  assert.equal(kept, 0, "nothing waits any more");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the side whose time is up loses, also after a reload", async () => {
  const page = await openPage(browser, site.address);
  await page.clock.install();
  await reload(page);
  await page.click("#new-game");
  await page.selectOption("#level", "1");
  await page.selectOption("#control", "1+0");
  await page.click("#begin");
  await textOf(page, "#view-play .tally", /1:00/);
  await page.clock.runFor(30_000);
  await textOf(page, "#view-play .tally", /0:30/);
  await page.clock.runFor(31_000);
  await textOf(page, "#view-play .status", /You lose: your time is up/);
  await page.clock.runFor(1_000);
  await reload(page);
  await textOf(page, "#view-play .status", /You lose: your time is up/);
  await page.click("#to-games");
  await textOf(page, ROWS, /lost/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
