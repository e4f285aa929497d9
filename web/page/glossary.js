// The terms of the game: what each means, and a position in which the analyst uses it.

import { button, make } from "./components/dom.js";
import { play, squareIndex, START } from "./components/rules.js";
import { glossary } from "./engine-client.js";
import { t } from "./language.js";
import { GameTree } from "./tree.js";
import { Stage } from "./views.js";
import { sentencesOf } from "./words.js";

/** The terms in a list; the chosen one on the board. */
export class Glossary {
  constructor({ onAnalyse }) {
    this.all = null;
    this.stage = new Stage({ onSquare: () => {}, statusId: "term-sentence" });
    this.analyse = button(t("view-analyse"), () => {
      const tree = new GameTree();
      tree.current = tree.addLine(this.entry.line.match(/../g) ?? []);
      onAnalyse(tree);
    });
    this.stage.panel.append(make("div", { class: "buttons" }, this.analyse));
    this.heading = make("h2", {});
    this.meaning = make("p", { id: "term-meaning" });
    this.compared = make("p", { class: "facts" });
    this.list = make("ul", { class: "names", id: "terms" });
    this.element = make(
      "div",
      { class: "table-view" },
      this.stage.place,
      this.stage.panel,
      make(
        "div",
        { class: "side" },
        make("section", { class: "card" }, this.heading, this.meaning, this.compared),
        make("section", { class: "card" }, make("h2", {}, t("glossary")), this.list),
      ),
    );
  }

  /** What keys do here. */
  actions() {
    const go = (step) => () => {
      const at = this.all?.indexOf(this.entry) ?? -1;
      if (at >= 0) this.show(this.all[(at + step + this.all.length) % this.all.length]);
    };
    return [
      { key: "arrowright", text: t("term-next"), run: go(1) },
      { key: "arrowleft", text: t("term-previous"), run: go(-1) },
    ];
  }

  /** Loads the positions when first shown. */
  async open() {
    if (this.all !== null) return;
    this.stage.say(t("loading"));
    try {
      this.all = await glossary();
      this.list.replaceChildren(
        ...this.all.map((entry) => {
          const { term } = entry;
          return make("li", {}, button(t(`term-${term}`), () => this.show(entry), { "data-term": term }));
        }),
      );
      this.show(this.all[0]);
    } catch (error) {
      this.stage.say(error.message);
    }
  }

  show(entry) {
    this.entry = entry;
    const { term, line, better, worse, key, args } = entry;
    const position = (line.match(/../g) ?? []).reduce((board, move) => play(board, move), START);
    const values = new Map();
    if (worse) {
      const label = t("glossary-compared", { move: better, other: worse });
      values.set(squareIndex(better), { text: "\u2713", label, best: true });
      values.set(squareIndex(worse), { text: "\u2717", label });
    }
    this.stage.show({ discs: position.slice(0, 64), values });
    this.stage.showScore(position);
    // The worth of an opening depends on the search: it has no sentence here.
    this.stage.say(args.color === undefined ? "" : sentencesOf({ sentences: [{ key, args }] }).join(" "));
    this.heading.textContent = t(`term-${term}`);
    this.meaning.textContent = t(`meaning-${term}`);
    this.compared.textContent = worse ? t("glossary-compared", { move: better, other: worse }) : "";
    for (const control of this.list.querySelectorAll("button"))
      control.setAttribute("aria-pressed", String(control.dataset.term === term));
  }
}
