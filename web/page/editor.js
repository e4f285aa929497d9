// Sets up a position: choose a piece, then the squares.

import { button, make } from "./components/dom.js";
import { isOver, squareIndex, START } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";
import { field, select } from "./views.js";

const texts = TEXTS.web.editor;

/** Tools for a position; `onChange(position)` follows every change, `onDone(position or null)` the end. */
export class Editor {
  constructor({ onChange, onDone }) {
    this.onChange = onChange;
    this.position = START;
    this.put = "X";
    const pieces = [
      ["X", texts.black],
      ["O", texts.white],
      ["-", texts.empty],
    ];
    this.pieces = select(pieces, "X", (put) => {
      this.put = put;
    });
    this.pieces.id = "piece";
    this.turn = select(
      [
        ["X", TEXTS.colors.black],
        ["O", TEXTS.colors.white],
      ],
      "X",
      (side) => this.change(`${this.position.slice(0, 64)} ${side}`),
    );
    this.turn.id = "turn";
    this.message = make("p", { class: "message", role: "status" });
    this.element = make(
      "section",
      { class: "card", hidden: true, "aria-label": texts.heading },
      make("h2", {}, texts.heading),
      make("p", { class: "facts" }, texts.explanation),
      make("div", { class: "buttons" }, field(texts.put, this.pieces), field(texts.turn, this.turn)),
      make(
        "div",
        { class: "buttons" },
        button(texts.clear, () => this.change(`${"-".repeat(64)} ${this.turn.value}`), { id: "clear-board" }),
        button(texts.standard, () => this.change(START)),
        button(texts.done, () => this.finish(onDone), { class: "primary", id: "edit-done" }),
        button(texts.cancel, () => this.close(onDone, null)),
      ),
      this.message,
    );
  }

  /** Begins with a position. */
  open(position) {
    this.element.hidden = false;
    this.message.textContent = "";
    this.change(position);
  }

  /** Puts the chosen piece on a square, or removes it if it is already there. */
  place(name) {
    const index = squareIndex(name);
    const piece = this.position[index] === this.put ? "-" : this.put;
    this.change(this.position.slice(0, index) + piece + this.position.slice(index + 1));
  }

  change(position) {
    this.position = position;
    this.turn.value = position[65];
    this.onChange(position);
  }

  finish(onDone) {
    if (isOver(this.position)) this.message.textContent = texts.over;
    else this.close(onDone, this.position);
  }

  close(onDone, position) {
    this.element.hidden = true;
    onDone(position);
  }
}
