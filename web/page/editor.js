// Sets up a position: choose a piece, then the squares.

import { button, make } from "./components/dom.js";
import { isOver, squareIndex, START } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";
import { t } from "./language.js";
import { field, select } from "./views.js";

/** Tools for a position; `onChange(position)` follows every change, `onDone(position or null)` the end. */
export class Editor {
  constructor({ onChange, onDone }) {
    this.onChange = onChange;
    this.position = START;
    this.put = "X";
    const pieces = [
      ["X", t("piece-black")],
      ["O", t("piece-white")],
      ["-", t("piece-none")],
    ];
    this.pieces = select(pieces, "X", (put) => {
      this.put = put;
    });
    this.pieces.id = "piece";
    const turns = [
      ["X", TEXTS.colors.black],
      ["O", TEXTS.colors.white],
    ];
    this.turn = select(turns, "X", (side) => this.change(`${this.position.slice(0, 64)} ${side}`));
    this.turn.id = "turn";
    this.message = make("p", { class: "message", role: "status", id: "edit-message" });
    this.element = make(
      "section",
      { class: "card", hidden: true, "aria-label": t("edit-heading") },
      make("h2", {}, t("edit-heading")),
      make("p", { class: "facts" }, t("edit-explanation")),
      make("div", { class: "fields" }, field(t("edit-put"), this.pieces), field(t("edit-turn"), this.turn)),
      make(
        "div",
        { class: "buttons" },
        button(t("edit-done"), () => this.finish(onDone), { class: "primary", id: "edit-done" }),
        button(t("edit-clear"), () => this.change(`${"-".repeat(64)} ${this.turn.value}`), {
          id: "clear-board",
        }),
        button(t("edit-standard"), () => this.change(START)),
        button(t("cancel"), () => this.close(onDone, null)),
      ),
      this.message,
    );
  }

  /** Begins with a position; `message` says what is wrong with it. */
  open(position, message = "") {
    this.element.hidden = false;
    this.message.textContent = message;
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
    if (isOver(this.position)) this.message.textContent = t("edit-over");
    else this.close(onDone, this.position);
  }

  close(onDone, position) {
    this.element.hidden = true;
    onDone(position);
  }
}
