// Play against the engine: settings, moves, hints, undo and a tree of variations.

import { Board } from "./components/board.js";
import { button, make } from "./components/dom.js";
import { MoveList } from "./components/moves.js";
import { colorOf, discCounts, isPosition, legalMoves, PASS, sideToMove } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";
import { engineMove, think } from "./brain.js";
import { PlaySettings } from "./play-settings.js";
import { load, saveSoon } from "./storage.js";
import { GameTree } from "./tree.js";
import { boardOf, clockText, entriesOf, lineText, Tally, valuesOf, valueText, valueWords } from "./views.js";

const KEY = "play";
const texts = TEXTS.web.play;

/** Playouts of a hint. */
const HINT = { mode: "estimate", playouts: 4000 };

/** The view of a game against the engine. */
export class PlayView {
  constructor({ onAnalyse }) {
    const kept = load(KEY, {});
    this.settings = new PlaySettings(kept.settings, () => this.begin());
    this.tree = GameTree.from(kept.tree || null) || new GameTree();
    this.visitor = kept.visitor === "O" ? "O" : "X";
    this.clocks = Array.isArray(kept.clocks) ? kept.clocks.map(Number) : [0, 0];
    this.hasBegun = kept.tree !== undefined;
    this.hint = null;
    this.task = null;
    this.since = null;
    this.onAnalyse = onAnalyse;
    this.build();
    this.render();
  }

  build() {
    const table = make("section", { class: "card", "aria-label": TEXTS.board.label });
    this.board = new Board(table, { onSquare: (name) => this.place(name) });
    this.tally = new Tally(table);
    this.status = make("p", { class: "status", role: "status" });
    this.undoButton = button(texts.undo, () => this.undo(), { id: "undo" });
    this.redoButton = button(texts.redo, () => this.redo(), { id: "redo" });
    this.hintButton = button(texts.hint, () => this.askHint(), { id: "hint" });
    this.goOn = button(texts.goOn, () => this.advance(), { id: "go-on" });
    table.append(
      this.status,
      make("div", { class: "buttons" }, this.undoButton, this.redoButton, this.hintButton, this.goOn),
    );
    this.hintWords = make("div", { class: "words", id: "hint-words" });
    const moves = make("section", { class: "card" }, make("h2", {}, texts.moves), this.hintWords);
    this.list = new MoveList(moves, { onSelect: (id) => this.goTo(this.tree.nodes.get(id)) });
    moves.append(
      make(
        "div",
        { class: "buttons" },
        button(texts.analyse, () => this.onAnalyse(this.tree), {
          id: "analyse-game",
        }),
      ),
    );
    this.element = make(
      "div",
      { class: "view table-view" },
      table,
      make("div", { class: "side" }, this.settings.element, moves),
    );
    this.element.addEventListener("keydown", (event) => {
      // In a field the keys undo what was typed there.
      if (event.target.closest("input, textarea, select") !== null) return;
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
      event.preventDefault();
      if (event.shiftKey) this.redo();
      else this.undo();
    });
  }

  /** Begins a game with the settings as they are, unless their start cannot be played. */
  begin() {
    if (!this.settings.check()) return;
    this.cancel();
    this.tree = new GameTree();
    const { start, color } = this.settings.values;
    if (isPosition(start)) this.tree = new GameTree(start);
    else if (start !== "") this.tree.current = this.tree.addLine(start.match(/../g) || []);
    this.tree.current = this.tree.behindPasses(this.tree.current);
    this.visitor = color === "white" ? "O" : "X";
    this.clocks = [0, 0];
    this.hasBegun = true;
    this.advance();
  }

  /** Stops the engine's job. */
  cancel() {
    if (this.task !== null) this.task.stop();
    this.task = null;
  }

  get isVisitorsTurn() {
    return sideToMove(this.tree.current.position) === this.visitor && !this.tree.isOver();
  }

  /** Plays the visitor's move. */
  place(name) {
    if (!this.hasBegun) this.begin();
    if (!this.hasBegun || this.task !== null || !this.isVisitorsTurn) return;
    const before = this.tree.current;
    const node = this.tree.play(name);
    if (node === null) return;
    this.keepTime(before);
    this.goTo(this.tree.behindPasses(node), { isMove: true });
    this.advance();
  }

  /** Lets the engine move where it is its turn. */
  async advance() {
    this.cancel();
    this.hint = null;
    this.since = performance.now();
    if (this.isVisitorsTurn || this.tree.isOver()) {
      this.render();
      return;
    }
    const from = this.tree.current;
    const { level, seconds } = this.settings.values;
    const task = engineMove(from.position, { level, seconds });
    this.task = task;
    this.render();
    try {
      const move = await task.done;
      if (this.task !== task) return;
      this.task = null;
      this.keepTime(from);
      const node = this.tree.play(move, from);
      if (node === null) throw new Error(TEXTS.web.engineTrouble);
      this.goTo(this.tree.behindPasses(node), { isMove: true });
      if (!this.isVisitorsTurn) this.advance();
    } catch (error) {
      if (this.task === task) this.task = null;
      this.render();
      if (!task.isStopped) this.status.textContent = error.message;
    }
  }

  /** Adds the time since the turn began to the clock of the side that moved. */
  keepTime(node) {
    if (this.since === null) return;
    this.clocks[sideToMove(node.position) === "X" ? 0 : 1] += performance.now() - this.since;
    this.since = performance.now();
  }

  goTo(node, { isMove = false } = {}) {
    if (!isMove) this.cancel();
    this.tree.current = node;
    this.hint = null;
    this.render();
  }

  /** Goes back to the visitor's last choice. */
  undo() {
    const earlier = this.earlierChoice();
    if (earlier !== null) this.goTo(earlier);
  }

  earlierChoice() {
    const path = this.tree.pathTo().slice(0, -1).reverse();
    const isChoice = (node) =>
      sideToMove(node.position) === this.visitor && legalMoves(node.position).length > 0;
    return path.find(isChoice) || null;
  }

  /** Goes forward to the visitor's next choice in the line, or to its end. */
  redo() {
    const [, ...later] = this.tree.lineThrough().slice(this.tree.pathTo().length - 1);
    if (later.length === 0) return;
    const isChoice = (node) =>
      sideToMove(node.position) === this.visitor && legalMoves(node.position).length > 0;
    this.goTo(later.find(isChoice) || later.at(-1));
  }

  /** Has the engine value every move of the visitor. */
  async askHint() {
    if (this.task !== null || !this.isVisitorsTurn) return;
    const show = (report) => {
      // A report that was under way at an undo belongs to another position.
      if (this.task === task) this.showHint(report);
    };
    const task = think(this.tree.current.position, HINT, show);
    this.task = task;
    this.render();
    try {
      const report = await task.done;
      if (this.task !== task) return;
      this.task = null;
      this.showHint(report);
    } catch (error) {
      if (this.task === task) this.task = null;
      this.render();
      if (!task.isStopped) this.status.textContent = error.message;
    }
  }

  showHint(report) {
    this.hint = report;
    this.render();
  }

  render() {
    const { current } = this.tree;
    const isFree = this.task === null && this.isVisitorsTurn;
    const legal = this.isVisitorsTurn ? legalMoves(current.position) : [];
    this.board.show({
      ...boardOf(current),
      legal,
      isBusy: !isFree,
      values: this.hint === null ? new Map() : valuesOf(this.hint),
    });
    this.tally.show(current.position, this.settings.values.clock ? this.clocks.map(clockText) : ["", ""]);
    this.list.show(entriesOf(this.tree));
    this.list.select(current.id);
    this.showStatus(this.statusText());
    this.undoButton.disabled = this.earlierChoice() === null;
    this.redoButton.disabled = current.children.length === 0;
    this.hintButton.disabled = !isFree || !this.hasBegun;
    this.goOn.hidden = this.task !== null || this.isVisitorsTurn || this.tree.isOver() || !this.hasBegun;
    this.hintWords.replaceChildren(...this.hintSentences().map((sentence) => make("p", {}, sentence)));
    if (this.hasBegun) saveSoon(KEY, () => this.kept());
  }

  /** A status that stays the same is not said again. */
  showStatus(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  kept() {
    const { settings, tree, visitor, clocks } = this;
    return { settings: settings.values, tree: tree.toJSON(), visitor, clocks };
  }

  statusText() {
    const { current } = this.tree;
    if (!this.hasBegun) return texts.welcome;
    if (this.tree.isOver()) return this.resultText();
    const passed = current.move === PASS ? texts.passed(colorOf(sideToMove(current.parent.position))) : "";
    const lastMove =
      current.move !== null && current.move !== PASS
        ? texts.moved(colorOf(sideToMove(current.parent.position)), current.move)
        : "";
    const turn =
      this.task !== null && !this.isVisitorsTurn
        ? texts.thinking
        : this.isVisitorsTurn
          ? texts.yourTurn(colorOf(this.visitor))
          : texts.engineTurn;
    return [lastMove, passed, turn].filter((part) => part !== "").join(" ");
  }

  resultText() {
    const counts = discCounts(this.tree.current.position);
    const [own, others] = this.visitor === "X" ? counts : [...counts].reverse();
    return texts.result(own, others);
  }

  hintSentences() {
    if (this.hint === null || this.hint.moves.length === 0) return [];
    const [best, ...others] = this.hint.moves;
    const sentences = [texts.hintBest(best.move, valueWords(best), lineText(best.line))];
    if (others.length > 0) {
      sentences.push(texts.hintOthers(others.map((entry) => `${entry.move} ${valueText(entry)}`).join("; ")));
    }
    return sentences;
  }
}
