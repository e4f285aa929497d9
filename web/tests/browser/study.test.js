// Openings are found and learned; puzzles are solved and failed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, site } from "./shared.js";
import { openPage, reload, serve, textOf } from "./site.js";

const place = (page, square) => page.click(`#view-study .board:visible [data-square=${square}]`);

test("an opening is found by name, learned, missed, and passed", async () => {
  const page = await openPage(browser, `${site.address}#study`);
  await page.click("#study-openings");
  await page.fill("#opening-search", "tiger");
  await page.locator("#opening-names button").first().click();
  await textOf(page, "#opening-status", /^Tiger\. .* for black/);
  await page.click("#learn-black");
  assert.equal(await page.isVisible("#replies"), false, "the lists would give the moves away");
  await place(page, "c4");
  await textOf(page, "#opening-status", /c4 is not the line: it is f5/);
  for (const square of ["f5", "c3", "c4"]) await place(page, square);
  await textOf(page, "#opening-status", /missed: once more/);
  for (const square of ["f5", "c3", "c4"]) await place(page, square);
  await textOf(page, "#opening-status", /passed without a mistake/);
  await reload(page);
  await page.fill("#opening-search", "tiger");
  await textOf(page, "#opening-names li", /learned/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("every term has a meaning, a position and mostly a sentence", async () => {
  const page = await openPage(browser, `${site.address}#study`);
  await page.click("#study-glossary");
  await page.waitForSelector("#terms button");
  const terms = await page.$$eval("#terms button", (buttons) => buttons.map(({ dataset }) => dataset.term));
  assert.ok(terms.length >= 20, terms.join(" "));
  for (const term of terms) {
    await page.click(`#terms [data-term=${term}]`);
    await textOf(page, "#term-meaning", /.{40}/);
    if (term !== "opening") await textOf(page, "#term-sentence", /.{20}/);
  }
  await textOf(page, "#term-sentence", /^Parity: regions in which black can play have 3 \(g1\), 9 \(a6\)/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("puzzles that cannot be loaded are said to be missing, and asked for again", async (t) => {
  let isMissing = true;
  const broken = await serve((name, request, response) => {
    if (!isMissing || name !== "/data/puzzles.json") return false;
    response.writeHead(404).end();
    return true;
  });
  t.after(() => broken.stop());
  const page = await openPage(browser, `${broken.address}#study`);
  await page.click("#study-puzzles");
  await textOf(page, "#puzzle-status", /puzzles\.json is missing/);
  for (const name of ["next", "previous", "retry", "solution"]) await page.click(`#puzzle-${name}`);
  assert.match(await page.textContent("#puzzle-status"), /puzzles\.json is missing/);
  isMissing = false;
  await page.click("#study-puzzles");
  await textOf(page, "#puzzle-status", /One move wins/);
  // The browser itself complains about the missing file.
  assert.deepEqual(
    page.complaints.filter((text) => !/\b404\b/.test(text)),
    [],
  );
  await page.context().close();
});

test("a puzzle is failed and refuted, and another one solved", async () => {
  const page = await openPage(browser, `${site.address}#study`);
  const file = await (await fetch(new URL("data/puzzles.json", site.address))).json();
  assert.ok(file.puzzles.length >= 300, `${file.puzzles.length} puzzles`);
  for (const { moves } of file.puzzles) {
    assert.ok(moves[0].score > 0 && moves.slice(1).every(({ score }) => score <= 0), "exactly one move wins");
  }
  await page.click("#study-puzzles");
  await textOf(page, "#puzzle-status", /One move wins/);
  const [first, second] = file.puzzles;
  await place(page, first.moves.at(-1).move);
  await textOf(page, "#puzzle-status", /^Wrong: .* It is refuted by [a-h][1-8]/);
  await textOf(page, "#puzzle-count", /0 solved, 1 failed/);
  await page.click("#puzzle-next");
  await place(page, second.moves[0].move);
  await textOf(page, "#puzzle-status", /^Right: /);
  await textOf(page, "#puzzle-count", /1 solved, 1 failed/);
  await reload(page);
  await textOf(page, "#puzzle-count", /1 solved, 1 failed/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test("puzzles are chosen by theme, and every theme has some", async () => {
  const page = await openPage(browser, `${site.address}#study`);
  await page.click("#study-puzzles");
  await textOf(page, "#puzzle-status", /One move wins/);
  const file = await (await fetch(new URL("data/puzzles.json", site.address))).json();
  const options = page.locator("#puzzle-theme option");
  const themes = await options.evaluateAll((all) => all.map(({ value }) => value));
  for (const theme of themes.filter((name) => name !== "")) {
    await page.selectOption("#puzzle-theme", theme);
    const [, count] = /of (\d+);/.exec(await page.textContent("#puzzle-count"));
    assert.ok(Number(count) > 0 && Number(count) < file.puzzles.length, `${theme}: ${count}`);
  }
  await page.selectOption("#puzzle-theme", "corner");
  const corners = file.puzzles.filter(({ moves }) => /^[ah][18]$/.test(moves[0].move));
  await textOf(page, "#puzzle-count", new RegExp(`of ${corners.length};`));
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
