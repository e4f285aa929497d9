// A whole game by clicks, by touch and by keyboard: passes, undo, redo, hint, reload.

import assert from "node:assert/strict";
import { test } from "node:test";
import { send } from "./server.js";
import { browser, site } from "./shared.js";
import { newGame, openPage, reload, serve, textOf } from "./site.js";

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

test("a whole game by clicks, with hint, undo, redo, and a reload in the middle", async () => {
  const page = await openPage(browser, site.address);
  await newGame(page);
  let turns = 0;
  while (!(await settled(page))) {
    if (turns === 3) {
      await page.click("#hint");
      await textOf(page, "#hint-words", /Best for you: [a-h][1-8], .* discs/);
      // What is under way is shown, too, but no square takes a click before it ends.
      await settled(page);
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
      await reload(page);
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
  await newGame(page, BEFORE_PASS);
  await textOf(page, STATUS, /passes|Your turn/);
  const list = await page.textContent("#view-play .moves");
  assert.match(list, /pass/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("an own start may have blanks and capitals, and may leave out a forced pass", async () => {
  const page = await openPage(browser, site.address);
  for (const [text, line] of [
    [" F5 d6\tc3 ", "f5d6c3"],
    [`${BEFORE_PASS}c1`, `${BEFORE_PASS}passc1`],
  ]) {
    await newGame(page, text);
    await settled(page);
    const squares = await page.locator("#view-play .move-square").allTextContents();
    assert.ok(squares.join("").startsWith(line), `${text}: ${squares}`);
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("an illegal own start is refused, and no game begins or ends", async () => {
  const page = await openPage(browser, site.address);
  const assertRefused = async (text, pattern) => {
    await newGame(page, text);
    await textOf(page, "#settings-message", pattern);
    assert.equal(await page.getAttribute("#own-start", "aria-invalid"), "true", text);
    await page.keyboard.press("Escape");
    await page.waitForSelector("#new-game-dialog", { state: "detached" });
  };
  await assertRefused("a1a2", /illegal move: a1/);
  assert.match(await page.textContent(STATUS), /^Choose a square/);
  await newGame(page, "f5d6");
  await settled(page);
  for (const [text, pattern] of [
    ["f5a1", /illegal move: a1/],
    ["f5d6c3x", /illegal move: x/],
    ["f5 d6 d6", /illegal move: d6/],
    ["f5i6", /illegal move: i6/],
    ["hello", /No game or position/],
    ["-".repeat(63), /No game or position/],
  ]) {
    await assertRefused(text, pattern);
    assert.deepEqual(await page.locator("#view-play .move-square").allTextContents(), ["f5", "d6"], text);
  }
  await newGame(page);
  await settled(page);
  assert.equal(await page.locator("#view-play .move-square").count(), 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("Ctrl+Z undoes a move, but not while a game is set up", async () => {
  const page = await openPage(browser, site.address);
  await newGame(page, "f5d6");
  await settled(page);
  assert.ok(await page.isDisabled("#redo"));
  await page.click("#new-game");
  await page.focus("#level");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Escape");
  assert.ok(await page.isDisabled("#redo"));
  await page.locator("#view-play .square[tabindex='0']").focus();
  await page.keyboard.press("Control+z");
  assert.ok(await page.isEnabled("#redo"));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

// A worker whose report is under way when its search is stopped; it refuses the next search.
const LATE_WORKER = `
  const report = { moves: [{ move: "c4", value: 1, lower: -64, upper: 64, line: "c4" }] };
  let searches = 0;
  const answer = (number, request) => {
    if (request.do !== "search") return { number, answer: { limits: {} } };
    searches += 1;
    return searches === 1 ? null : { number, error: "no second search" };
  };
  self.onmessage = ({ data: { number, request, stop } }) => {
    const message = stop === undefined ? answer(number, request) : { number: stop, progress: report };
    if (message !== null) self.postMessage(message);
  };
`;

test("a hint that is under way at an undo is not shown on another position", async (t) => {
  const late = await serve((name, request, response) => {
    if (name !== "/worker.js") return false;
    send(response, name, LATE_WORKER);
    return true;
  });
  t.after(() => late.stop());
  const page = await openPage(browser, late.address);
  await newGame(page, "f5d6");
  await settled(page);
  await page.click("#hint");
  await page.click("#undo");
  await page.click("#hint");
  await textOf(page, STATUS, /no second search/);
  assert.equal(await page.locator("#view-play .value").count(), 0);
  assert.equal(await page.textContent("#hint-words"), "");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("the keyboard alone plays a game", async () => {
  const page = await openPage(browser, site.address);
  await newGame(page);
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
  await newGame(page);
  for (let turns = 0; turns < 3 && !(await settled(page)); turns++)
    await page.locator(PLAYABLE).first().tap();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(wide <= 0, `${wide} px too wide`);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
