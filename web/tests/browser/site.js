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

/** Starts a browser. */
export const launch = () => chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox"] });

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
  return page;
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
  await page.fill("#paste", text);
  await page.click("#open-text");
}
