// A drill: the page plays one side of a line, checks the other, and repeats what was missed, at once and on
// later days.

import { play, sideToMove, START } from "./components/rules.js";
import { t } from "./language.js";
import { load, save } from "./storage.js";

const KEY = "drills";
const DAY = 24 * 3600 * 1000;
/** Days until a line is asked again, by how often in a row it was passed; a missed line is asked at once. */
const INTERVALS = [0, 1, 3, 7, 21, 60];

/** A drill on one line; `onShow({ position, line, text })` shows each state, `onEnd()` follows the end. */
export class Drill {
  constructor({ onShow, onEnd }) {
    this.onShow = onShow;
    this.onEnd = onEnd;
    this.isOn = false;
    this.progress = load(KEY, {});
  }

  /** Begins a line, known by `key`: the visitor plays `side`. */
  begin({ moves, key, name, side }) {
    Object.assign(this, { moves, key, name, side, isOn: true });
    this.restart(t("drill-begin", { name }));
  }

  restart(text) {
    this.at = 0;
    this.errors = 0;
    this.reply();
    this.show(text);
  }

  position(length = this.at) {
    return this.moves.slice(0, length).reduce((position, move) => play(position, move), START);
  }

  /** Plays the moves of the other side. */
  reply() {
    while (this.at < this.moves.length && sideToMove(this.position()) !== this.side) this.at += 1;
  }

  /** Checks a move of the visitor. */
  place(name) {
    const wanted = this.moves[this.at];
    if (wanted === undefined || play(this.position(), name) === null) return;
    if (name !== wanted) {
      this.errors += 1;
      this.show(t("drill-wrong", { move: name, wanted }));
      return;
    }
    this.at += 1;
    this.reply();
    if (this.at < this.moves.length) this.show(t("drill-right", { move: name }));
    else this.finish();
  }

  /** At the end of the line: what was missed is asked again, from the start. */
  finish() {
    const hasPassed = this.errors === 0;
    const known = this.progressOf(this.key) || { passed: 0, failed: 0 };
    // A line that was just missed is not known because it was passed a minute later.
    const wasMissed = known.stage === 0 && Date.now() - (known.at ?? 0) < DAY / 2;
    const stage = !hasPassed ? 0 : wasMissed ? 1 : Math.min((known.stage ?? 0) + 1, INTERVALS.length - 1);
    this.progress[this.key] = {
      passed: known.passed + (hasPassed ? 1 : 0),
      failed: known.failed + (hasPassed ? 0 : 1),
      stage,
      side: this.side,
      at: Date.now(),
    };
    save(KEY, this.progress);
    if (hasPassed) {
      const line = this.moves;
      this.isOn = false;
      this.onEnd();
      this.onShow({
        position: this.position(line.length),
        line,
        text: t("drill-passed", { name: this.name }),
      });
    } else this.restart(t("drill-again", { count: this.errors }));
  }

  /** Ends the drill early. */
  end() {
    if (!this.isOn) return;
    this.isOn = false;
    this.onEnd();
  }

  /** How often a line was passed and failed; null if never tried. */
  progressOf(line) {
    const found = this.progress[line];
    return found && Number.isInteger(found.passed) ? found : null;
  }

  /** The lines whose time has come: `{ key, side }`, the longest overdue first. */
  due(now = Date.now()) {
    return Object.entries(this.progress)
      .filter(([, entry]) => Number.isInteger(entry?.stage) && Number.isFinite(entry.at))
      .map(([key, { stage, at, side }]) => ({
        key,
        side: side === "O" ? "O" : "X",
        time: at + DAY * (INTERVALS[stage] ?? 1),
      }))
      .filter(({ time }) => time <= now)
      .sort((a, b) => a.time - b.time);
  }

  show(text) {
    this.onShow({ position: this.position(), line: this.moves.slice(0, this.at), text });
  }
}
