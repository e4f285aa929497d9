// A game as a tree of variations. Every node is a position; the first child of a node is the main line.

import { isOver, isPosition, mustPass, PASS, play, START } from "./components/rules.js";

/** Maximum number of nodes of a tree: a guard against hostile files, never met in play. */
const MAX_NODES = 20_000;

/** A tree that begins with `start`. */
export class GameTree {
  constructor(start = START) {
    this.nodes = new Map();
    this.nextId = 0;
    this.root = this.add(null, null, start);
    this.current = this.root;
    this.notePass(this.root);
  }

  add(parent, move, position) {
    const node = { id: this.nextId, parent, children: [], move, position, note: null };
    this.nextId += 1;
    this.nodes.set(node.id, node);
    if (parent !== null) parent.children.push(node);
    return node;
  }

  /** Plays a move at a node, or finds it there. Gives the new node, null if the move is illegal. */
  play(move, from = this.current) {
    const known = from.children.find((child) => child.move === move);
    if (known !== undefined) return known;
    const position = this.nodes.size < MAX_NODES ? play(from.position, move) : null;
    if (position === null) return null;
    const node = this.add(from, move, position);
    this.notePass(node);
    return node;
  }

  /** A forced pass follows at once on the move that forces it. */
  notePass(node) {
    if (mustPass(node.position)) this.play(PASS, node);
  }

  /** The node behind the passes that follow on one, where somebody has a choice. */
  behindPasses(node) {
    let found = node;
    while (found.children.length > 0 && found.children[0].move === PASS) [found] = found.children;
    return found;
  }

  /** The nodes from the root to one. */
  pathTo(node = this.current) {
    const path = [];
    for (let at = node; at !== null; at = at.parent) path.push(at);
    return path.reverse();
  }

  /** The line through a node: its path and then the first children. */
  lineThrough(node = this.current) {
    const line = this.pathTo(node);
    for (let at = node.children[0]; at !== undefined; at = at.children[0]) line.push(at);
    return line;
  }

  /** The main line. */
  mainLine() {
    return this.lineThrough(this.root);
  }

  /**
   * Adds moves after a node, and the forced passes that they leave out; stops at the first illegal one. Gives
   * the last node.
   */
  addLine(moves, from = this.root) {
    let at = from;
    for (const move of moves) {
      const next = this.play(move, at) || this.play(move, this.behindPasses(at));
      if (next === null) break;
      at = next;
    }
    return at;
  }

  /** The moves from the root to a node, passes included. */
  movesTo(node = this.current) {
    return this.pathTo(node)
      .slice(1)
      .map((at) => at.move);
  }

  /** Whether the game is over at a node. */
  isOver(node = this.current) {
    return isOver(node.position);
  }

  /** Nodes as a move list shows them: each line whole, its variations before the next move of the line. */
  listed() {
    const found = [];
    const walk = (node, level) => {
      let at = node;
      while (at !== undefined) {
        found.push({ node: at, level });
        const siblings =
          at.parent !== null && at.parent.children[0] === at ? at.parent.children.slice(1) : [];
        for (const sibling of siblings) walk(sibling, level + 1);
        [at] = at.children;
      }
    };
    const [first] = this.root.children;
    if (first !== undefined) walk(first, 0);
    return found;
  }

  /** The tree as plain data. */
  toJSON() {
    const plain = (node) => {
      const data = { m: node.move };
      if (node.note !== null) data.n = node.note;
      if (node === this.current) data.c = 1;
      return data;
    };
    // A line is a list; a variation is a list in the list of its alternatives.
    const line = (node) => {
      const entries = [];
      let at = node;
      while (at !== undefined) {
        const entry = plain(at);
        if (at.children.length > 1) entry.v = at.children.slice(1).map(line);
        entries.push(entry);
        [at] = at.children;
      }
      return entries;
    };
    return { start: this.root.position, line: line(this.root) };
  }

  /** A tree from plain data; null if the data is none. */
  static from(data) {
    if (data === null || typeof data !== "object" || !isPosition(data.start) || !Array.isArray(data.line))
      return null;
    const tree = new GameTree(data.start);
    const grow = (entries, from) => {
      let at = from;
      for (const entry of entries) {
        if (at === null || typeof entry !== "object" || entry === null) return;
        if (entry.m !== null) at = tree.play(String(entry.m), at);
        if (at === null) return;
        if (entry.n && typeof entry.n === "object") at.note = entry.n;
        if (entry.c === 1) tree.current = at;
        const next = entries[entries.indexOf(entry) + 1];
        if (Array.isArray(entry.v) && next !== undefined) {
          // The main line comes first, or a variation would take its place.
          tree.play(String(next.m), at);
          for (const variation of entry.v) if (Array.isArray(variation)) grow(variation, at);
        }
      }
    };
    grow(data.line, tree.root);
    return tree;
  }
}
