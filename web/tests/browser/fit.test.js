// The board fits: board, score, status and main buttons are inside the window, without scrolling.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, site } from "./shared.js";
import { openPage, openText } from "./site.js";

const SIZES = [
  [1440, 900],
  [1366, 768],
  [844, 390],
  [390, 844],
];
const GAME = "f5d6c4f3d7e6f4c8d8b3b8e3f2c7d3c3a3g1";

/** The parts of a view that reach out of the window, by their names; only what is shown counts. */
const outside = (page, view, buttons) =>
  page.evaluate(
    ([name, ids]) => {
      scrollTo(0, 0);
      const parts = [".board", ".tally", ".status", ...ids.map((id) => `#${id}`)];
      const isShown = (element) => element.getClientRects().length > 0;
      return parts.filter((part) => {
        const [element] = [...document.querySelectorAll(`#view-${name} ${part}`)].filter(isShown);
        if (element === undefined) return true;
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
      });
    },
    [view, buttons],
  );

const VIEWS = {
  play: { at: "#play", buttons: ["new-game", "undo", "redo", "hint", "resign"] },
  analyse: { at: "#analyse", buttons: ["live", "open-game", "share", "edit"] },
  openings: { at: "#study", view: "study", buttons: ["opening-back", "opening-start"] },
  puzzles: { at: "#study", view: "study", buttons: ["puzzle-next", "puzzle-retry", "puzzle-solution"] },
};

/** Opens a view as a visitor finds it in use. */
async function prepare(page, name) {
  if (name === "play") await page.waitForSelector("#view-play .playable");
  if (name === "analyse") {
    await openText(page, GAME);
    await page.waitForSelector("#view-analyse .moves .move-value:not(:empty)");
    await page.click(".stepper button:nth-of-type(4)");
  }
  if (name === "openings") await page.waitForSelector("#opening-names button");
  if (name === "puzzles") {
    await page.click("#study-puzzles");
    await page.waitForSelector("#view-study .board:visible .playable");
  }
}

/** What share of the window's shorter side the board takes. */
const shareOf = (page, view) =>
  page.evaluate((of) => {
    const boards = [...document.querySelectorAll(`#view-${of} .board`)];
    const [board] = boards.filter((element) => element.getClientRects().length > 0);
    return board.getBoundingClientRect().height / Math.min(innerWidth, innerHeight);
  }, view);

for (const locale of ["en", "fr", "ja", "zh-CN"]) {
  for (const [name, { at, view = name, buttons }] of Object.entries(VIEWS)) {
    test(`the board of ${name} fits, ${locale}`, async () => {
      const page = await openPage(browser, site.address + at, { locale });
      await prepare(page, name);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        assert.deepEqual(await outside(page, view, buttons), [], `${width} x ${height}`);
        const share = await shareOf(page, view);
        assert.ok(share > 0.75, `${width} x ${height}: the board takes ${share.toFixed(2)}`);
      }
      assert.deepEqual(page.complaints, []);
      await page.context().close();
    });
  }
}

test("values on small squares are whole discs", async () => {
  for (const [width, height, pattern] of [
    [1440, 900, /^[+\u2212]?\d+\.\d$/u],
    [390, 844, /^[+\u2212]?\d+$/u],
  ]) {
    const page = await openPage(browser, site.address, { viewport: { width, height } });
    await openText(page, "f5d6c3d3c4");
    await page.waitForSelector("#view-analyse .value");
    // At once: while the analysis goes on, the board replaces its values.
    const texts = await page.evaluate(() =>
      [...document.querySelectorAll("#view-analyse .value")].map(
        (at) => at.innerText.trim() || at.dataset.short,
      ),
    );
    assert.ok(texts.length > 0);
    for (const text of texts) assert.match(text.trim(), pattern);
    await page.context().close();
  }
});
