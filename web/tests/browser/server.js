// The built page behind a server, and where browsers are installed.

import { existsSync, readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
/** The page as `cargo web` builds it. */
const BUILT = path.resolve(process.env.WEB_SITE || path.join(ROOT, "target/web"));
const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json",
  wasm: "application/wasm",
  ftl: "text/plain; charset=utf-8",
};

/** The path of the first of these programs that is installed; undefined if none is. */
export function installed(names) {
  const folders = (process.env.PATH || "").split(path.delimiter);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find(existsSync);
}

/**
 * Serves the page on a free port: `{ address, stop() }`. `answer(pathname, request, response)` may take a
 * request over: it then returns true.
 */
export async function serve(answer = () => false) {
  if (!existsSync(path.join(BUILT, "index.html"))) throw new Error(`${BUILT}: no page; run cargo web first`);
  const server = http.createServer((request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html");
    if (answer(name, request, response)) return;
    const file = path.join(BUILT, path.normalize(name));
    if (!file.startsWith(BUILT) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    send(response, file, readFileSync(file));
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

/** The type of a file, by its name. */
export const typeOf = (name) => TYPES[path.extname(name).slice(1)] || "application/octet-stream";

/** Sends a file's content with the type of its name. */
export function send(response, name, content) {
  response.writeHead(200, { "content-type": typeOf(name) });
  response.end(content);
}

/** A file of the built page. */
export const built = (name) => readFileSync(path.join(BUILT, name));
