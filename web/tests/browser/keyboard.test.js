// The keyboard alone goes through an analysis, a drill and a puzzle; `play.test.js` has a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, site } from "./shared.js";
import { openPage, textOf } from "./site.js";

/** Presses Tab until the focus is on what a selector matches. */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

/** Plays on the board that is shown: the square's name, then Enter. */
async function playByKeys(page, square) {
  await tabTo(page, ".square");
  await page.keyboard.type(square);
  await page.keyboard.press("Enter");
}

test("an analysis by keyboard", async () => {
  const page = await openPage(browser, site.address);
  await page.waitForSelector("#view-play .playable");
  await page.keyboard.press("2");
  // The next key is the view's that is shown.
  await page.waitForSelector("#view-analyse");
  await page.keyboard.press("o");
  await page.keyboard.type("f5d6c3d3c4f4f6f3e6e7");
  await tabTo(page, "#open-text");
  await page.keyboard.press("Enter");
  await textOf(page, "#analyse-message", /Discs given away/);
  await tabTo(page, "#live");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
  await textOf(page, "#analyse-status", /^Move 2 of 10/);
  await page.keyboard.press("m");
  assert.ok(await page.isVisible("#mistakes, #mistakes + p"));
  await page.keyboard.press("v");
  await textOf(page, ".game-curve h3", /for white/);
  await page.keyboard.press("End");
  await page.waitForSelector("#best-lines button.line");
  await page.keyboard.press("p");
  await textOf(page, "#analyse-status", /^Move 11 of 11/);
  await page.keyboard.press("?");
  await page.waitForSelector("#keys-dialog");
  await page.keyboard.press("Escape");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a drill and a puzzle by keyboard", async () => {
  const page = await openPage(browser, site.address);
  await page.waitForSelector("#view-play .playable");
  await page.keyboard.press("3");
  await page.waitForSelector("#opening-names button");
  await tabTo(page, "#opening-search");
  await page.keyboard.type("tiger");
  await tabTo(page, "#opening-names button");
  await page.keyboard.press("Enter");
  await textOf(page, "#opening-status", /^Tiger/);
  await page.keyboard.press("k");
  for (const square of ["f5", "c3", "c4"]) await playByKeys(page, square);
  // Values that arrive later do not take the outcome away.
  await page.waitForSelector("#replies .line-value:not(:empty)");
  await textOf(page, "#opening-status", /passed without a mistake/);

  await page.keyboard.press("Escape");
  await tabTo(page, "#study-puzzles");
  await page.keyboard.press("Enter");
  await textOf(page, "#puzzle-status", /One move wins/);
  const file = await (await fetch(new URL("data/puzzles.json", site.address))).json();
  await playByKeys(page, file.puzzles[0].moves[0].move);
  await textOf(page, "#puzzle-status", /^Right: /);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("single keys can be switched off, and never act in a field", async () => {
  const page = await openPage(browser, `${site.address}#analyse`);
  await page.waitForSelector("#view-analyse .value");
  await page.fill("#paste", "");
  await page.focus("#paste");
  await page.keyboard.type("13");
  assert.ok(await page.isVisible("#view-analyse"));
  await page.click("#settings");
  await page.click("text=Single keys do things");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#settings-dialog", { state: "detached" });
  await page.keyboard.press("3");
  assert.ok(await page.isVisible("#view-analyse"));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
