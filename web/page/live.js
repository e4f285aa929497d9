// The live mode: searches the position on the board until it is stopped.

import { make } from "./components/dom.js";
import { isOver } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";
import { think } from "./brain.js";

const texts = TEXTS.web.live;

/** A switch, and the search behind it. `where()` gives the position on the board. */
export class Live {
  constructor({ where, onReport, onMessage }) {
    this.where = where;
    this.onReport = onReport;
    this.onMessage = onMessage;
    this.isOn = false;
    this.position = null;
    this.report = null;
    this.task = null;
    this.element = make("button", { type: "button", "aria-pressed": "false", id: "live" }, texts.label);
    this.element.addEventListener("click", () => (this.isOn ? this.stop() : this.start()));
  }

  start() {
    this.isOn = true;
    this.element.setAttribute("aria-pressed", "true");
    this.search();
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
    if (this.isOn && this.where() !== this.position) this.search();
  }

  /** The newest report on a position. */
  reportOn(position) {
    return this.report !== null && this.report.position === position ? this.report : null;
  }

  async search() {
    if (this.task !== null) this.task.stop();
    this.task = null;
    const position = this.where();
    this.position = position;
    if (isOver(position)) return;
    const show = (report) => {
      this.report = report;
      if (this.task === task) this.onReport();
    };
    const task = think(position, { mode: "live" }, show);
    this.task = task;
    try {
      const report = await task.done;
      if (this.task !== task) return;
      show(report);
      // Another job took the engine. A search that came to its end stays on: its values are on the board, and
      // the next position is searched too.
      if (report.stopped) this.stop();
    } catch (error) {
      if (this.task !== task) return;
      this.stop();
      this.onMessage(error.message);
    }
  }
}
