// Study: named openings to learn by heart, and endgame puzzles.

import { button, make } from "./components/dom.js";
import { TEXTS } from "./components/texts.js";
import { Openings } from "./openings.js";
import { Puzzles } from "./puzzles.js";
import { load, save } from "./storage.js";

const texts = TEXTS.web.study;

/** The view with its two parts. */
export class StudyView {
  constructor({ onAnalyse }) {
    this.parts = { openings: new Openings({ onAnalyse }), puzzles: new Puzzles({ onAnalyse }) };
    this.buttons = Object.keys(this.parts).map((name) =>
      button(texts[name], () => this.choose(name), { id: `study-${name}`, "data-part": name }),
    );
    this.element = make(
      "div",
      { class: "view" },
      make("div", { class: "buttons parts", role: "group", "aria-label": texts.label }, ...this.buttons),
      ...Object.values(this.parts).map((part) => part.element),
    );
    this.isOpen = false;
  }

  /** Shows what was studied last: only then are data and lists of openings needed. */
  open() {
    if (this.isOpen) return;
    this.isOpen = true;
    this.choose(load("study", "openings"));
  }

  choose(wanted) {
    const chosen = Object.hasOwn(this.parts, wanted) ? wanted : "openings";
    for (const [name, part] of Object.entries(this.parts)) {
      part.element.hidden = name !== chosen;
      if (name === chosen) part.open();
    }
    for (const control of this.buttons) {
      control.setAttribute("aria-pressed", String(control.dataset.part === chosen));
    }
    save("study", chosen);
  }
}
