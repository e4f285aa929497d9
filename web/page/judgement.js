// The analysis of a whole game: its job, its result, and where it belongs in the tree.

import { button, make, signed } from "./components/dom.js";
import { TEXTS } from "./components/texts.js";
import { judge } from "./brain.js";
import { select } from "./views.js";

const texts = TEXTS.web.judgement;

/** Efforts by name: playouts a position, and the empties from which every score is proven. */
const EFFORTS = {
  quick: { playouts: 1000, exact_empties: 12 },
  normal: { playouts: 8000, exact_empties: 16 },
  deep: { playouts: 60000, exact_empties: 18 },
};

/** Controls for the analysis, and its result; `onStart` is called before the analysis takes the engine. */
export class Judgement {
  constructor({ onStart, onChange, onMessage }) {
    this.onStart = onStart;
    this.onChange = onChange;
    this.onMessage = onMessage;
    this.result = null;
    this.task = null;
    this.line = [];
    this.effort = "quick";
    this.game = () => null;
    this.choice = select(
      Object.keys(EFFORTS).map((name) => [name, texts.efforts[name]]),
      this.effort,
      (effort) => {
        this.effort = effort;
      },
    );
    this.choice.id = "effort";
    this.startButton = button(texts.start, () => this.start(), { class: "primary", id: "analyse-all" });
    this.stopButton = button(texts.stop, () => this.task && this.task.stop(), {
      id: "analyse-stop",
      hidden: true,
    });
    this.progress = make("progress", { max: "1", value: "0", hidden: true, "aria-label": texts.progress });
    this.element = make(
      "div",
      { class: "buttons" },
      make("label", { class: "field inline" }, make("span", {}, texts.effort), this.choice),
      this.startButton,
      this.stopButton,
      this.progress,
    );
  }

  async start() {
    const wanted = this.game();
    if (wanted === null || this.task !== null) return;
    this.onStart();
    const line = wanted.tree.mainLine();
    const task = judge(wanted.game, EFFORTS[this.effort], ({ done_positions: done, all_positions: all }) => {
      this.progress.max = all;
      this.progress.value = done;
    });
    this.task = task;
    this.showTask(true);
    this.onMessage(texts.running);
    try {
      const result = await task.done;
      if (this.task !== task) return;
      this.result = thinned(result);
      this.line = line;
      this.onMessage(this.summary());
    } catch (error) {
      if (this.task === task) this.onMessage(error.message);
    }
    if (this.task === task) {
      this.task = null;
      this.showTask(false);
      this.onChange();
    }
  }

  showTask(isRunning) {
    this.stopButton.hidden = !isRunning;
    this.progress.hidden = !isRunning;
    this.startButton.disabled = isRunning;
    this.progress.value = 0;
  }

  /** Forgets the result and ends the job. */
  clear() {
    if (this.task !== null) this.task.stop();
    this.task = null;
    this.showTask(false);
    this.result = null;
    this.line = [];
  }

  /** Shows a result that was stored with a tree. */
  restore(result, tree) {
    if (!result || !Array.isArray(result.turns) || !Array.isArray(result.curve)) return;
    this.result = result;
    this.line = tree.mainLine();
  }

  kept() {
    return this.result;
  }

  summary() {
    const { lost, decided_by: decided, stopped } = this.result;
    return texts.summary(
      lost.map((discs) => discs.toFixed(1)),
      decided,
      stopped,
    );
  }

  /** The turn that led to a node, if the analysis has it. */
  turnOf(node) {
    if (this.result === null) return null;
    const index = this.line.indexOf(node);
    const first = this.result.first || 0;
    return index > 0 ? this.result.turns[index - 1 - first] || null : null;
  }

  /** The search of a node's position. */
  reportOn(node) {
    if (this.result === null) return null;
    const index = this.line.indexOf(node);
    const turn = index >= 0 ? this.result.turns[index - (this.result.first || 0)] : undefined;
    return turn === undefined ? null : turn.analysis;
  }

  /** A node's entry in the move list. */
  describe(node) {
    const turn = this.turnOf(node);
    if (turn === null) return {};
    const isBad = ["inaccuracy", "mistake", "blunder"].includes(turn.class);
    return {
      value: signed(turn.after, turn.exact ? 0 : 1),
      mark: TEXTS.classMarks[turn.class],
      markLabel: turn.class === "best" || turn.class === "good" ? "" : TEXTS.classes[turn.class],
      markClass: isBad ? "bad" : "",
    };
  }
}

/** The result with short lines only, so that the browser can keep it. */
function thinned(result) {
  const moves = (analysis) =>
    analysis.moves.map((entry, rank) => (rank === 0 ? entry : { ...entry, line: entry.line.slice(0, 12) }));
  const turns = result.turns.map((turn) => ({
    ...turn,
    analysis: { ...turn.analysis, moves: moves(turn.analysis) },
  }));
  return { ...result, turns };
}
