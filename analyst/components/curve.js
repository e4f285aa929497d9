// Curves and bars over the positions of a game, drawn in the pixels that there are: text keeps its size.

import { draw, make, signed } from "./dom.js";
import { TEXTS } from "./texts.js";

const HEIGHT = 200;
const LEFT = 40;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 22;

/** A chart in `host`; `onSelect(index)` is called for a click or touch at a position. */
export class Curve {
  constructor(host, { label, onSelect = () => {}, height = HEIGHT }) {
    this.height = height;
    this.onSelect = onSelect;
    this.data = null;
    this.current = 0;
    this.svg = draw("svg", {
      class: "curve-chart",
      role: "img",
      "aria-label": label,
      height: String(height),
    });
    this.element = make("div", { class: "curve-frame", dir: "ltr" }, this.svg);
    this.svg.addEventListener("click", (event) => this.pick(event));
    host.append(this.element);
    new ResizeObserver(() => this.redraw()).observe(this.element);
  }

  /**
   * Shows data: `last` position, `range` [low, high], `ticks` [[value, text]],
   * `lines` [{ className, points }], `bars` [{ className, index, value }],
   * `ranges` [{ className, index, low, high, text }], `marks` [{ className, index, value, text, r }],
   * `flag` (index of a vertical line), `empty` (a text without data), `label` (the chart in words).
   */
  show(data) {
    this.data = data;
    if (data.label) this.svg.setAttribute("aria-label", data.label);
    this.redraw();
  }

  /** Moves the cursor. */
  select(index) {
    this.current = index;
    if (this.cursor) for (const end of ["x1", "x2"]) this.cursor.setAttribute(end, this.x(index));
  }

  pick(event) {
    if (this.data === null) return;
    const box = this.svg.getBoundingClientRect();
    const share = (event.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT);
    this.onSelect(Math.max(0, Math.min(this.data.last, Math.round(share * this.data.last))));
  }

  x(index) {
    return LEFT + ((this.width - LEFT - RIGHT) * index) / Math.max(this.data.last, 1);
  }

  y(value) {
    const [low, high] = this.data.range;
    const share = (Math.max(low, Math.min(high, value)) - low) / (high - low);
    return this.height - BOTTOM - share * (this.height - TOP - BOTTOM);
  }

  redraw() {
    const width = this.element.clientWidth;
    if (this.data === null || width === 0) return;
    this.width = width;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${this.height}`);
    this.cursor = draw("line", { class: "cursor", y1: TOP, y2: this.height - BOTTOM });
    this.svg.replaceChildren(...this.axes(), ...this.plot(), this.cursor);
    this.select(this.current);
  }

  axes() {
    const content = [];
    for (const [value, text] of this.data.ticks) {
      const y = this.y(value);
      content.push(
        draw("line", {
          class: value === 0 ? "zero-line" : "grid-line",
          x1: LEFT,
          x2: this.width - RIGHT,
          y1: y,
          y2: y,
        }),
        draw("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, text),
      );
    }
    for (let index = 0; index <= this.data.last; index += 10) {
      content.push(
        draw("text", { x: this.x(index), y: this.height - 6, "text-anchor": "middle" }, String(index)),
      );
    }
    if (this.data.empty) {
      const place = { x: (LEFT + this.width - RIGHT) / 2, y: this.height / 2, "text-anchor": "middle" };
      content.push(draw("text", place, this.data.empty));
    }
    return content;
  }

  plot() {
    const { bars = [], lines = [], ranges = [], marks = [], flag = null, last } = this.data;
    const content = [];
    const zero = this.y(0);
    const thick = Math.max(1.5, Math.min(9, (this.width - LEFT - RIGHT) / Math.max(last, 1) - 2));
    if (flag !== null) {
      const x = this.x(flag);
      content.push(draw("line", { class: "flag", x1: x, x2: x, y1: TOP, y2: this.height - BOTTOM }));
    }
    for (const { className, index, value } of bars) {
      const height = Math.max(1, zero - this.y(value));
      const place = { x: this.x(index) - thick / 2, y: zero - height, width: thick, height, rx: 1.5 };
      content.push(draw("rect", { class: `bar ${className}`, ...place }));
    }
    for (const { className, points } of lines) {
      const path = points
        .map(([index, value], i) => `${i ? "L" : "M"}${this.x(index).toFixed(1)} ${this.y(value).toFixed(1)}`)
        .join("");
      if (path !== "") content.push(draw("path", { class: `curve ${className}`, d: path }));
    }
    for (const range of ranges) content.push(this.range(range));
    for (const { className, index, value, text, r = 3.5 } of marks) {
      const mark = draw("circle", { class: `dot ${className}`, cx: this.x(index), cy: this.y(value), r });
      if (text) mark.append(draw("title", {}, text));
      content.push(mark);
    }
    return content;
  }

  /** A bar over what is possible, with a cap at each end that the chart holds. */
  range({ className, index, low, high, text }) {
    const x = this.x(index);
    const [least, most] = this.data.range;
    const caps = [low, high].filter((end) => end > least && end < most);
    const bar = `M${x} ${this.y(low)}V${this.y(high)}`;
    const d = bar + caps.map((end) => `M${x - 3} ${this.y(end)}h6`).join("");
    return draw("path", { class: `range ${className}`, d }, text ? draw("title", {}, text) : null);
  }
}

/**
 * How a curve shows values for black: `points` are `{ value, lower, upper }` or null, by position from
 * `first` on. Estimates are a line, proven scores dots on it. Where only the result is proven, a range shows
 * the possible scores: an estimate would say less. Returns the `lines`, `ranges` and `marks` of a chart.
 */
export function provenAndEstimated(points, { className, first = 0 }) {
  const texts = TEXTS.curve;
  const found = { lines: [], ranges: [], marks: [] };
  let line = null;
  points.forEach((point, at) => {
    const index = at + first;
    if (point === null) return;
    const { value, lower, upper } = point;
    const isExact = lower === upper;
    if (!isExact && (lower > 0 || upper < 0)) {
      const text = texts.result(index, lower > 0 ? "black" : "white", lower > 0 ? lower : -upper);
      found.ranges.push({ className, index, low: lower, high: upper, text });
      line = null;
      return;
    }
    if (line === null) {
      line = { className, points: [] };
      found.lines.push(line);
    }
    line.points.push([index, value]);
    if (!isExact) return;
    found.marks.push({ className, index, value, text: texts.score(index, signed(value, 0)), r: 2.5 });
  });
  return found;
}

/** The bound that a value is no more than: the result alone is proven, or the value lies at it; else null. */
export function boundOf({ value, lower, upper }) {
  if (lower === upper) return null;
  if (lower > 0 || (lower > -64 && value <= lower)) return lower;
  return upper < 0 || (upper < 64 && value >= upper) ? upper : null;
}

/** The value of a point in few signs: `+3.2`, `=+4` if it is proven, `at least +2`. */
export function pointText({ value, lower, upper }) {
  if (lower === upper) return `=${signed(value, 0)}`;
  const bound = boundOf({ value, lower, upper });
  if (bound === null) return signed(value);
  return TEXTS.curve[bound === lower ? "atLeast" : "atMost"](signed(bound, 0));
}

/** The value by which a point enters the scale: its estimate, or the bound that decides the result. */
export const scaleValue = ({ value, lower, upper }) =>
  lower === upper || (lower <= 0 && upper >= 0) ? value : lower > 0 ? lower : upper;

/** A scale of discs that holds these values: its range and its ticks. */
export function discScale(values, sign) {
  const highest = Math.max(...values.filter((value) => value !== null).map(Math.abs), 0);
  const scale = [8, 16, 32, 64].find((limit) => highest <= limit) || 64;
  return {
    scale,
    range: [-scale, scale],
    ticks: [-scale, -scale / 2, 0, scale / 2, scale].map((v) => [v, sign(v, 0)]),
  };
}
