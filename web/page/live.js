// The engine on the position that is shown: a short estimate by itself, and a search without an end if asked.

import { make } from "./components/dom.js";
import { isOver, legalMoves } from "./components/rules.js";
import { t } from "./language.js";
import { think } from "./engine-client.js";

/** Playouts of the estimate that every position gets. */
const PLAYOUTS = 3000;
/** With at most this many empty squares, the estimate is the exact score of every move. */
const EXACT_EMPTIES = 11;
/** Maximum number of reports that are kept. */
const MAX_REPORTS = 400;

/** A switch, and the searches. `where()` gives the position; `isWanted()` whether it needs an estimate. */
export class Live {
  constructor({ where, isWanted, onReport, onMessage }) {
    this.where = where;
    this.isWanted = isWanted;
    this.onReport = onReport;
    this.onMessage = onMessage;
    this.isOn = false;
    this.position = null;
    this.reports = new Map();
    this.task = null;
    this.element = make("button", { type: "button", "aria-pressed": "false", id: "live" }, t("live"));
    this.element.addEventListener("click", () => this.toggle());
  }

  toggle() {
    if (this.isOn) this.stop();
    else this.start();
  }

  start() {
    this.isOn = true;
    this.element.setAttribute("aria-pressed", "true");
    this.search({ mode: "live" });
  }

  stop() {
    this.isOn = false;
    this.element.setAttribute("aria-pressed", "false");
    if (this.task !== null) this.task.stop();
    this.task = null;
    this.onReport();
  }

  /** Turns to the position on the board, if it is another one. */
  follow() {
    const position = this.where();
    if (this.isOn) {
      if (position !== this.position) this.search({ mode: "live" });
      return;
    }
    if (this.task !== null && position === this.position) return;
    if (this.task !== null) this.task.stop();
    this.task = null;
    if (this.reports.has(position) || !this.isWanted()) return;
    const empties = position.slice(0, 64).split("-").length - 1;
    this.search(empties <= EXACT_EMPTIES ? { mode: "exact_all" } : { mode: "estimate", playouts: PLAYOUTS });
  }

  /** The newest report on a position. */
  reportOn(position) {
    return this.reports.get(position) || null;
  }

  keep(report) {
    this.reports.delete(report.position);
    this.reports.set(report.position, report);
    if (this.reports.size > MAX_REPORTS) this.reports.delete(this.reports.keys().next().value);
  }

  async search(options) {
    if (this.task !== null) this.task.stop();
    this.task = null;
    const position = this.where();
    this.position = position;
    if (isOver(position) || legalMoves(position).length === 0) return;
    const show = (report) => {
      if (this.task !== task) return;
      if (report.moves.length > 0) this.keep(report);
      this.onReport();
    };
    const task = think(position, options, show);
    this.task = task;
    try {
      const report = await task.done;
      if (this.task !== task) return;
      show(report);
      if (this.isOn) {
        // Another job took the engine. A search that came to its end stays on: its values are on the board,
        // and the next position is searched too.
        if (report.stopped) this.stop();
      } else this.task = null;
    } catch (error) {
      if (this.task !== task) return;
      this.stop();
      this.onMessage(error.message);
    }
  }
}
