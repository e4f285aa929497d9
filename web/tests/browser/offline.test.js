// The page on whatever server: it works without a network after the first visit, and new versions arrive.

import assert from "node:assert/strict";
import { test } from "node:test";
import { built, send, typeOf } from "./server.js";
import { browser } from "./shared.js";
import { newGame, openPage, serve, textOf } from "./site.js";

const controlled = (page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** Opens the page, waits for its copy, ends the server and reloads. */
async function assertWorksOffline(answer, name, { folder = "", options = {} } = {}) {
  const site = await serve(answer);
  const page = await openPage(browser, site.address + folder, options);
  await controlled(page);
  await page.evaluate(() => caches.keys());
  await page.waitForFunction(async () => {
    const [newest] = await caches.keys();
    const urls = (await (await caches.open(newest)).keys()).map(({ url }) => url);
    return urls.some((url) => url.endsWith(".ftl"));
  });
  await site.stop();
  for (const place of ["", "index.html"]) {
    await page.goto(site.address + folder + place);
    await page.waitForSelector("#view-play .square.playable[aria-disabled=false]");
  }
  await newGame(page);
  await page.click("#view-play .square.playable[aria-disabled=false]");
  await textOf(page, "#view-play .tally", /[1-9]/);
  await page.click("#to-study");
  await page.click("#study-puzzles");
  await page.waitForFunction(() => document.querySelector("#puzzle-count").textContent !== "", null);
  assert.deepEqual(page.complaints, [], name);
  await page.context().close();
}

/** Answers with more headers. */
const withHeaders = (headers) => (name, _request, response) => {
  response.writeHead(200, { "content-type": typeOf(name), ...headers });
  response.end(built(name));
  return true;
};

const SERVERS = {
  "a server that redirects index.html to the folder": {
    answer: (name, request, response) => {
      if (!request.url.split("?")[0].endsWith("/index.html")) return false;
      response.writeHead(308, { location: "/" }).end();
      return true;
    },
  },
  "a server that sends Vary": { answer: withHeaders({ vary: "Origin, Accept, Accept-Encoding" }) },
  "a server that lets files be cached for a year": {
    answer: withHeaders({ "cache-control": "max-age=31536000, immutable" }),
  },
  "a server that has the page in a folder": {
    folder: "some/where/",
    answer: (name, _request, response) => {
      if (!name.startsWith("/some/where/")) response.writeHead(404).end();
      else send(response, name, built(name.slice("/some/where".length)));
      return true;
    },
  },
};

for (const [name, { answer, folder }] of Object.entries(SERVERS)) {
  test(`works offline from ${name}`, () => assertWorksOffline(answer, name, { folder }));
}

test("works offline in the language that was used", () =>
  assertWorksOffline(undefined, "French", { options: { locale: "fr-FR" } }));

test("a new version waits while the page is open, and comes when it is wanted", async (t) => {
  let version = "";
  const site = await serve((name, _request, response) => {
    if (version === "") return false;
    const content = built(name).toString("utf8");
    if (name === "/sw.js")
      send(response, name, content.replace(/const VERSION = "/, `const VERSION = "${version}`));
    else if (name === "/locales/en.ftl")
      send(response, name, content.replace("view-play = Play", "view-play = New"));
    else return false;
    return true;
  });
  t.after(() => site.stop());
  const page = await openPage(browser, site.address);
  await controlled(page);
  await textOf(page, "#to-play", /Play/);
  version = "b";
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.waitForSelector("#update");
  assert.equal(await page.textContent("#to-play"), "Play");
  // The version that is open is still whole: what it has not loaded yet comes from its own copy.
  await page.click("#to-study");
  await page.click("#study-puzzles");
  await textOf(page, "#puzzle-status", /One move wins/);
  await page.click("#to-play");
  await newGame(page, "f5d6");
  await page.click("#update");
  await textOf(page, "#to-play", /New/);
  await textOf(page, "#view-play .moves", /d6/);
  assert.equal(await page.evaluate(async () => (await caches.keys()).length), 1, "the old copy is gone");
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
