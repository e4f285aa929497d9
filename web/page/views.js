// Parts that the three views share: a board with counts, words for values, fields of forms.

import { discValue } from "./components/board.js";
import { discOf, make, signed } from "./components/dom.js";
import { discCounts, flips, PASS, sideToMove, squareIndex } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";

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

/** The counts of discs below a board. */
export class Tally {
  constructor(host) {
    this.element = make("p", { class: "tally numeric" });
    host.append(this.element);
  }

  /** Shows the counts of a position, with an optional text for each side, such as its clock. */
  show(position, notes = ["", ""]) {
    const [black, white] = discCounts(position);
    const side = (color, count, note) =>
      make(
        "span",
        { class: "tally-side" },
        discOf(color),
        make("span", { class: "spoken" }, TEXTS.colors[color]),
        make("b", {}, String(count)),
        note === "" ? null : make("span", { class: "soft" }, note),
      );
    const turn = make(
      "span",
      { class: "soft" },
      TEXTS.web.toMove(sideToMove(position) === "X" ? "black" : "white"),
    );
    this.element.replaceChildren(side("black", black, notes[0]), turn, side("white", white, notes[1]));
  }
}

/** The marks on the board for a node: last move and flips. */
export function boardOf(node) {
  const moved = node.move === null || node.move === PASS ? null : squareIndex(node.move);
  const flipped = moved === null ? [] : flips(node.parent.position, moved);
  return { discs: node.position.slice(0, 64), last: moved, flipped };
}

/** A report's values by square, for the side to move; the report lists the best move first. */
export function valuesOf(report) {
  const found = new Map();
  report.moves.forEach((entry, rank) => {
    if (entry.move === "pass") return;
    found.set(squareIndex(entry.move), discValue(entry.value, { exact: isProven(entry), best: rank === 0 }));
  });
  return found;
}

/** Whether bounds have met. */
export const isProven = (entry) => entry.lower === entry.upper;

/** A value in words: `+3.2 discs, estimated`. */
export function valueWords(entry) {
  return TEXTS.value(signed(entry.value, isProven(entry) ? 0 : 1), isProven(entry));
}

/** A value as a number of discs: `+3.2`, or `=+4` if it is proven. */
export function valueText(entry) {
  return isProven(entry) ? `=${signed(entry.value, 0)}` : signed(entry.value);
}

/** The moves of a line as the engine writes it: `d3c5--`. */
export function movesOf(line) {
  return line.match(/../g) || [];
}

/** A line in words, with blanks. */
export function lineText(line, most = 12) {
  const moves = movesOf(line);
  return moves.slice(0, most).join(" ") + (moves.length > most ? " \u2026" : "");
}

/** Minutes and seconds. */
export function clockText(ms) {
  const seconds = Math.floor(ms / 1000);
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
