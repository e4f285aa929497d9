// Run by `cargo web speed`: the engine in Node and in the browsers that are installed, beside the native
// engine, on the same positions; and how soon a cold browser can play a first move.
//   node web/tests/speed.mjs NATIVE ROUNDS
// NATIVE is the program whose `speed --native` measures. All take turns, so that a machine that slows down
// slows all of them; the first round is not counted, since engines of JavaScript still compile then.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { browsers, engineIn, firstMoveIn } from "./browsers.mjs";
import { ROOT } from "./browser/server.js";

const [program, rounds] = [process.argv[2], Number(process.argv[3])];

const native = () => JSON.parse(execFileSync(program, ["speed", "--native"], { encoding: "utf8" }));

/** The engine in this process: a function that measures it. */
async function inNode(name) {
  const imports = { env: { now: () => performance.now(), fault: () => {}, decode: () => 0, take: () => {} } };
  const module = readFileSync(path.join(ROOT, "target/web", name));
  const { instance } = await WebAssembly.instantiate(module, imports);
  const engine = instance.exports;
  return () => {
    const json = new TextEncoder().encode('{"do":"speed"}');
    const request = engine.input(json.length);
    new Uint8Array(engine.memory.buffer, request, json.length).set(json);
    const start = engine.call(json.length);
    const answer = new Uint8Array(engine.memory.buffer, start, engine.output_len());
    return JSON.parse(new TextDecoder().decode(answer));
  };
}

const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** Millions a second in each round. */
const rates = ({ playouts, playout_ms, solver_nodes, solver_ms }) => [
  playouts / playout_ms / 1000,
  solver_nodes / solver_ms / 1000,
];

async function compareSpeeds(installed) {
  const contestants = new Map([
    ["native", native],
    ["Node, SIMD128", await inNode("engine.wasm")],
    ["Node, scalar", await inNode("engine-scalar.wasm")],
  ]);
  const open = [];
  try {
    for (const browser of installed) {
      const engine = await engineIn(browser);
      open.push(engine);
      contestants.set(`${browser.name}, SIMD128`, engine.measure);
    }
    const found = new Map([...contestants.keys()].map((name) => [name, []]));
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, measure] of contestants) {
        const result = await measure();
        if (round > 0) found.get(name).push(rates(result));
      }
    }
    print(found);
  } finally {
    for (const engine of open) await engine.close();
  }
}

function print(found) {
  console.log(`medians of ${rounds} rounds; the share is the median of the rounds' own`);
  console.log(`${"".padEnd(20)}${"playouts".padStart(18)}${"solver nodes".padStart(20)}`);
  const whole = found.get("native");
  for (const [name, results] of found) {
    const cells = [0, 1].map((which) => {
      const rate = median(results.map((result) => result[which]));
      const share = median(results.map((result, round) => result[which] / whole[round][which]));
      return `${rate.toFixed(which === 0 ? 3 : 2)} M/s ${(100 * share).toFixed(1).padStart(6)} %`;
    });
    console.log(`${name.padEnd(20)}${cells[0].padStart(18)}${cells[1].padStart(20)}`);
  }
}

async function timeFirstMoves(installed) {
  console.log(`first move in a new browser with a new profile, ms since the navigation, ${rounds} runs`);
  for (const browser of installed) {
    const runs = [];
    for (let run = 0; run < rounds; run += 1) runs.push(await firstMoveIn(browser));
    for (const [event, words] of [
      ["playable", "a move can be played"],
      ["answered", "the engine has answered"],
    ]) {
      const times = runs.map((run) => Math.round(run[event]));
      console.log(`${browser.name}: ${words}: median ${Math.round(median(times))} (${times.join(", ")})`);
    }
  }
}

const installed = browsers();
await compareSpeeds(installed);
await timeFirstMoves(installed);
