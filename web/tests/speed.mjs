// Speed of the modules beside the native engine, in one run, by the same work:
//   cargo web && node web/tests/speed.mjs [ROUNDS]
// Native, Node and, where `npm ci --prefix web/tests/browser` was run, headless Chromium take turns; the best
// of each counts.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const home = path.dirname(fileURLToPath(import.meta.url));
const target = path.join(home, "../../target");
const rounds = Number(process.argv[2] ?? 3);

function native() {
  return JSON.parse(execFileSync(path.join(target, "release/web"), ["speed"], { encoding: "utf8" }));
}

async function inNode(name) {
  const imports = { env: { now: () => performance.now(), fault: () => {} } };
  const { instance } = await WebAssembly.instantiate(readFileSync(path.join(target, "web", name)), imports);
  const engine = instance.exports;
  const json = new TextEncoder().encode('{"do":"speed"}');
  new Uint8Array(engine.memory.buffer, engine.input(json.length), json.length).set(json);
  const start = engine.call(json.length);
  const answer = new Uint8Array(engine.memory.buffer, start, engine.output_len());
  return JSON.parse(new TextDecoder().decode(answer));
}

const contestants = {
  native,
  "node, SIMD128": () => inNode("engine.wasm"),
  "node, scalar": () => inNode("engine-scalar.wasm"),
};
let end = () => {};
if (existsSync(path.join(home, "browser/node_modules"))) {
  const { launch, openPage, serve } = await import("./browser/site.js");
  const [site, browser] = [await serve(), await launch()];
  const page = await openPage(browser, site.address);
  contestants["Chromium, SIMD128"] = () =>
    page.evaluate(async () => {
      const { Engine } = await import("./engine.js");
      const engine = await Engine.start();
      const answer = await engine.speed();
      engine.close();
      return answer;
    });
  end = async () => {
    await browser.close();
    await site.stop();
  };
}
const best = {};
for (let round = 0; round < rounds; round += 1) {
  for (const [name, measure] of Object.entries(contestants)) {
    const { playouts, playout_ms, solver_nodes, solver_ms } = await measure();
    const [tree, solver] = best[name] ?? [0, 0];
    best[name] = [Math.max(tree, playouts / playout_ms), Math.max(solver, solver_nodes / solver_ms)];
  }
}
await end();
const of = (rate, whole) => `${(rate / 1000).toFixed(2)} M/s (${Math.round((100 * rate) / whole)} %)`;
for (const [name, [tree, solver]] of Object.entries(best)) {
  console.log(`${name}: playouts ${of(tree, best.native[0])}, solver nodes ${of(solver, best.native[1])}`);
}
