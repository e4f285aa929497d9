// The position on the board in words: the move that led here, and the best moves now.

import { button, make, signed } from "./components/dom.js";
import { colorOf, PASS, sideToMove, START } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";
import { openingOf } from "./brain.js";
import { lineText, valueText, valueWords } from "./views.js";

const texts = TEXTS.web.words;

/** Best moves that are listed. */
const MOST_MOVES = 4;
/** The longest line that is looked up among the named openings. */
const MOST_PLIES = 24;

/** The panel; `onLine(line, node)` is called to follow a line on the board. */
export class Words {
  constructor({ onLine }) {
    this.onLine = onLine;
    this.named = new Map();
    this.move = make("div", { id: "move-words" });
    this.best = make("div", { id: "best-lines" });
    this.element = make(
      "section",
      { class: "card words" },
      make("h2", {}, texts.heading),
      this.move,
      this.best,
    );
  }

  /** Shows a node: its report, and the judged turn that led there. */
  show({ node, report, turn, isLive }) {
    this.shown = { node, turn };
    this.move.replaceChildren(...this.onMove(node, turn));
    this.best.replaceChildren(...this.onBest(node, report, isLive));
  }

  onMove(node, turn) {
    const parts = [];
    if (node.move === null) parts.push(make("p", {}, texts.start));
    else {
      const color = TEXTS.colors[colorOf(sideToMove(node.parent.position))];
      const move = node.move === PASS ? texts.passes(color) : texts.plays(color, node.move);
      const mark = turn === null || node.move === PASS ? "" : `: ${TEXTS.classes[turn.class]}`;
      parts.push(make("p", {}, make("strong", {}, move + mark)));
    }
    const name = this.nameOf(node);
    if (name) parts.push(make("p", { class: "soft" }, texts.opening(name)));
    if (turn !== null && turn.loss >= 0.5) {
      parts.push(make("p", {}, texts.loss(signed(-turn.loss, turn.exact ? 0 : 1), turn.best, turn.exact)));
      if (turn.changes_result) parts.push(make("p", { class: "bad" }, texts.changesResult));
    }
    for (const sentence of turn === null ? [] : turn.words) parts.push(make("p", {}, sentence));
    const note = node.note || {};
    if (typeof note.value === "number")
      parts.push(make("p", { class: "soft" }, texts.ownValue(signed(note.value))));
    if (typeof note.seconds === "number")
      parts.push(make("p", { class: "soft" }, texts.seconds(note.seconds)));
    for (const text of [note.comment, note.stderr]) {
      if (text) parts.push(make("pre", { class: "said", dir: "auto", tabindex: "0" }, text.slice(0, 20_000)));
    }
    return parts;
  }

  onBest(node, report, isLive) {
    if (report === null || report.moves.length === 0) return [];
    const items = report.moves.slice(0, MOST_MOVES).map((entry) => {
      const follow = button(`${entry.move} ${valueText(entry)}`, () => this.onLine(entry.line, node), {
        class: "line",
        "aria-label": `${entry.move}, ${valueWords(entry)}: ${texts.follow}`,
        title: texts.follow,
      });
      return make("li", {}, follow, make("span", { class: "soft numeric" }, ` ${lineText(entry.line, 14)}`));
    });
    const effort = report.exact ? texts.proven : texts.effort(report.playouts, report.depth);
    const head = make("p", { class: "soft numeric" }, isLive ? `${texts.live} ${effort}` : effort);
    return [
      make("h3", {}, texts.best),
      head,
      make("ol", { class: "lines" }, ...items),
      ...(report.words || []).map((sentence) => make("p", {}, sentence)),
    ];
  }

  /** The opening of a node's line; asked for once and shown when it is there. */
  nameOf(node) {
    const moves = [];
    let root = node;
    for (; root.parent !== null; root = root.parent) moves.push(root.move);
    const line = moves.reverse().join("");
    if (line === "" || moves.length > MOST_PLIES || root.position !== START) return "";
    if (!this.named.has(line)) {
      this.named.set(line, "");
      openingOf(line).then(
        ({ title }) => {
          this.named.set(line, title || "");
          if (this.shown.node === node) this.move.replaceChildren(...this.onMove(node, this.shown.turn));
        },
        () => {},
      );
    }
    return this.named.get(line);
  }
}
