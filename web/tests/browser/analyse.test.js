// Every notation opens, a whole game is judged, and a game travels: by link, by reload, by export.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { browser, site } from "./shared.js";
import { openPage, openText, ROOT, textOf } from "./site.js";

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
  await openText(page, "nothing like a game");
  await textOf(page, "#input-message", /expected|No game/);
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

test("a whole game is judged to the end, and a reload and a link keep it", async () => {
  const page = await openPage(browser, site.address);
  await openText(
    page,
    NOTATIONS.pgn.replace("1. f5 d6 2. c3 d3 3. c4 *", `${GAME.match(/../g).join(" ")} *`),
  );
  await textOf(page, "#input-message", /opened/);
  const count = await page.locator(MOVES).count();
  await page.click("#analyse-all");
  await textOf(page, "#analyse-message", /Discs given away/);
  assert.equal(await page.locator(`${MOVES} .move-value`).filter({ hasText: /./ }).count(), count);
  assert.ok((await page.locator(".game-curve path.engine").count()) > 0, "a curve");
  await page.click("[aria-label='One move on']");
  assert.ok((await page.locator("#best-lines button").count()) > 0, "best lines");
  await page.locator("#best-lines button").last().click();
  assert.ok((await page.locator(MOVES).count()) > count, "a line becomes a variation");
  await page.click("#live");
  await page.waitForSelector("#view-analyse .value");
  await page.click("#live");

  await page.click("#export-link");
  await textOf(page, "#output-message", /link/);
  const link = await page.inputValue("#exported");
  const other = await openPage(browser, link);
  await textOf(other, "#game-title", /Ann against Ben/);
  await page.waitForFunction(() => (localStorage.getItem("outflank.analyse") || "").includes("turns"));
  await page.reload();
  await textOf(page, "#game-title", /Ann against Ben/);
  assert.equal(await page.locator(`${MOVES} .move-value`).filter({ hasText: /./ }).count(), count);
  assert.deepEqual([...page.complaints, ...other.complaints], []);
  await other.context().close();
  await page.context().close();
});

test("the analysis of a whole game ends the live search, and a step leaves the analysis alone", async () => {
  const page = await openPage(browser, site.address);
  await openText(page, GAME);
  await textOf(page, "#input-message", /opened/);
  await page.click("#live");
  await page.waitForSelector("#view-analyse .value");
  assert.equal(await page.getAttribute("#live", "aria-pressed"), "true");
  // In one task, so that the analysis cannot be done before the step.
  await page.evaluate(() => {
    document.querySelector("#analyse-all").click();
    document.querySelector("[aria-label='One move on']").click();
  });
  assert.equal(await page.getAttribute("#live", "aria-pressed"), "false");
  assert.doesNotMatch(await textOf(page, "#analyse-message", /Discs given away/), /Stopped early/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a live search whose engine is taken away is off, and can be started again", async () => {
  const page = await openPage(browser, site.address);
  await page.click("#to-analyse");
  await page.click("#live");
  await page.waitForSelector("#view-analyse .value");
  await page.selectOption("#memory", "16");
  await page.waitForSelector("#live[aria-pressed=false]");
  assert.equal(await page.locator("#view-analyse .value").count(), 0);
  await page.click("#live");
  await page.waitForSelector("#view-analyse .value");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("every format and both pictures are exported, and a position can be set up", async () => {
  const page = await openPage(browser, site.address, { acceptDownloads: true });
  await openText(page, GAME);
  await textOf(page, "#input-message", /opened/);
  for (const format of ["transcript", "ggf", "sgf", "pgn", "obf", "json"]) {
    await page.selectOption("#format", format);
    await page.fill("#paste", "");
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
