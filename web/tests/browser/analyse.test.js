// Every notation opens, a whole game is judged, and a game travels: by link, by reload, by export.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { browser, site } from "./shared.js";
import { openPage, openText, reload, ROOT, textOf } from "./site.js";

const MOVES = "#view-analyse .moves li";
const GAME =
  "f5d6c4f3d7e6f4c8d8b3b8e3f2c7d3c3a3g1f6f7e7c5e2c2b5a2b7d1g5a4" +
  "b1g6g7f8c6a8a7c1g2d2g4b4f1h7b2h6b6h1h4a5h3h2h8a6g3e8h5e1g8a1";
const NOTATIONS = {
  transcript: "1. f5 d6 2. c3 d3 3. c4",
  ggf:
    "(;GM[Othello]PC[x]PB[Ann]PW[Ben]RE[?]TI[5:00]TY[8]" +
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]" +
    "B[f5/0.5/1]W[d6]B[c3]W[d3]B[c4];)",
  sgf: "(;GM[2]FF[4]PB[Ann]PW[Ben];B[f5];W[d6];B[c3];W[d3];B[c4])",
  pgn: '[Black "Ann"]\n[White "Ben"]\n[Result "*"]\n\n1. f5 d6 2. c3 d3 3. c4 *\n',
};

test("every notation opens, and a board too", async () => {
  const page = await openPage(browser, site.address);
  for (const [name, text] of Object.entries(NOTATIONS)) {
    await openText(page, text);
    await textOf(page, "#input-message", /opened/);
    assert.equal(await page.locator(MOVES).count(), 5, name);
    if (name !== "transcript") assert.equal(await page.textContent("#game-title"), "Ann against Ben", name);
  }
  await openText(page, `${"-".repeat(27)}OX${"-".repeat(6)}XO${"-".repeat(27)} X`);
  await textOf(page, "#input-message", /opened/);
  assert.equal(await page.locator(MOVES).count(), 0);
  await page.setViewportSize({ width: 390, height: 844 });
  const isInView = () =>
    page.$eval("#input-message", (message) => {
      const { top, bottom } = message.getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    });
  await openText(page, `${NOTATIONS.transcript}\nf5 k9`);
  await textOf(page, "#input-message", /opened.*k9/);
  assert.ok(await isInView(), "what is left out is said under the board");
  await openText(page, "nothing like a game");
  await textOf(page, "#input-message", /expected|No game/);
  assert.ok(await isInView(), "a refusal is said by the field");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a CodinGame battle opens as a file, packed, with both players' values", async () => {
  const page = await openPage(browser, site.address);
  await page.click("#to-analyse");
  const battle = readFileSync(path.join(ROOT, "analyst/tests/notation/battle.json"));
  await page.setInputFiles("#file", { name: "battle.json.gz", mimeType: "", buffer: gzipSync(battle) });
  await textOf(page, "#input-message", /opened/);
  assert.ok((await page.locator(MOVES).count()) > 3);
  assert.match(await page.textContent("#game-title"), / against /);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

const VALUES = `${MOVES} .move-value`;
const whole = (names = "") => `${names}${GAME.match(/../g).join(" ")} *`;
const PLAYERS = '[Black "Ann"]\n[White "Ben"]\n[Result "*"]\n\n';

test("a pasted game is analysed at once, and values stand on the squares", async () => {
  const page = await openPage(browser, site.address);
  await page.click("#to-analyse");
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(
      new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }),
    );
  }, whole(PLAYERS));
  await textOf(page, "#analyse-message", /Discs given away/);
  await page.waitForSelector("#view-analyse .value.best");
  assert.equal(await page.locator(VALUES).filter({ hasText: /./ }).count(), 60);
  assert.ok((await page.locator(".game-curve path.engine").count()) > 0, "a curve");
  assert.match(await page.getAttribute(".evaluation-bar", "aria-label"), /^Evaluation: .*\d/);
  assert.equal(await page.isVisible("#paste"), false, "the fields fold away");
  assert.match(await page.title(), /^Ann against Ben/);
  await page.click("#show-mistakes");
  const mistakes = page.locator("#mistakes button");
  assert.ok((await mistakes.count()) > 0);
  const wanted = await mistakes.first().locator(".move-square").textContent();
  await mistakes.first().click();
  await textOf(page, "#move-words", new RegExp(`plays ${wanted}`));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("list, bar and curve take one viewpoint, which can be turned", async () => {
  const page = await openPage(browser, site.address);
  await openText(page, whole(PLAYERS));
  await textOf(page, "#analyse-message", /Discs given away/);
  const values = async () => [
    await page.locator(VALUES).last().textContent(),
    await page.textContent(".bar-text"),
  ];
  await page.click("[aria-label='To the end']");
  const black = await values();
  assert.equal(black[0], black[1], "the bar has the value of the list");
  await textOf(page, ".game-curve h3", /for black/);
  await page.selectOption("#viewpoint", "white");
  const turned = (text) => text.replace(/[+\u2212]/u, (sign) => (sign === "+" ? "\u2212" : "+"));
  assert.deepEqual(await values(), black.map(turned));
  await textOf(page, ".game-curve h3", /for white/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a line is a preview: nothing enters the game unasked", async () => {
  const page = await openPage(browser, site.address);
  await openText(page, "f5d6c3d3c4");
  await textOf(page, "#analyse-message", /Discs given away/);
  await page.click("[aria-label='To the end']");
  await page.waitForSelector("#best-lines .line-moves");
  const count = await page.locator(MOVES).count();
  const discs = () => page.locator("#view-analyse .disc").count();
  const before = await discs();
  const line = page.locator("#best-lines .line-moves").first();
  await line.locator("[data-ply='3']").hover();
  assert.equal(await discs(), before + 3, "the line up to the pointer is on the board");
  assert.equal(await page.locator("#view-analyse .disc-label").count(), 3);
  await page.mouse.move(2, 2);
  assert.equal(await discs(), before);
  await line.focus();
  await page.keyboard.press("Enter");
  assert.ok((await discs()) > before, "the keyboard shows it, too");
  await page.keyboard.press("Enter");
  assert.equal(await discs(), before);
  assert.equal(await page.locator(MOVES).count(), count, "no move was added");
  await page.locator("#best-lines button.line").first().click();
  assert.equal(await discs(), before + 1);
  assert.ok((await page.locator(MOVES).count()) <= count + 2, "one move, and a pass if it forces one");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a reload and a link keep the game and the place in it", async () => {
  const page = await openPage(browser, site.address);
  await openText(page, whole(PLAYERS));
  await textOf(page, "#analyse-message", /Discs given away/);
  for (let step = 0; step < 7; step++) await page.keyboard.press("ArrowRight");
  await textOf(page, "#analyse-status", /^Move 7 of 60/);
  await page.click("#share");
  await page.click("#export-link");
  await textOf(page, "#output-message", /link/);
  const link = await page.inputValue("#exported");
  assert.match(link, /&ply=7$/);
  const other = await openPage(browser, link);
  await textOf(other, "#game-title", /Ann against Ben/);
  await textOf(other, "#analyse-status", /^Move 7 of 60/);
  await other.keyboard.press("ArrowRight");
  await other.waitForFunction(() => location.hash.endsWith("&ply=8"));
  await reload(other);
  await textOf(other, "#analyse-status", /^Move 8 of 60/);
  assert.match(await other.title(), /^Ann against Ben/);

  await page.waitForFunction(() => (localStorage.getItem("outflank.analyse") || "").includes("turns"));
  await reload(page);
  await textOf(page, "#game-title", /Ann against Ben/);
  await textOf(page, "#analyse-status", /^Move 7 of 60/);
  assert.equal(await page.locator(VALUES).filter({ hasText: /./ }).count(), 60);
  assert.deepEqual([...page.complaints, ...other.complaints], []);
  await other.context().close();
  await page.context().close();
});

test("a search that is on ends when a game is opened; a step leaves the analysis alone", async () => {
  const page = await openPage(browser, site.address);
  await page.click("#to-analyse");
  await page.click("#live");
  await page.waitForSelector("#view-analyse .value");
  assert.equal(await page.getAttribute("#live", "aria-pressed"), "true");
  await openText(page, GAME);
  await page.waitForSelector("#live[aria-pressed=false]");
  await page.keyboard.press("ArrowRight");
  assert.doesNotMatch(await textOf(page, "#analyse-message", /Discs given away/), /Stopped early/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a live search whose engine is taken away is off, and can be started again", async () => {
  const page = await openPage(browser, site.address);
  await page.click("#to-analyse");
  await page.click("#live");
  await page.waitForSelector("#view-analyse .value");
  await page.click("#settings");
  await page.selectOption("#memory", "16");
  await page.waitForSelector("#live[aria-pressed=false]", { state: "attached" });
  await page.keyboard.press("Escape");
  await page.click("#live");
  await page.waitForSelector("#live[aria-pressed=true]");
  await page.waitForSelector("#view-analyse .value");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("every format and both pictures are exported, and a position can be set up", async () => {
  const page = await openPage(browser, site.address, { acceptDownloads: true });
  await openText(page, GAME);
  await textOf(page, "#input-message", /opened/);
  await page.click("#share");
  for (const format of ["transcript", "ggf", "sgf", "pgn", "obf", "json"]) {
    await page.selectOption("#format", format);
    const before = await page.inputValue("#exported");
    await page.click("#export-text");
    await page.waitForFunction((old) => document.querySelector("#exported").value !== old, before);
    assert.match(
      (await page.inputValue("#exported")).toLowerCase(),
      format === "obf" ? /[xo-]{64}/ : /f5/,
      format,
    );
  }
  for (const [kind, start] of [
    ["svg", "<svg"],
    ["png", "\x89PNG"],
  ]) {
    const waiting = page.waitForEvent("download");
    await page.click(`#export-${kind}`);
    const content = readFileSync(await (await waiting).path());
    assert.ok(content.toString("latin1").startsWith(start), kind);
  }
  await page.click("#edit");
  await page.click("#clear-board");
  for (const [piece, square] of [
    ["X", "a1"],
    ["O", "b1"],
  ]) {
    await page.selectOption("#piece", piece);
    await page.click(`#view-analyse [data-square=${square}]`);
  }
  await page.click("#edit-done");
  await page.waitForSelector("#view-analyse .square.playable[data-square=c1]");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("arrows and the wheel step, also after a click on the board; keys on it walk", async () => {
  const page = await openPage(browser, site.address);
  await openText(page, GAME);
  await textOf(page, "#analyse-message", /Discs given away/);
  await page.click("#view-analyse [data-square=a1]", { force: true });
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await textOf(page, "#analyse-status", /^Move 2 of/);
  await page.hover("#view-analyse .board");
  await page.mouse.wheel(0, 100);
  await textOf(page, "#analyse-status", /^Move 3 of/);
  await page.mouse.wheel(0, -100);
  await textOf(page, "#analyse-status", /^Move 2 of/);

  const focused = () => page.evaluate(() => document.activeElement.dataset.square);
  await page.focus("#view-analyse [data-square=b2]");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "c2");
  await textOf(page, "#analyse-status", /^Move 2 of/);

  const corner = () => page.locator("#view-analyse [data-square=a1]").boundingBox();
  const before = await corner();
  await page.click("#view-analyse [data-square=c2]", { force: true });
  await page.keyboard.press("f");
  const after = await corner();
  assert.ok(after.x > before.x && after.y > before.y, "a1 is at the bottom right");
  await page.focus("#view-analyse [data-square=b2]");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "a2", "right is where the eye sees it");
  await reload(page);
  await textOf(page, "#analyse-status", /^Move 2 of/);
  assert.ok((await corner()).x > before.x, "it stays turned");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
