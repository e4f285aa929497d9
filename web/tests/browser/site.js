// What every test needs: the built page behind a server, and a browser that notes every complaint.

import { existsSync, readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** The repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
/** The page as `cargo web` builds it. */
const BUILT = process.env.WEB_SITE || path.join(ROOT, "target/web");
const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json",
  wasm: "application/wasm",
};
const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The path of an installed Chromium. */
function browserPath() {
  const folders = (process.env.PATH || "").split(path.delimiter);
  const found = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))).find(existsSync);
  if (found === undefined) throw new Error("no Chromium is installed (Debian: apt-get install chromium)");
  return found;
}

/** Serves the page on a free port: `{ address, stop() }`. */
export async function serve() {
  if (!existsSync(path.join(BUILT, "index.html"))) throw new Error(`${BUILT}: no page; run cargo web first`);
  const server = http.createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    const file = path.join(BUILT, path.normalize(name));
    if (!file.startsWith(BUILT) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": TYPES[path.extname(file).slice(1)] || "application/octet-stream",
    });
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { address: `http://127.0.0.1:${server.address().port}/`, stop };
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
