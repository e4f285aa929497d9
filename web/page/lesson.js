// A lesson: the page plays one side of a line, checks the other, and repeats what was missed.

import { play, sideToMove, START } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";
import { load, save } from "./storage.js";

const texts = TEXTS.web.lesson;
const KEY = "lessons";

/** A lesson on one line; `onShow({ position, line, text })` shows each state, `onEnd()` follows the end. */
export class Lesson {
  constructor({ onShow, onEnd }) {
    this.onShow = onShow;
    this.onEnd = onEnd;
    this.isOn = false;
    const kept = load(KEY, {});
    this.progress = kept !== null && typeof kept === "object" ? kept : {};
  }

  /** Begins a line: the visitor plays `side`. */
  begin({ line, name, side }) {
    this.isOn = true;
    this.moves = line.match(/../g);
    this.key = line;
    this.name = name;
    this.side = side;
    this.missed = new Set();
    this.restart(texts.begin(name));
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
      this.missed.add(this.at);
      this.show(texts.wrong(name, wanted));
      return;
    }
    this.at += 1;
    this.reply();
    if (this.at < this.moves.length) this.show(texts.right(name));
    else this.finish();
  }

  /** At the end of the line: what was missed is asked again, from the start. */
  finish() {
    const hasPassed = this.errors === 0;
    const known = this.progress[this.key] || { passed: 0, failed: 0 };
    this.progress[this.key] = {
      passed: known.passed + (hasPassed ? 1 : 0),
      failed: known.failed + (hasPassed ? 0 : 1),
    };
    save(KEY, this.progress);
    if (hasPassed) {
      const line = this.moves;
      this.isOn = false;
      this.onEnd();
      this.onShow({ position: this.position(line.length), line, text: texts.passed(this.name) });
    } else this.restart(texts.again(this.errors));
  }

  /** Ends the lesson early. */
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

  show(text) {
    this.onShow({ position: this.position(), line: this.moves.slice(0, this.at), text });
  }
}
