// Study: openings to learn by heart, endgame puzzles, and the terms of the game.

import { button, make } from "./components/dom.js";
import { Glossary } from "./glossary.js";
import { t } from "./language.js";
import { Openings } from "./openings.js";
import { Puzzles } from "./puzzles.js";
import { load, save } from "./storage.js";

/** The view with its three parts. */
export class StudyView {
  constructor({ onAnalyse }) {
    this.parts = {
      openings: new Openings({ onAnalyse }),
      puzzles: new Puzzles({ onAnalyse }),
      glossary: new Glossary({ onAnalyse }),
    };
    this.buttons = Object.keys(this.parts).map((name) =>
      button(t(name), () => this.choose(name), { id: `study-${name}`, "data-part": name }),
    );
    this.switch = make(
      "div",
      { class: "buttons parts", role: "group", "aria-label": t("study-what") },
      ...this.buttons,
    );
    this.element = make("div", { class: "view" }, ...Object.values(this.parts).map((part) => part.element));
    this.chosen = null;
  }

  /** Counts the moves of games of a file, and shows the openings. */
  count(source) {
    this.parts.openings.count(source);
    this.choose("openings");
  }

  /** Shows what was studied last: only then are data and lists of openings needed. */
  open() {
    if (this.chosen === null) this.choose(load("study", "openings"));
  }

  /** What keys do here. */
  actions() {
    const names = Object.keys(this.parts);
    const next = names[(names.indexOf(this.chosen) + 1) % names.length];
    return [
      { key: "o", text: t(next), run: () => this.choose(next) },
      ...(this.chosen === null ? [] : this.parts[this.chosen].actions()),
    ];
  }

  choose(wanted) {
    this.chosen = Object.hasOwn(this.parts, wanted) ? wanted : "openings";
    for (const [name, part] of Object.entries(this.parts)) {
      part.element.hidden = name !== this.chosen;
      if (name !== this.chosen) continue;
      part.stage.panel.prepend(this.switch);
      part.open();
    }
    for (const control of this.buttons)
      control.setAttribute("aria-pressed", String(control.dataset.part === this.chosen));
    save("study", this.chosen);
  }
}
