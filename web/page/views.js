// Parts that the views share: the board with what belongs to it, words for values, fields of forms.

import { Board, discValue } from "./components/board.js";
import { boundOf as nearestBound } from "./components/curve.js";
import { discOf, make, signed } from "./components/dom.js";
import { discCounts, flips, isOver, PASS, sideToMove, squareIndex } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";
import { t } from "./language.js";
import { settings } from "./settings.js";

/** A field with its label. */
export function field(label, control) {
  return make("label", { class: "field" }, make("span", {}, label), control);
}

/** A choice among `[value, text]` options. */
export function select(options, chosen, onChange) {
  const element = make(
    "select",
    {},
    ...options.map(([value, text]) => make("option", { value, selected: value === chosen }, text)),
  );
  element.addEventListener("change", () => onChange(element.value));
  return element;
}

/** A box to tick, with its label. */
export function checkbox(label, isChecked, onChange) {
  const box = make("input", { type: "checkbox", checked: isChecked });
  box.addEventListener("change", () => onChange(box.checked));
  return make("label", { class: "check" }, box, make("span", {}, label));
}

/** A part that folds away behind its heading. */
export function folded(heading, attributes, ...content) {
  return make(
    "details",
    { class: "card", ...attributes },
    make("summary", {}, make("h2", {}, heading)),
    ...content,
  );
}

/**
 * The board and its panel: score, status and buttons. Both are children of a `table-view`, which places
 * them side by side or one below the other, so that they fit the window.
 */
export class Stage {
  constructor({ onSquare, hasBar = false, statusId = null }) {
    const place = make("section", { class: "board-place", "aria-label": TEXTS.board.label });
    this.place = place;
    this.board = new Board(place, { onSquare });
    this.bar = hasBar ? new EvaluationBar(place) : null;
    this.tally = make("p", { class: "tally numeric" });
    this.status = make("p", { class: "status", role: "status", id: statusId });
    this.panel = make("section", { class: "panel", "aria-label": t("panel") }, this.tally, this.status);
    this.discs = null;
  }

  /** Shows a position as `Board.show` takes it; flips turn unless the visitor wants none. */
  show(state) {
    this.place.classList.toggle("still", !settings.animation);
    this.board.show(state);
  }

  /** A status that stays the same is not said again. */
  say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  /** Shows the score of a position, with an optional text for each side, such as its clock. */
  showScore(position, notes = ["", ""], isEnded = isOver(position)) {
    const [black, white] = discCounts(position);
    const turn = isEnded ? null : sideToMove(position) === "X" ? "black" : "white";
    const side = (color, count, note) =>
      make(
        "span",
        { class: `tally-side${turn === color ? " turn" : ""}` },
        discOf(color),
        make("span", { class: "spoken" }, TEXTS.colors[color]),
        make("b", {}, String(count)),
        note === "" ? null : make("span", { class: "clock" }, note),
      );
    const text = turn === null ? t("game-over") : t("to-move", { color: turn });
    this.tally.replaceChildren(
      side("black", black, notes[0]),
      make("span", { class: "soft turn-words" }, text),
      side("white", white, notes[1]),
    );
  }

  /** Says below whose turn it is what the values on the squares are. */
  explain(text) {
    this.tally.querySelector(".turn-words").append(make("span", { class: "values-words" }, text));
  }
}

/** How a value fills the bar: a lead of a few discs is seen, and one of many does not hide everything. */
const shareOf = (value) => 0.5 + 0.5 * Math.tanh(value / 16);

/** The value of the position beside the board: black's share below, white's above. */
class EvaluationBar {
  constructor(host) {
    this.fill = make("div", { class: "bar-black" });
    this.text = make("span", { class: "bar-text numeric" });
    this.element = make("div", { class: "evaluation-bar", role: "img" }, this.fill, this.text);
    host.append(this.element);
    this.show(null);
  }

  /** Shows a value for black, and its text from the viewpoint of the page; null if there is none. */
  show(value, text = "") {
    this.element.classList.toggle("unknown", value === null);
    // A style attribute is forbidden by the policy of the page; a property of the element is not.
    this.fill.style.height = `${(100 * shareOf(value ?? 0)).toFixed(1)}%`;
    this.text.textContent = text;
    this.text.classList.toggle("on-black", (value ?? 0) > 0);
    this.element.setAttribute(
      "aria-label",
      value === null ? t("bar-unknown") : t("bar-label", { value: text }),
    );
  }
}

/** The marks on the board for a node: last move and flips. */
export function boardOf(node) {
  const moved = node.move === null || node.move === PASS ? null : squareIndex(node.move);
  const flipped = moved === null ? [] : flips(node.parent.position, moved);
  return { discs: node.position.slice(0, 64), last: moved, flipped };
}

/** Whether bounds have met. */
export const isProven = (entry) => entry.lower === entry.upper;

/** The bound that an entry's value is no more than: `{ sign, value }`, or null. */
function boundOf(entry) {
  const value = nearestBound(entry);
  return value === null ? null : { sign: value === entry.lower ? "\u2265" : "\u2264", value };
}

/** A value as a number of discs: `+3.2`, `=+4` if it is proven, a bound if only the result is. */
export function valueText(entry) {
  const bound = boundOf(entry);
  if (bound !== null) return bound.sign + signed(bound.value, 0);
  return isProven(entry) ? `=${signed(entry.value, 0)}` : signed(entry.value);
}

/** A value in words: `+3.2 discs, estimated`. */
export function valueWords(entry) {
  const bound = boundOf(entry);
  if (bound === null) return TEXTS.value(signed(entry.value, isProven(entry) ? 0 : 1), isProven(entry));
  const kind = bound.sign === "\u2265" ? "at-least" : "at-most";
  return t("value-in-discs", { value: signed(bound.value, 0), kind });
}

/** An entry as the other side sees it. */
export const reversed = (entry) => ({
  ...entry,
  value: -entry.value,
  lower: -entry.upper,
  upper: -entry.lower,
});

/** A report's values by square, for the side to move; the report lists the best move first. */
export function valuesOf(report) {
  const found = new Map();
  report.moves.forEach((entry, rank) => {
    if (entry.move === "pass") return;
    // Moves that show the same value are equally good.
    const isBest = rank === 0 || valueText(entry) === valueText(report.moves[0]);
    const value = discValue(entry.value, { exact: isProven(entry), best: isBest });
    const bound = boundOf(entry);
    if (bound !== null) value.text = value.short = bound.sign + signed(bound.value, 0);
    found.set(squareIndex(entry.move), { ...value, label: valueWords(entry) });
  });
  return found;
}

/** The moves of a line as the engine writes it: `d3c5--`. */
export const movesOf = (line) => line.match(/../g) || [];

/** Minutes and seconds. */
export function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The entries of a tree for the move list. */
export function entriesOf(tree, describe = () => ({})) {
  return tree.listed().map(({ node, level }) => ({
    key: node.id,
    number: node.parent === null ? 0 : tree.pathTo(node).length - 1,
    color: sideToMove(node.parent.position) === "X" ? "black" : "white",
    text: node.move === PASS ? TEXTS.pass : node.move,
    level,
    ...describe(node),
  }));
}
