// Hostile input is text or a clear message; the page works without its server after the first visit.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { launch, newGame, openPage, openText, reload, serve, textOf } from "./site.js";

let browser;
let site;
before(async () => {
  [browser, site] = [await launch(), await serve()];
});
after(async () => {
  await browser.close();
});

const MARKUP = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>";

test("markup in names and remarks stays text", async () => {
  const page = await openPage(browser, site.address);
  await openText(page, `(;GM[2]FF[4]PB[${MARKUP}]PW[Ben];B[f5]C[${MARKUP}];W[d6])`);
  await textOf(page, "#input-message", /opened/);
  await page.click("[aria-label='One move on']");
  assert.match(await page.textContent("#game-title"), /<img src=x/);
  assert.equal(await page.evaluate(() => typeof window.hacked), "undefined");
  assert.equal(await page.locator("main img").count(), 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("control characters in a name leave the picture well-formed", async () => {
  const page = await openPage(browser, site.address);
  const players = [{ name: "A\u0001nn\u001b" }, { name: "Ben" }];
  await openText(page, JSON.stringify({ format: "outflank-game", version: 1, players }));
  await textOf(page, "#input-message", /1 opened/);
  const waiting = page.waitForEvent("download");
  await page.click("#share");
  await page.click("#export-svg");
  const svg = readFileSync(await (await waiting).path(), "utf8");
  assert.match(svg, />[^<]*A\ufffdnn\ufffd against Ben<\/text>/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("files of 100 MB, gzip bombs and long fragments are refused with a message", async () => {
  const page = await openPage(browser, site.address);
  await page.click("#to-analyse");
  const folder = mkdtempSync(path.join(tmpdir(), "hostile-"));
  const huge = path.join(folder, "huge.txt");
  writeFileSync(huge, "");
  truncateSync(huge, 100 * 1024 * 1024);
  await page.setInputFiles("#file", huge);
  await textOf(page, "#input-message", /huge\.txt has 100 MiB; at most 16 MiB/);
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, "f5"));
  await page.setInputFiles("#file", { name: "bomb.gz", mimeType: "", buffer: bomb });
  await page.waitForFunction(
    () => !/huge|Reading/u.test(document.querySelector("#input-message").textContent),
    null,
  );
  assert.match(await page.textContent("#input-message"), /bomb\.gz/);
  await page.evaluate(() => {
    location.hash = `#game=${"A".repeat(1 << 20)}`;
  });
  await textOf(page, "#notice", /too long/);
  await page.evaluate(() => {
    location.hash = "#game=!!!!";
  });
  await textOf(page, "#notice", /damaged/);
  await openText(page, "f5d6");
  await textOf(page, "#input-message", /1 opened/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("stored values of any shape leave the page in order", async () => {
  const views = ["play", "analyse", "study", "games"];
  const names = [...views, "drills", "puzzles", "settings", "view", "language", "memory", "unsaved"];
  const node = { m: "f5", n: [], v: 7 };
  const shapes = [
    null,
    [null],
    1e308,
    "__proto__",
    { toString: 1 },
    { tree: { start: `${"-".repeat(64)}X`, line: [node, { m: { toString: 1 } }] }, facts: { players: 7 } },
    { settings: [], empties: { toString: 1 }, judged: { turns: [], curve: [] }, used: [{}], solved: 5 },
  ];
  for (const shape of shapes) {
    const localStorage = names.map((name) => ({ name: `outflank.${name}`, value: JSON.stringify(shape) }));
    const { origin } = new URL(site.address);
    const storageState = { cookies: [], origins: [{ origin, localStorage }] };
    const page = await openPage(browser, site.address, { storageState });
    for (const view of views) {
      await page.click(`#to-${view}`);
      await page.waitForSelector(`#view-${view}`, { state: "visible" });
    }
    assert.deepEqual(page.complaints, [], JSON.stringify(shape));
    await page.context().close();
  }
});

test("without its server the page still opens and thinks", async () => {
  const page = await openPage(browser, site.address);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await site.stop();
  await reload(page);
  await newGame(page);
  await page.click("#view-play .square.playable[aria-disabled=false]");
  await textOf(page, "#view-play .status", /White played/);
  await page.click("#to-study");
  await page.click("#study-puzzles");
  await textOf(page, "#puzzle-status", /One move wins/);
  await page.context().close();
});
