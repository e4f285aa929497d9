// Endgame puzzles: exactly one move wins. A wrong answer is refuted on the board.

import { Board } from "./components/board.js";
import { button, make, signed } from "./components/dom.js";
import { MoveList } from "./components/moves.js";
import { colorOf, discCounts, legalMoves, sideToMove } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";
import { puzzles, think } from "./brain.js";
import { load, save } from "./storage.js";
import { GameTree } from "./tree.js";
import { boardOf, entriesOf, field, movesOf, select, Tally } from "./views.js";

const texts = TEXTS.web.puzzles;
const KEY = "puzzles";

/** The puzzles, one at a time, with what was solved so far. */
export class Puzzles {
  constructor({ onAnalyse }) {
    this.onAnalyse = onAnalyse;
    const kept = load(KEY, {});
    this.solved = kept && typeof kept.solved === "object" && kept.solved !== null ? kept.solved : {};
    this.filter = { empties: String(kept.empties || ""), grade: String(kept.grade || "") };
    this.wanted = typeof kept.position === "string" ? kept.position : null;
    this.all = null;
    this.puzzle = null;
    this.tree = null;
    this.task = null;
    this.build();
  }

  build() {
    const table = make("section", { class: "card", "aria-label": TEXTS.board.label });
    this.board = new Board(table, { onSquare: (name) => this.place(name) });
    this.tally = new Tally(table);
    this.status = make("p", { class: "status", role: "status", id: "puzzle-status" });
    this.next = button(texts.next, () => this.choose(1), { id: "puzzle-next" });
    this.previous = button(texts.previous, () => this.choose(-1), { id: "puzzle-previous" });
    this.retry = button(texts.retry, () => this.again(), { id: "puzzle-retry" });
    this.solution = button(texts.solution, () => this.reveal(), { id: "puzzle-solution" });
    this.analyse = button(texts.analyse, () => this.onAnalyse(this.tree));
    table.append(
      this.status,
      make("div", { class: "buttons" }, this.previous, this.next, this.retry, this.solution, this.analyse),
    );
    this.filters = make("div", { class: "fields" });
    this.count = make("p", { class: "facts", id: "puzzle-count" });
    this.facts = make("p", { id: "puzzle-facts" });
    this.refutation = make("section", { class: "card", hidden: true }, make("h2", {}, texts.line));
    this.list = new MoveList(this.refutation, { onSelect: (id) => this.step(this.tree.nodes.get(id)) });
    this.element = make(
      "div",
      { class: "table-view" },
      table,
      make(
        "div",
        { class: "side" },
        make(
          "section",
          { class: "card" },
          make("h2", {}, texts.heading),
          this.facts,
          this.filters,
          this.count,
        ),
        this.refutation,
      ),
    );
  }

  /** Loads the puzzles when first shown. */
  async open() {
    if (this.all !== null) return;
    this.status.textContent = TEXTS.web.loading;
    try {
      this.all = await puzzles();
      this.buildFilters();
      this.show(
        this.all.find(({ position }) => position === this.wanted) || this.wantedPuzzles()[0] || this.all[0],
      );
    } catch (error) {
      this.status.textContent = error.message;
    }
  }

  buildFilters() {
    const choices = (name) =>
      [...new Set(this.all.map((puzzle) => puzzle[name]))].sort((a, b) => a - b).map(String);
    const options = (name) => [["", texts.any], ...choices(name).map((value) => [value, value])];
    const make_ = (name) => {
      const control = select(options(name), this.filter[name], (value) => {
        this.filter[name] = value;
        this.show(
          this.wantedPuzzles().find((puzzle) => !this.solved[puzzle.position]) || this.wantedPuzzles()[0],
        );
      });
      control.id = `puzzle-${name}`;
      return field(texts[name], control);
    };
    this.filters.replaceChildren(make_("empties"), make_("grade"));
  }

  wantedPuzzles() {
    const { empties, grade } = this.filter;
    return this.all.filter(
      (puzzle) =>
        (empties === "" || String(puzzle.empties) === empties) &&
        (grade === "" || String(puzzle.grade) === grade),
    );
  }

  choose(step) {
    // The puzzles are still loading, or could not be loaded.
    if (this.all === null) return;
    const wanted = this.wantedPuzzles();
    const at = wanted.indexOf(this.puzzle);
    this.show(wanted[(at + step + wanted.length) % wanted.length]);
  }

  /** Shows the puzzle once more, if there is one. */
  again() {
    if (this.puzzle !== null) this.show(this.puzzle);
  }

  show(puzzle) {
    if (puzzle === undefined) {
      this.status.textContent = texts.none;
      return;
    }
    if (this.task !== null) this.task.stop();
    this.task = null;
    this.puzzle = puzzle;
    this.tree = new GameTree(puzzle.position);
    this.isOpen = true;
    this.refutation.hidden = true;
    this.say(texts.task(TEXTS.colors[colorOf(sideToMove(puzzle.position))]));
    this.render();
    this.keep();
  }

  keep() {
    save(KEY, { solved: this.solved, ...this.filter, position: this.puzzle.position });
  }

  place(name) {
    if (this.puzzle === null || !this.isOpen) return;
    const entry = this.puzzle.moves.find(({ move }) => move === name);
    if (entry === undefined) return;
    this.isOpen = false;
    const [winner] = this.puzzle.moves;
    const isRight = name === winner.move;
    this.solved[this.puzzle.position] = isRight ? "solved" : this.solved[this.puzzle.position] || "failed";
    this.keep();
    this.say(isRight ? texts.right(name, signed(entry.score, 0)) : texts.wrong(name, signed(entry.score, 0)));
    this.playOut(name, isRight);
  }

  /** Shows the solution, which counts as a failure. */
  reveal() {
    if (!this.isOpen) return;
    this.isOpen = false;
    const [winner] = this.puzzle.moves;
    this.solved[this.puzzle.position] ||= "failed";
    this.keep();
    this.say(texts.solutionIs(winner.move, signed(winner.score, 0)));
    this.playOut(winner.move, true);
  }

  /** Plays a move, then the best moves of both sides, which the engine proves. */
  async playOut(move, isRight) {
    const node = this.tree.play(move);
    this.tree.current = node;
    this.render();
    const task = think(this.tree.behindPasses(node).position, { mode: "exact" });
    this.task = task;
    try {
      const report = await task.done;
      if (this.task !== task || task.isStopped) return;
      const [best] = report.moves;
      if (best === undefined) return;
      this.tree.addLine(movesOf(best.line), this.tree.behindPasses(node));
      this.refutation.hidden = false;
      if (!isRight) this.say(`${this.status.textContent} ${texts.refutation(best.move, this.endText())}`);
      this.render();
    } catch (error) {
      if (!task.isStopped) this.say(error.message);
    }
  }

  endText() {
    return TEXTS.score(...discCounts(this.tree.mainLine().at(-1).position));
  }

  step(node) {
    this.tree.current = node;
    this.render();
  }

  say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  render() {
    const { puzzle, tree } = this;
    this.board.show({
      ...boardOf(tree.current),
      legal: this.isOpen ? legalMoves(tree.current.position) : [],
    });
    this.tally.show(tree.current.position);
    this.retry.disabled = this.isOpen;
    this.solution.disabled = !this.isOpen;
    this.list.show(entriesOf(tree));
    this.list.select(tree.current.id);
    const wanted = this.wantedPuzzles();
    const states = wanted.map(({ position }) => this.solved[position]);
    const count = (state) => states.filter((other) => other === state).length;
    this.count.textContent = texts.count(
      wanted.indexOf(puzzle) + 1,
      wanted.length,
      count("solved"),
      count("failed"),
    );
    this.facts.textContent = texts.facts(puzzle.empties, puzzle.grade);
  }
}
