// A day's use: `GAMES=500 node endurance.mjs` plays games in one tab and prints the memory after every tenth.
// Also prints how soon a first move can be played after a cold start.

import { launch, newGame, openPage, serve } from "./site.js";

const GAMES = Number(process.env.GAMES || 20);
const [browser, site] = [await launch(), await serve()];
const started = performance.now();
const page = await openPage(browser, site.address);
await page.waitForSelector("#view-play .square.playable[aria-disabled=false]");
console.log(`playable after ${Math.round(performance.now() - started)} ms`);
await page.click("#view-play .square.playable[aria-disabled=false]");
await page.waitForFunction(() =>
  /White played/u.test(document.querySelector("#view-play .status").textContent),
);
console.log(`answered after ${Math.round(performance.now() - started)} ms`);

/** Plays one game in the page: a click on the first legal square whenever there is one. */
const playGame = () =>
  page.evaluate(async () => {
    const status = document.querySelector("#view-play .status");
    document.querySelector("#new-game").click();
    document.querySelector("#begin").click();
    while (!/^(You (win|lose)|A draw)/u.test(status.textContent)) {
      document.querySelector("#view-play .square.playable[aria-disabled=false]")?.click();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });

const session = await page.context().newCDPSession(page);
await session.send("Performance.enable");
await newGame(page);
for (let game = 1; game <= GAMES; game++) {
  await playGame();
  if (game % 10 !== 0 && game !== GAMES) continue;
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const value = (name) => metrics.find((metric) => metric.name === name).value;
  const heap = (value("JSHeapUsedSize") / 1024 / 1024).toFixed(1);
  console.log(
    `${game} games: heap ${heap} MiB, ${value("Nodes")} nodes, ${value("JSEventListeners")} listeners`,
  );
}
await browser.close();
await site.stop();
