// The analysis of a whole game: its job, its result, and where it belongs in the tree.

import { make, signed } from "./components/dom.js";
import { TEXTS } from "./components/texts.js";
import { judge } from "./engine-client.js";
import { t } from "./language.js";
import { seen } from "./settings.js";
import { select, valueText } from "./views.js";

/** Efforts by name: playouts a position, and the empties from which every score is proven. */
const EFFORTS = {
  quick: { playouts: 240, exact_empties: 12 },
  normal: { playouts: 8000, exact_empties: 16 },
  deep: { playouts: 60000, exact_empties: 18 },
};

/** The classes of moves that cost something, the worst first. */
export const FAULTS = ["blunder", "mistake", "inaccuracy"];

/** The analysis and its controls. `onStart` is called before it takes the engine. */
export class Judgement {
  constructor({ onStart, onChange, onMessage, onReport }) {
    this.onStart = onStart;
    this.onChange = onChange;
    this.onMessage = onMessage;
    this.onReport = onReport;
    this.result = null;
    this.task = null;
    /** Reports that have come before the result, by position of the line. */
    this.early = [];
    this.line = [];
    this.effort = "quick";
    this.game = () => null;
    this.choice = select(
      Object.keys(EFFORTS).map((name) => [name, t(`effort-${name}`)]),
      this.effort,
      (effort) => {
        this.effort = effort;
        this.start();
      },
    );
    this.choice.id = "effort";
    this.progress = make("progress", { max: "1", value: "0", hidden: true, "aria-label": t("progress") });
    this.element = make(
      "label",
      { class: "field inline" },
      make("span", {}, t("effort")),
      this.choice,
      this.progress,
    );
  }

  get isRunning() {
    return this.task !== null;
  }

  /** Begins anew with the effort that is chosen. */
  async start() {
    const wanted = this.game();
    if (wanted === null) return;
    this.clear();
    this.onStart();
    this.line = wanted.tree.mainLine();
    const task = judge(wanted.game, EFFORTS[this.effort], (progress) => {
      if (this.task !== task) return;
      this.progress.max = progress.all_positions;
      this.progress.value = progress.done_positions;
      this.early[progress.index] = progress.report;
      this.onReport(this.line[progress.index]);
    });
    this.task = task;
    this.progress.hidden = false;
    this.onMessage(t("analysing"));
    try {
      const result = await task.done;
      if (this.task !== task) return;
      this.result = thinned(result);
      this.onMessage(this.summary());
    } catch (error) {
      if (this.task === task) this.onMessage(error.message);
    }
    if (this.task === task) {
      this.task = null;
      this.progress.hidden = true;
      this.onChange();
    }
  }

  /** Forgets the result and ends the job. */
  clear() {
    if (this.task !== null) this.task.stop();
    this.task = null;
    this.progress.hidden = true;
    this.progress.value = 0;
    this.result = null;
    this.early = [];
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
    const [black, white] = lost.map((discs) => discs.toFixed(1));
    return [
      stopped ? t("stopped-early") : "",
      t("discs-lost", { black, white }),
      decided ? t("decided-by", { move: decided }) : "",
    ]
      .filter((part) => part !== "")
      .join(" ");
  }

  get first() {
    return this.result === null ? 0 : this.result.first || 0;
  }

  /** The turn that led to a node, if the analysis has it. */
  turnOf(node) {
    if (this.result === null) return null;
    const index = this.line.indexOf(node);
    return index > 0 ? this.result.turns[index - 1 - this.first] || null : null;
  }

  /** The search of a node's position. */
  reportOn(node) {
    const index = this.line.indexOf(node);
    if (index < 0) return null;
    if (this.result === null) return this.early[index] || null;
    const turn = this.result.turns[index - this.first];
    return turn === undefined ? null : turn.analysis;
  }

  /** The value for black behind a node's move: a point of the curve, or null. */
  pointOf(node) {
    if (this.result === null) return null;
    const index = this.line.indexOf(node);
    return index < 0 ? null : this.result.curve[index - this.first] || null;
  }

  /** The moves that cost something: `{ node, turn }`, in the order of the game. */
  faults() {
    return this.line
      .map((node) => ({ node, turn: this.turnOf(node) }))
      .filter(({ turn }) => turn !== null && FAULTS.includes(turn.class));
  }

  /** A node's entry in the move list. */
  describe(node) {
    const turn = this.turnOf(node);
    if (turn === null) return {};
    const isBad = FAULTS.includes(turn.class);
    const point = this.pointOf(node);
    return {
      value: point === null ? "" : pointValue(point),
      mark: TEXTS.classMarks[turn.class],
      markLabel: isBad ? TEXTS.classes[turn.class] : "",
      markClass: isBad ? "bad" : "",
    };
  }
}

/** A point of the curve from the viewpoint of the page. */
export function pointValue(point) {
  const value = seen(point.value);
  const [lower, upper] = value === point.value ? [point.lower, point.upper] : [-point.upper, -point.lower];
  return valueText({ value, lower, upper });
}

/** What a move cost, as a number of discs. */
export const lossText = (turn) => signed(-turn.loss, turn.exact ? 0 : 1);

/** The result with short lines only, so that the browser can keep it. */
function thinned(result) {
  const moves = (analysis) =>
    analysis.moves.map((entry, rank) => (rank < 4 ? entry : { ...entry, line: entry.line.slice(0, 12) }));
  const turns = result.turns.map((turn) => ({
    ...turn,
    analysis: { ...turn.analysis, moves: moves(turn.analysis) },
  }));
  return { ...result, turns };
}
