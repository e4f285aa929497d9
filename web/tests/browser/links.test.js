// A link holds a whole game: what is made can be opened, and opening it leaves the rest of the tab in order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { browser, site } from "./shared.js";
import { openPage, openText, textOf } from "./site.js";

/** A game of one move with a remark, as the page's own format writes it. */
const gameWith = (comment) =>
  JSON.stringify({
    format: "outflank-game",
    version: 1,
    players: [{ name: "Ann" }, { name: "Ben" }],
    moves: [{ color: "black", move: "f5" }],
    ending: "unfinished",
    comment,
  });

const FRAGMENT = `#game=${deflateRawSync(gameWith("")).toString("base64url")}`;

async function openFile(page, text) {
  await page.click("#to-analyse");
  await page.setInputFiles("#file", { name: "game.jsonl", mimeType: "", buffer: Buffer.from(text) });
  await textOf(page, "#input-message", /1 opened/);
}

test("a game that a link cannot hold is refused when the link is made, however well it packs", async () => {
  const page = await openPage(browser, site.address);
  await openFile(page, gameWith("x".repeat(512 * 1024)));
  await page.click("#share");
  await page.click("#export-link");
  await textOf(page, "#output-message", /too long/);
  assert.equal(await page.inputValue("#exported"), "");

  await openFile(page, gameWith("x".repeat(511 * 1024)));
  await page.click("#export-link");
  await textOf(page, "#output-message", /holds the whole game/);
  const other = await openPage(browser, await page.inputValue("#exported"));
  await textOf(other, "#game-title", /Ann against Ben/);
  assert.deepEqual([...page.complaints, ...other.complaints], []);
  await other.context().close();
  await page.context().close();
});

test("a view that is chosen while a link opens stays, and the other views can be reached", async () => {
  const page = await openPage(browser, `${site.address}#study`);
  // The page has taken the link when its event arrives here, and waits for the worker.
  await page.evaluate(
    (fragment) =>
      new Promise((resolve) => {
        const leave = () => {
          location.hash = "#play";
          resolve();
        };
        addEventListener("hashchange", leave, { once: true });
        location.hash = fragment;
      }),
    FRAGMENT,
  );
  await textOf(page, "#game-title", /Ann against Ben/);
  assert.equal(await page.evaluate(() => location.hash), "#play");
  await page.waitForSelector("#view-play", { state: "visible" });
  await page.click("#to-analyse");
  await page.waitForSelector("#view-analyse", { state: "visible" });
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("a link takes away the list of a file's games", async () => {
  const page = await openPage(browser, site.address);
  await openText(page, "f5d6c3d3c4\nf5f6e6");
  await textOf(page, "#input-message", /2 opened/);
  await page.waitForSelector("#file-games button");
  await page.evaluate((fragment) => {
    location.hash = fragment;
  }, FRAGMENT);
  await textOf(page, "#game-title", /Ann against Ben/);
  assert.equal(await page.locator("#file-games button").count(), 0);
  assert.equal(await page.textContent("#input-message"), "");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
