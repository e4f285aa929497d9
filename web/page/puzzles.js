// Endgame puzzles: exactly one move wins. A wrong answer is refuted on the board.

import { button, make, signed } from "./components/dom.js";
import { MoveList } from "./components/moves.js";
import {
  colorOf,
  discCounts,
  legalMoves,
  mustPass,
  play,
  sideToMove,
  squareName,
} from "./components/rules.js";
import { TEXTS } from "./components/texts.js";
import { puzzles, think } from "./engine-client.js";
import { t } from "./language.js";
import { load, save } from "./storage.js";
import { GameTree } from "./tree.js";
import { boardOf, entriesOf, field, movesOf, select, Stage } from "./views.js";

const KEY = "puzzles";

/** What the winning move is, as players say it. A puzzle may have several themes. */
const THEMES = ["corner", "x-square", "c-square", "edge", "inside", "pass", "sacrifice"];

/** The themes of a puzzle, by its winning move. */
function themesOf({ position, moves: [{ move }] }) {
  const [column, row] = [move.charCodeAt(0) - 97, Number(move[1]) - 1];
  // Distances to the nearest side, in both directions.
  const [across, down] = [Math.min(column, 7 - column), Math.min(row, 7 - row)];
  const place = `${Math.min(across, down)}${Math.max(across, down)}`;
  const found = [
    { "00": "corner", 11: "x-square", "01": "c-square" }[place] ?? (place[0] === "0" ? "edge" : "inside"),
  ];
  const after = play(position, move);
  if (mustPass(after)) found.push("pass");
  const isCorner = (index) => ["a1", "a8", "h1", "h8"].includes(squareName(index));
  const before = legalMoves(position, sideToMove(after));
  if (legalMoves(after).some((index) => isCorner(index) && !before.includes(index))) found.push("sacrifice");
  return found;
}

/** The puzzles, one at a time, with what was solved so far. */
export class Puzzles {
  constructor({ onAnalyse }) {
    this.onAnalyse = onAnalyse;
    const kept = load(KEY, {});
    this.solved = typeof kept.solved === "object" && kept.solved !== null ? kept.solved : {};
    this.filter = {
      empties: String(kept.empties || ""),
      grade: String(kept.grade || ""),
      theme: THEMES.includes(kept.theme) ? kept.theme : "",
    };
    this.wanted = typeof kept.position === "string" ? kept.position : null;
    this.all = null;
    this.puzzle = null;
    this.tree = null;
    this.task = null;
    this.build();
  }

  build() {
    this.stage = new Stage({ onSquare: (name) => this.place(name), statusId: "puzzle-status" });
    this.next = button(t("puzzle-next"), () => this.choose(1), { id: "puzzle-next" });
    this.previous = button(t("puzzle-previous"), () => this.choose(-1), { id: "puzzle-previous" });
    this.retry = button(t("puzzle-retry"), () => this.again(), { id: "puzzle-retry" });
    this.solution = button(t("puzzle-solution"), () => this.reveal(), { id: "puzzle-solution" });
    this.analyse = button(t("view-analyse"), () => this.onAnalyse(this.tree));
    this.stage.panel.append(
      make("div", { class: "buttons" }, this.previous, this.next, this.retry, this.solution, this.analyse),
    );
    this.filters = make("div", { class: "fields" });
    this.count = make("p", { class: "facts", id: "puzzle-count" });
    this.facts = make("p", { id: "puzzle-facts" });
    this.refutation = make("section", { class: "card", hidden: true }, make("h2", {}, t("puzzle-line")));
    this.list = new MoveList(this.refutation, { onSelect: (id) => this.step(this.tree.nodes.get(id)) });
    this.element = make(
      "div",
      { class: "table-view" },
      this.stage.place,
      this.stage.panel,
      make(
        "div",
        { class: "side" },
        make(
          "section",
          { class: "card" },
          make("h2", {}, t("puzzle-heading")),
          this.facts,
          this.filters,
          this.count,
        ),
        this.refutation,
      ),
    );
  }

  /** What keys do here. */
  actions() {
    const press = (control) => () => !control.disabled && control.click();
    return [
      { key: "arrowright", text: t("puzzle-next"), run: press(this.next) },
      { key: "arrowleft", text: t("puzzle-previous"), run: press(this.previous) },
      { key: "r", text: t("puzzle-retry"), run: press(this.retry) },
      { key: "x", text: t("puzzle-solution"), run: press(this.solution) },
    ];
  }

  /** Loads the puzzles when first shown. */
  async open() {
    if (this.all !== null) return;
    this.stage.say(t("loading"));
    try {
      this.all = await puzzles();
      this.buildFilters();
      this.show(
        this.all.find(({ position }) => position === this.wanted) || this.wantedPuzzles()[0] || this.all[0],
      );
    } catch (error) {
      this.stage.say(error.message);
    }
  }

  buildFilters() {
    const choices = (name) =>
      [...new Set(this.all.map((puzzle) => puzzle[name]))].sort((a, b) => a - b).map(String);
    const options = (name) => [["", t("any")], ...choices(name).map((value) => [value, value])];
    const make_ = (name) => {
      const control = select(options(name), this.filter[name], (value) => this.narrow(name, value));
      control.id = `puzzle-${name}`;
      return field(t(`puzzle-${name}`), control);
    };
    const themes = [["", t("any")], ...THEMES.map((name) => [name, t(`theme-${name}`)])];
    const theme = select(themes, this.filter.theme, (value) => this.narrow("theme", value));
    theme.id = "puzzle-theme";
    this.filters.replaceChildren(field(t("puzzle-theme"), theme), make_("empties"), make_("grade"));
  }

  /** Narrows the choice, and shows the first puzzle of it that is not solved. */
  narrow(name, value) {
    this.filter[name] = value;
    const wanted = this.wantedPuzzles();
    this.show(wanted.find((puzzle) => !this.solved[puzzle.position]) || wanted[0]);
  }

  wantedPuzzles() {
    const { empties, grade, theme } = this.filter;
    return this.all.filter(
      (puzzle) =>
        (empties === "" || String(puzzle.empties) === empties) &&
        (grade === "" || String(puzzle.grade) === grade) &&
        (theme === "" || themesOf(puzzle).includes(theme)),
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
      this.stage.say(t("puzzle-none"));
      return;
    }
    if (this.task !== null) this.task.stop();
    this.task = null;
    this.puzzle = puzzle;
    this.tree = new GameTree(puzzle.position);
    this.isOpen = true;
    this.refutation.hidden = true;
    this.stage.say(t("puzzle-task", { color: colorOf(sideToMove(puzzle.position)) }));
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
    this.stage.say(
      isRight
        ? t("puzzle-right", { move: name, score: signed(entry.score, 0) })
        : t("puzzle-wrong", { move: name, score: signed(entry.score, 0) }),
    );
    this.playOut(name, isRight);
  }

  /** Shows the solution, which counts as a failure. */
  reveal() {
    if (!this.isOpen) return;
    this.isOpen = false;
    const [winner] = this.puzzle.moves;
    this.solved[this.puzzle.position] ||= "failed";
    this.keep();
    this.stage.say(t("puzzle-right", { move: winner.move, score: signed(winner.score, 0) }));
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
      if (!isRight)
        this.stage.say(
          `${this.stage.status.textContent} ${t("puzzle-refuted", { move: best.move, end: this.endText() })}`,
        );
      this.render();
    } catch (error) {
      if (!task.isStopped) this.stage.say(error.message);
    }
  }

  endText() {
    return TEXTS.score(...discCounts(this.tree.mainLine().at(-1).position));
  }

  step(node) {
    this.tree.current = node;
    this.render();
  }

  render() {
    const { puzzle, tree } = this;
    this.stage.show({
      ...boardOf(tree.current),
      legal: this.isOpen ? legalMoves(tree.current.position) : [],
    });
    this.stage.showScore(tree.current.position);
    this.retry.disabled = this.isOpen;
    this.solution.disabled = !this.isOpen;
    this.list.show(entriesOf(tree));
    this.list.select(tree.current.id);
    const wanted = this.wantedPuzzles();
    const states = wanted.map(({ position }) => this.solved[position]);
    const count = (state) => states.filter((other) => other === state).length;
    this.count.textContent = t("puzzle-count", {
      at: wanted.indexOf(puzzle) + 1,
      all: wanted.length,
      solved: count("solved"),
      failed: count("failed"),
    });
    this.facts.textContent = t("puzzle-facts", { empties: puzzle.empties, grade: puzzle.grade });
  }
}
