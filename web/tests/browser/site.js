// What every test needs: the built page behind a server, and a browser that notes every complaint.

import { chromium } from "playwright-core";
import { installed } from "./server.js";

export { ROOT, serve } from "./server.js";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The path of an installed Chromium. */
function browserPath() {
  const found = installed(NAMES);
  if (found === undefined) throw new Error("no Chromium is installed (Debian: apt-get install chromium)");
  return found;
}

/** Nothing that the browser would do by itself. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts a browser. */
export const launch = () => chromium.launch({ executablePath: browserPath(), args: ARGUMENTS });

/** A page of a profile of its own; `page.complaints` lists errors and warnings of its console. */
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.PATIENCE_MS || 60_000));
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.complaints.push(message.text());
  });
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(new URL(address).origin) || /^(data|blob):/.test(request.url());
    if (!isOwn) page.complaints.push(`asked elsewhere: ${request.url()}`);
  });
  await page.goto(address);
  await isReady(page);
  return page;
}

/** Waits until the board page, if it is one, has shown a view: from then on it listens to all that comes. */
export const isReady = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector("script[src='app.js']") === null ||
      document.querySelector("a[aria-current=page]") !== null,
  );

/** Loads the page anew; the board page builds its views some time after that. */
export async function reload(page) {
  await page.reload();
  await isReady(page);
}

/** Waits until the text of an element matches. */
export async function textOf(page, selector, pattern) {
  await page.waitForFunction(
    ([where, source]) => new RegExp(source, "u").test(document.querySelector(where)?.textContent ?? ""),
    [selector, pattern.source],
  );
  return page.textContent(selector);
}

/** Opens a text in the view of analysis. */
export async function openText(page, text) {
  await page.click("#to-analyse");
  await unfold(page);
  await page.fill("#paste", text);
  await page.click("#open-text");
}

/** Opens the panel that takes games, unless it is open. */
export async function unfold(page) {
  if (!(await page.isVisible("#paste"))) await page.click("#open-game");
}

/** Starts a game: at the weakest level, from the standard start if no other is given. */
export async function newGame(page, start = "") {
  await page.click("#new-game");
  await page.selectOption("#level", "1");
  await page.waitForSelector("#start option[value=own]", { state: "attached" });
  await page.selectOption("#start", start === "" ? "" : "own");
  if (start !== "") await page.fill("#own-start", start);
  await page.click("#begin");
}
