// The moves of a game that cost something, as a list beside the moves.

import { button, discOf, make } from "./components/dom.js";
import { colorOf, sideToMove } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";
import { lossText } from "./judgement.js";
import { t } from "./language.js";

/** Two lists of which one is shown: the moves, and the mistakes. `onSelect(node)` goes to a mistake. */
export class Mistakes {
  constructor({ moves, onSelect }) {
    this.moves = moves;
    this.onSelect = onSelect;
    this.side = "both";
    this.isShown = false;
    this.movesTab = button(t("moves"), () => this.choose(false), { id: "show-moves" });
    this.mistakesTab = button("", () => this.choose(true), { id: "show-mistakes" });
    this.sides = make("div", { class: "buttons small", role: "group", "aria-label": t("mistakes-of") });
    for (const side of ["both", "black", "white"]) {
      this.sides.append(button(t(`mistakes-${side}`), () => this.chooseSide(side), { "data-side": side }));
    }
    this.list = make("ol", { class: "mistakes", id: "mistakes" });
    this.empty = make("p", { class: "soft" });
    this.panel = make("div", {}, this.sides, this.list, this.empty);
    const tabs = make(
      "div",
      { class: "buttons parts", role: "group", "aria-label": t("lists") },
      this.movesTab,
      this.mistakesTab,
    );
    this.element = make("section", { class: "card lists" }, tabs, moves, this.panel);
    this.choose(false);
  }

  choose(isShown) {
    this.isShown = isShown;
    this.moves.hidden = isShown;
    this.panel.hidden = !isShown;
    this.movesTab.setAttribute("aria-pressed", String(!isShown));
    this.mistakesTab.setAttribute("aria-pressed", String(isShown));
  }

  chooseSide(side) {
    this.side = side;
    if (this.judgement !== undefined) this.show(this.judgement, this.current);
  }

  /** Shows the mistakes of an analysis; the one that led to the node on the board is marked. */
  show(judgement, current) {
    this.judgement = judgement;
    this.current = current;
    const all = judgement.faults();
    const color = ({ node }) => colorOf(sideToMove(node.parent.position));
    const shown = all.filter((fault) => this.side === "both" || color(fault) === this.side);
    this.mistakesTab.textContent =
      judgement.result === null ? t("mistakes") : t("mistakes-count", { count: all.length });
    for (const control of this.sides.children)
      control.setAttribute("aria-pressed", String(control.dataset.side === this.side));
    this.list.replaceChildren(...shown.map((fault) => this.item(fault, color(fault), current)));
    this.empty.textContent = judgement.result === null ? t("mistakes-unknown") : t("mistakes-none");
    this.empty.hidden = shown.length > 0;
  }

  item({ node, turn }, color, current) {
    const go = button("", () => this.onSelect(node), { class: "mistake" });
    if (node === current) go.setAttribute("aria-current", "true");
    go.append(
      make("span", { class: "move-number" }, String(turn.number)),
      discOf(color),
      make("span", { class: "spoken" }, TEXTS.colors[color]),
      make("b", { class: "move-square" }, node.move),
      make("span", { class: "move-mark bad", "aria-hidden": "true" }, TEXTS.classMarks[turn.class]),
      make("span", {}, TEXTS.classes[turn.class]),
      make("span", { class: "numeric bad" }, lossText(turn)),
      make("span", { class: "soft" }, t("better", { move: turn.best })),
    );
    return make("li", {}, go);
  }
}
