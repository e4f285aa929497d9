// Makes the page's data with the analyst: `node web/make-data.mjs` (about ten minutes), after
// `cargo build --release -p analyst`. The same seeds and playouts give the same files.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const ANALYST = process.env.ANALYST || path.join(ROOT, "target/release/outflank-analyst");
const FOLDER = path.join(ROOT, "web/page/data");
const PLAYOUTS = 20000;
/** Empties, how many, least grade, seed. */
const BATCHES = [
  [6, 40, 1, 601],
  [8, 80, 1, 801],
  [8, 20, 3, 803],
  [10, 90, 1, 1001],
  [12, 60, 1, 1201],
  [14, 20, 1, 1401],
];

const run = (...args) => execFileSync(ANALYST, args.map(String), { encoding: "utf8", maxBuffer: 1 << 26 });
const write = (name, start, entries, key) => {
  const lines = entries.map((entry) => JSON.stringify(entry)).join(",\n");
  writeFileSync(path.join(FOLDER, name), `{${start}"${key}":[\n${lines}\n]}\n`);
};

function openings() {
  const table = readFileSync(path.join(ROOT, "analyst/data/named-openings.tsv"), "utf8");
  return table
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((entry) => {
      const [line, title] = entry.split("\t");
      const report = JSON.parse(run("position", line, "--json", "--playouts", PLAYOUTS));
      const sign = report.position.endsWith("X") ? 1 : -1;
      const black = (value) => Math.round(sign * value * 10) / 10 + 0;
      const replies = report.moves.slice(0, 5).map(({ move, value }) => ({ move, value: black(value) }));
      return { line, names: title.split(" / "), value: black(report.value), playouts: PLAYOUTS, replies };
    });
}

function puzzles() {
  const found = new Map();
  for (const [empties, count, grade, seed] of BATCHES) {
    const lines = run("problems", "--empties", empties, "--count", count, "--grade", grade, "--seed", seed);
    for (const line of lines.trim().split("\n")) {
      const [, position, scores, stars] = /^(\S{64} [XO]);(.*)% grade (\d)$/.exec(line);
      const moves = [...scores.matchAll(/([A-H][1-8]):([+-]\d+)/g)].map(([, move, score]) => ({
        move: move.toLowerCase(),
        score: Number(score),
      }));
      found.set(position, { position, empties, grade: Number(stars), moves });
    }
  }
  return [...found.values()].sort((a, b) => a.grade - b.grade || a.empties - b.empties);
}

mkdirSync(FOLDER, { recursive: true });
write("openings.json", "", openings(), "openings");
write("puzzles.json", "", puzzles(), "puzzles");
