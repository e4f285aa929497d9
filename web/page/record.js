// Converts between trees and the analyst's JSON: `outflank-game` and `outflank-position`, version 1.

import { isPosition, PASS, sideToMove, START } from "./components/rules.js";
import { t } from "./language.js";
import { GameTree } from "./tree.js";

/** Facts about a game that a tree does not hold. */
const FACTS = [
  "players",
  "result",
  "ending",
  "date",
  "event",
  "place",
  "round",
  "time_control",
  "seed",
  "comment",
];

const side = (position) => (sideToMove(position) === "X" ? "black" : "white");

/** The position that an item starts with. */
function startOf({ board, to_move: toMove }) {
  const position = `${String(board)} ${toMove === "white" ? "O" : "X"}`;
  return isPosition(position) ? position : START;
}

/** A tree and the facts of what was read: `{ kind: "game", game }` or `{ kind: "position", position }`. */
export function openItem(item) {
  if (item.kind === "position") return { tree: new GameTree(item.position), facts: {} };
  const { game } = item;
  const tree = new GameTree(game.start ? startOf(game.start) : START);
  let at = tree.root;
  for (const { move, value, seconds, comment, stderr } of game.moves) {
    const node = tree.play(move === "pass" ? PASS : move, at);
    if (node === null) break;
    at = node;
    // JSON leaves out what is undefined.
    if ([value, seconds, comment, stderr].some((note) => note)) at.note = { value, seconds, comment, stderr };
  }
  const facts = { plies: game.moves.length };
  for (const name of FACTS) if (game[name] !== undefined) facts[name] = game[name];
  return { tree, facts };
}

/** The game through a node as `outflank-game`: its result only if it is the game that was read. */
export function gameOf(tree, facts, node = tree.root) {
  const line = tree.lineThrough(node).slice(1);
  const isMain = line.every((at) => at.parent.children[0] === at);
  const { players, plies, ...others } = facts;
  const game = {
    format: "outflank-game",
    version: 1,
    players: players || [{ name: "" }, { name: "" }],
    ending: "unfinished",
    ...(isMain && plies === line.length ? others : {}),
    moves: line.map((at) => ({
      color: side(at.parent.position),
      move: at.move === PASS ? "pass" : at.move,
      ...(at.note || {}),
    })),
  };
  const start = tree.root.position;
  if (start !== START) game.start = { board: start.slice(0, 64), to_move: side(start) };
  return game;
}

/** The title of a game: its players, or that they are unknown. */
export function titleOf(facts) {
  const [black = "", white = ""] = (facts.players || []).map((player) => (player && player.name) || "");
  if (black === "" && white === "") return t("game-unnamed");
  const name = (text) => text || t("player-unknown");
  return t("game-title", { black: name(black), white: name(white) });
}

/** Event, date, result and ending of a game in a line. */
export function factsText({ event, date, round, result, ending }) {
  return [
    event,
    round && t("round", { round }),
    date,
    result && resultText(result),
    ending && endingText(ending),
  ]
    .filter((part) => part)
    .join(" \u00b7 ");
}

/** A result in words. */
function resultText({ score, winner }) {
  if (winner) return t("wins", { color: winner });
  if (score === 0) return t("draw");
  return t("wins-by", { color: score > 0 ? "black" : "white", count: Math.abs(score) });
}

const ENDINGS = ["resigned", "timed_out", "agreed", "adjudicated", "forfeited", "unfinished"];

/** How a game ended, in words; empty if it reached its end. */
function endingText(ending) {
  if (typeof ending === "string") return ENDINGS.includes(ending) ? t(`ending-${ending}`) : "";
  const [[name, what]] = Object.entries(ending);
  return t(name === "crashed" ? "ending-crashed" : "ending-illegal", { what: String(what).slice(0, 200) });
}
