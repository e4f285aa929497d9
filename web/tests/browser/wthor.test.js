// A year of WTHOR, read by path where it lies beside the project: it has no free licence.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { ROOT } from "./server.js";
import { browser, site } from "./shared.js";
import { openPage, textOf } from "./site.js";

const FOLDER = path.resolve(ROOT, "../shared/data/wthor");
const skip = existsSync(path.join(FOLDER, "WTH_2001.wtb")) ? false : `${FOLDER} is absent`;

test(
  "a year of tournaments is searched by player, and shows the tree of his openings",
  { skip },
  async () => {
    const page = await openPage(browser, `${site.address}#analyse`);
    const files = ["WTH_2001.wtb", "WTH.JOU", "WTH.TRN"].map((name) => path.join(FOLDER, name));
    await page.setInputFiles("#file", files);
    await textOf(page, "#game-count", /^5,575 games of 5,575; the first 200 are listed/);
    const count = async () =>
      Number(/^[\d,]+/.exec(await page.textContent("#game-count"))?.[0].replace(",", "") ?? 0);
    await page.fill("#game-search", "lazard");
    await page.waitForFunction(() => !document.querySelector("#game-count").textContent.startsWith("5,575"));
    const byPlayer = await count();
    assert.ok(byPlayer === 72, `${byPlayer} games`);
    for (const title of await page.locator("#file-games button").allTextContents())
      assert.match(title, /Lazard Emmanuel/);
    await page.selectOption("#game-result", "draw");
    assert.ok((await count()) < byPlayer);
    await page.selectOption("#game-result", "");
    await page.fill("#game-search", "lazard f5d6c3d3c4");
    assert.ok((await count()) < byPlayer, "moves narrow the search");
    await page.fill("#game-search", "lazard tiger");
    assert.ok((await count()) < byPlayer, "openings narrow the search");
    await page.fill("#game-search", "lazard 2001");
    assert.equal(await count(), byPlayer, "the year");
    await page.locator("#file-games button").nth(1).click();
    await textOf(page, "#game-title", /Lazard Emmanuel/);

    await page.click("#count-openings");
    await textOf(page, "#opening-statistics", new RegExp(`^Counted: ${byPlayer} games`));
    await textOf(page, "#replies", new RegExp(`${byPlayer} games`));
    await page.click("#view-study .board:visible [data-square=d3]");
    await textOf(page, "#replies li", /games?.* % for the side that moves/);
    const counts = await page.locator("#replies li span").allTextContents();
    const games = counts.map((text) =>
      text === "one game" ? 1 : Number(/^(\d+) games$/.exec(text)?.[1] ?? 0),
    );
    assert.equal(
      games.reduce((sum, some) => sum + some, 0),
      byPlayer,
      "turned as it was played here",
    );
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  },
);
