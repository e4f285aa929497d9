// The players' clocks: time used by each side, and how much of it is left.

/** Time controls, in minutes a side and seconds added after each move; "" is without a clock. */
export const CONTROLS = ["", "1+0", "3+0", "3+2", "5+0", "5+5", "10+0", "20+0", "30+0"];

/** Two clocks of which at most one runs. */
export class Clock {
  /** Clocks for a time control, with the milliseconds that black and white have used. */
  constructor(control, used = [0, 0]) {
    const [minutes, seconds] = control.split("+").map(Number);
    this.base = control === "" ? null : 60_000 * minutes;
    this.increment = control === "" ? 0 : 1_000 * seconds;
    this.used = used.map((ms) => (Number.isFinite(ms) && ms > 0 ? ms : 0));
    this.running = null;
    this.since = 0;
  }

  /** Runs one side's clock, 0 for black, 1 for white, or none. */
  run(side) {
    this.stop();
    this.running = side;
    this.since = performance.now();
  }

  /** Stops both and counts the time since the last start. */
  stop() {
    if (this.running !== null) this.used[this.running] += performance.now() - this.since;
    this.running = null;
  }

  /** Milliseconds that a side has left after this many moves; null without a clock. */
  left(side, moves) {
    if (this.base === null) return null;
    const now = this.running === side ? performance.now() - this.since : 0;
    return this.base + this.increment * moves - this.used[side] - now;
  }
}
