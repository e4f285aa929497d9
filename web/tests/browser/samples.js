// A file of every notation that the analyst reads, and what it holds.

import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT } from "./site.js";

/** Squares after f5: white is to move. */
export const AFTER_F5 = `${"-".repeat(27)}OX${"-".repeat(6)}XXX${"-".repeat(26)}`;
/** Squares at the start. */
const START = `${"-".repeat(27)}OX${"-".repeat(6)}XO${"-".repeat(27)}`;
const ROWS = AFTER_F5.match(/.{8}/g);

/** Both sides' moves in `transcripts`, `records` and all the formats of single games. */
const LINE = "f5d6c3d3c4";
/** The moves of the CodinGame battle, of which black loses on its third call. */
const BATTLE_LINE = "d3c5d6e3";

const battleText = readFileSync(path.join(ROOT, "analyst/tests/notation/battle.json"), "utf8");
const battle = JSON.parse(battleText);

/** The record of one game, as `arena play --json` writes it. */
const record = {
  schema: 1,
  bots: [{ name: "Ann" }, { name: "Ben" }],
  seed: 7,
  opening: "f5d6",
  turns: [
    { color: "black", move: "c3", clock_ms: 1.5, stderr: "x" },
    { color: "white", move: "d3", clock_ms: 2.5 },
    { color: "black", move: "c4" },
    { color: "white", move: null },
  ],
  termination: { reason: "fault", by: "white", fault: "timeout", limit_ms: 150 },
  scores: [1, -1],
  discs: [5, 4],
};
const results = [
  { schema: 1, bots: [{ name: "Ann" }, { name: "Ben" }], openings: "f5d6" },
  {
    pair: 0,
    opening: "f5d6",
    games: [
      { moves: "c3d3c4", termination: { reason: "no_moves" }, scores: [1, 0] },
      { moves: "c3", termination: { reason: "no_moves" }, scores: [0, 1] },
    ],
  },
];
const exported = {
  id: 1,
  participants: ["Ann", "Ben"],
  ratings_before: [1500, 1500],
  rounds: [record, { ...record, bots: [...record.bots].reverse() }],
};
const referee = {
  turns: [
    { seat: 0, input: "0\n8\n", output: "d3" },
    { seat: 1, output: "c5" },
    { seat: 0, output: "d6" },
    { seat: 1, output: "e3" },
  ],
  scores: [0, 1],
};
const runner = {
  outputs: { 0: ["d3 MSG hi\n", null, "d6\n", null, null], 1: [null, "c5\n", null, "e3\n", null] },
  scores: { 0: -1, 1: 0 },
  agents: [
    { index: 0, name: "PlayerA" },
    { index: 1, name: "PlayerB" },
  ],
};
const consoleText = BATTLE_LINE.match(/../g)
  .map((move) => `Standard Output Stream:\n${move}\nGame Summary:\nx\n`)
  .join("");
const hoisted = { players: [{ nickname: "PlayerA" }, { nickname: "PlayerB" }], frames: battle.frames };
const ownGame = {
  format: "outflank-game",
  version: 1,
  players: [{ name: "Ann" }, { name: "Ben" }],
  moves: LINE.match(/../g).map((move, index) => ({ color: index % 2 === 0 ? "black" : "white", move })),
  ending: "unfinished",
};

/** A WTHOR base of two games: a header of 16 bytes, then 68 a game, 60 of them moves as 10 * row + column. */
function wthor() {
  const header = [20, 26, 11, 22, 2, 0, 0, 0, 0, 0, 0xea, 7, 8, 0, 24, 0];
  const moves = LINE.match(/../g).map((move) => 10 * Number(move[1]) + move.charCodeAt(0) - 96);
  const game = [1, 0, 0, 0, 1, 0, 40, 32, ...moves, ...Array(60 - moves.length).fill(0)];
  return Buffer.from([...header, ...game, ...game]);
}

/** A game: its moves, as the list of moves spells them, and its players where the file names them. */
const game = (name, content, more = {}) => ({ name, content, line: LINE, count: 1, title: "", ...more });
const named = (name, content, more = {}) => game(name, content, { title: "Ann against Ben", ...more });
const fight = (name, content, more = {}) =>
  game(name, content, { line: BATTLE_LINE, title: "PlayerA against PlayerB", ...more });
const board = (name, content, more = {}) => game(name, content, { line: "", discs: AFTER_F5, ...more });

/** `{ name, content, count, line, title, discs }`: text or bytes, and what opens first of so many items. */
export const SAMPLES = [
  game("transcript", "F5d6c3D3c4"),
  game("transcript with blanks", "f5 d6 c3 d3 c4"),
  game("transcript with numbers", "1. F5 d6 2. C3 d3 3. C4"),
  game("transcript over lines", "f5-d6\nc3-d3-c4\n"),
  game("transcript with a pass", "c4c3f5b4a4a5b2a3PAc1", { line: "c4c3f5b4a4a5b2a3passc1" }),
  game("several transcripts", "f5d6c3d3c4\tone\nf5f6e6\ttwo\n", { count: 2 }),
  board("squares and side", `${AFTER_F5} O`),
  board("squares and words", `${AFTER_F5.replaceAll("X", "●").replaceAll("O", "○")}\nwhite to move`),
  board("GGS", `[8 ${ROWS.join(" ").replaceAll("X", "*")} O]`),
  board("drawing", `${ROWS.join("\n").replaceAll("-", ".")}\nwhite to move\n`),
  board(
    "drawing with names",
    ["  a b c d e f g h", ...ROWS.map((row, index) => [index + 1, ...row].join(" ")), "white\n"].join("\n"),
  ),
  board("FEN", "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1", { discs: START }),
  board(
    "CodinGame's input",
    "........\n........\n...0....\n...00...\n...01...\n........\n........\n........\nd3;\n3\ne3\nc5\nc3\n",
    { discs: `${"-".repeat(19)}X${"-".repeat(7)}XX${"-".repeat(6)}XO${"-".repeat(27)}` },
  ),
  board("board and moves", `${START} X ${LINE}`, { line: LINE, discs: undefined }),
  named(
    "GGF",
    "(;GM[Othello]PC[x]PB[Ann]PW[Ben]RE[?]TI[5:00]TY[8]" +
      "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]" +
      "B[f5/0.5/1]W[d6]B[c3]W[d3]B[c4];)",
  ),
  named("SGF", "(;GM[2]FF[4]PB[Ann]PW[Ben];B[f5];W[d6];B[c3];W[d3];B[c4](;W[f4])(;W[b4]))", {
    line: `${LINE}f4`,
  }),
  named("SGF with letters", "(;GM[2]PB[Ann]PW[Ben];B[fe];W[df];B[cc];W[dc];B[cd])"),
  named("PGN", '[Black "Ann"]\n[White "Ben"]\n[Result "*"]\n\n1. f5 d6 {[%eval 0.5]} 2. c3 d3 3. c4 *\n'),
  board("OBF", `${AFTER_F5} O; d6:+0; f6:-2; % no. 1\n${START} X;\n`, { count: 2 }),
  game("WTHOR", wthor(), { count: 2 }),
  named("arena's record", JSON.stringify(record)),
  named("arena's record over lines", JSON.stringify(record, null, 2)),
  named("arena's results", results.map((line) => JSON.stringify(line)).join("\n"), { count: 2 }),
  named("ladder's export", `${JSON.stringify(exported)}\n`, { count: 2 }),
  game("referee's recording", JSON.stringify(referee), { line: BATTLE_LINE }),
  named("JSON", `${JSON.stringify(ownGame)}\n`),
  board(
    "JSON of a position",
    JSON.stringify({ format: "outflank-position", version: 1, board: AFTER_F5, to_move: "white" }),
  ),
  fight("battle", battleText),
  fight("battle, answer of the site", JSON.stringify({ success: battle })),
  fight("battle, answer of the IDE", JSON.stringify({ gameResult: battle, puzzleTitle: "Othello" })),
  fight("battle, answer in an answer", JSON.stringify({ success: { gameResult: battle } })),
  fight("battle, raw response", JSON.stringify({ metadata: { rawResponse: battle } })),
  fight("battle, frames at the top", JSON.stringify(hoisted)),
  fight("battles in an array", JSON.stringify([battle, battle, battle]), { count: 3 }),
  fight("battles, one a line", `${JSON.stringify(battle)}\n${JSON.stringify(battle)}\n`, { count: 2 }),
  fight("SDK's runner", JSON.stringify(runner)),
  game("text of the console", consoleText, { line: BATTLE_LINE }),
  game("one move a line", "d3 MSG hi\nEXPERT c5\nd6\ne3\n", { line: BATTLE_LINE }),
  fight("battle, gzipped", gzipSync(battleText)),
  fight("battles, gzipped lines", gzipSync(`${JSON.stringify(battle)}\n`.repeat(2)), { count: 2 }),
  game("WTHOR, gzipped", gzipSync(wthor()), { count: 2 }),
  game("transcript, gzipped", gzipSync(LINE)),
];
