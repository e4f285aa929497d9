// A whole game by clicks, by touch and by keyboard: passes, undo, redo, hint, reload.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, openPage, serve, textOf } from "./site.js";

let browser;
let site;
before(async () => {
  [browser, site] = [await launch(), await serve()];
});
after(async () => {
  await browser.close();
  await site.stop();
});

const STATUS = "#view-play .status";
const PLAYABLE = "#view-play .square.playable[aria-disabled=false]";
const DONE = /^(You (win|lose)|A draw)/;

/** Waits until the visitor may move or the game is over; says whether it is over. */
async function settled(page) {
  await page.waitForFunction(
    ([status, playable]) => {
      const text = document.querySelector(status).textContent;
      return (
        /^(You (win|lose)|A draw)/u.test(text) ||
        (/Your turn/u.test(text) && document.querySelector(playable) !== null)
      );
    },
    [STATUS, PLAYABLE],
  );
  return DONE.test(await page.textContent(STATUS));
}

/** Starts a game at the weakest level. */
async function begin(page, start = "") {
  await page.selectOption("#level", "1");
  if (start !== "") {
    await page.waitForSelector("#start option[value=own]", { state: "attached" });
    await page.selectOption("#start", "own");
    await page.fill("#own-start", start);
  }
  await page.click("#new-game");
}

test("a whole game by clicks, with hint, undo, redo, and a reload in the middle", async () => {
  const page = await openPage(browser, site.address);
  await begin(page);
  let turns = 0;
  while (!(await settled(page))) {
    if (turns === 3) {
      await page.click("#hint");
      await textOf(page, "#hint-words", /Best for you: [a-h][1-8], .* discs/);
      const count = await page.locator(PLAYABLE).count();
      assert.equal(await page.locator("#view-play .value").count(), count, "a value on each legal square");
    }
    if (turns === 5) {
      const moves = await page.locator("#view-play .moves li").count();
      await page.click("#undo");
      await settled(page);
      await page.click("#redo");
      await settled(page);
      assert.equal(await page.locator("#view-play .moves li").count(), moves);
    }
    if (turns === 8) {
      const board = () =>
        page.$$eval("#view-play .square", (all) => all.map((square) => square.innerHTML.length));
      const [shown, discs] = [await page.locator("#view-play .moves li").count(), await board()];
      await page.waitForFunction(() => (localStorage.getItem("outflank.play") || "").includes('"m"'));
      await page.reload();
      await settled(page);
      assert.equal(await page.locator("#view-play .moves li").count(), shown, "a reload keeps the game");
      assert.equal((await board()).length, discs.length);
    }
    await page.locator(PLAYABLE).first().click();
    turns += 1;
  }
  assert.ok(turns > 8);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

// After f8 white has no move and black plays on; found by playing random games from the rules alone.
const BEFORE_PASS = "c4c3f5b4a4a5b2a3";

test("a forced pass is announced and listed", async () => {
  const page = await openPage(browser, site.address);
  await begin(page, BEFORE_PASS);
  await textOf(page, STATUS, /passes|Your turn/);
  const list = await page.textContent("#view-play .moves");
  assert.match(list, /pass/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the keyboard alone plays a game", async () => {
  const page = await openPage(browser, site.address);
  await begin(page);
  for (let turns = 0; turns < 4 && !(await settled(page)); turns++) {
    const square = await page.locator(PLAYABLE).last().getAttribute("data-square");
    await page.locator("#view-play .square[tabindex='0']").focus();
    await page.keyboard.type(square);
    const focused = await page.evaluate(() => document.activeElement.getAttribute("data-square"));
    assert.equal(focused, square, "typing a name goes there");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    if (square[0] === "a") await page.keyboard.press("ArrowLeft");
    const before = await page.locator("#view-play .moves li").count();
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      (count) => document.querySelectorAll("#view-play .moves li").length > count,
      before,
    );
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("touch plays on a narrow screen without scrolling sideways", async () => {
  const page = await openPage(browser, site.address, {
    hasTouch: true,
    viewport: { width: 320, height: 640 },
  });
  await begin(page);
  for (let turns = 0; turns < 3 && !(await settled(page)); turns++)
    await page.locator(PLAYABLE).first().tap();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `${wide} px too wide`);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
