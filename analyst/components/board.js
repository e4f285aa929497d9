// The board: 64 squares by mouse, touch, keyboard and screen reader.

import { make, signed } from "./dom.js";
import { colorOf, squareIndex, squareName } from "./rules.js";
import { TEXTS } from "./texts.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * A board in `host`. `onSquare(name)` is called for a click, a touch or Enter on any square. Within an
 * element of class `flipped` it is seen from the other side.
 */
export class Board {
  constructor(host, { onSquare = () => {}, label = TEXTS.board.label } = {}) {
    this.onSquare = onSquare;
    this.shown = null;
    this.typed = "";
    /** Whether the focus came by the keyboard: after a click, keys are the page's. */
    this.isWalked = false;
    this.squares = Array.from({ length: 64 }, (_, index) => this.makeSquare(index));
    const names = (texts, place) =>
      make(
        "div",
        { class: place, "aria-hidden": "true" },
        ...[...texts].map((text) => make("span", {}, text)),
      );
    const rows = Array.from({ length: 8 }, (_, row) =>
      make("div", { class: "board-row", role: "row" }, ...this.squares.slice(8 * row, 8 * row + 8)),
    );
    this.grid = make("div", { class: "board-grid", role: "grid", "aria-label": label }, ...rows);
    this.grid.addEventListener("keydown", (event) => this.walk(event));
    let isPointing = false;
    this.grid.addEventListener("pointerdown", () => {
      isPointing = true;
      this.isWalked = false;
    });
    this.grid.addEventListener("focusin", () => {
      if (!isPointing) this.isWalked = true;
    });
    for (const type of ["pointerup", "pointercancel"]) {
      document.addEventListener(type, () => {
        isPointing = false;
      });
    }
    // Columns run from a to h in every language.
    this.element = make(
      "div",
      { class: "board", dir: "ltr" },
      names("abcdefgh", "column-names"),
      names("12345678", "row-names"),
      this.grid,
    );
    host.append(this.element);
  }

  makeSquare(index) {
    const name = squareName(index);
    const square = make("button", {
      type: "button",
      class: "square",
      role: "gridcell",
      "data-square": name,
      tabindex: index === 0 ? "0" : "-1",
    });
    square.addEventListener("click", () => this.onSquare(name));
    square.addEventListener("focus", () => this.rove(index));
    return square;
  }

  /** One square is in the order of tabs: the last that had the focus. */
  rove(index) {
    this.squares.forEach((square, other) => {
      square.tabIndex = other === index ? 0 : -1;
    });
  }

  /** Arrows walk, Home and End go along the row, typed names such as `d3` jump. */
  walk(event) {
    const from = this.squares.indexOf(event.target);
    if (!this.isWalked || from < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const [column, row] = [from % 8, Math.floor(from / 8)];
    let to = null;
    if (Object.hasOwn(ARROWS, event.key)) {
      const turn = this.element.closest(".flipped") === null ? 1 : -1;
      const [right, down] = ARROWS[event.key].map((step) => turn * step);
      to = 8 * Math.min(7, Math.max(0, row + down)) + Math.min(7, Math.max(0, column + right));
    } else if (event.key === "Home") to = 8 * row;
    else if (event.key === "End") to = 8 * row + 7;
    else if (/^[a-h]$/i.test(event.key)) this.typed = event.key.toLowerCase();
    else if (/^[1-8]$/.test(event.key) && this.typed !== "") {
      to = squareIndex(this.typed + event.key);
      this.typed = "";
    } else return;
    event.preventDefault();
    event.stopPropagation();
    if (to !== null) this.squares[to].focus();
  }

  /**
   * Shows a position. `discs` are 64 squares; `legal` and `flipped` lists of indices; `last` the index of
   * the last move; `values` a Map of index to `{ text, short, label, best, exact }`, of which small boards
   * show `short`; `labels` a Map of index to a short text on a disc; `isBusy` refuses clicks, `isFree` takes
   * them on every square.
   */
  show(state) {
    const {
      discs,
      legal = [],
      flipped = [],
      last = null,
      values = new Map(),
      labels = new Map(),
      isBusy = false,
      marks = true,
      isFree = false,
    } = state;
    const wasShown = this.shown;
    this.shown = discs;
    this.squares.forEach((square, index) => {
      const disc = discs[index];
      const isLegal = legal.includes(index);
      const value = disc === "-" ? values.get(index) : undefined;
      const content = [];
      if (disc !== "-") {
        const turns = wasShown !== null && wasShown !== discs && flipped.includes(index);
        content.push(make("span", { class: `disc ${colorOf(disc)}${turns ? " turning" : ""}` }));
        if (labels.has(index))
          content.push(make("span", { class: `disc-label on-${colorOf(disc)}` }, labels.get(index)));
        if (flipped.includes(index)) content.push(make("span", { class: "flipped-mark" }));
      } else if (value !== undefined) {
        const kind = `value${value.best ? " best" : ""}${value.exact ? " exact" : ""}`;
        const short = value.short ?? value.text;
        content.push(make("span", { class: kind, "data-short": short }, make("span", {}, value.text)));
      } else if (isLegal && marks) content.push(make("span", { class: "legal" }));
      square.replaceChildren(...content);
      square.classList.toggle("last", index === last);
      square.classList.toggle("playable", isLegal);
      square.setAttribute(
        "aria-label",
        describeSquare(index, disc, { isLegal, value, isLast: index === last }),
      );
      square.setAttribute("aria-disabled", String(!isFree && (!isLegal || isBusy)));
    });
    this.grid.setAttribute("aria-busy", String(isBusy));
  }
}

/** A square in words: name, disc, value. */
function describeSquare(index, disc, { isLegal, value, isLast }) {
  const parts = [squareName(index)];
  if (disc !== "-") parts.push(TEXTS.colors[colorOf(disc)]);
  else if (isLegal) parts.push(TEXTS.board.legal);
  else parts.push(TEXTS.board.empty);
  if (value !== undefined) parts.push(value.label);
  if (isLast) parts.push(TEXTS.board.last);
  return parts.join(", ");
}

/** A value in discs for a square: short text and words. */
export function discValue(value, { exact = false, best = false } = {}) {
  const text = signed(value, exact ? 0 : 1);
  return { text, short: signed(value, 0), label: TEXTS.value(text, exact), exact, best };
}
