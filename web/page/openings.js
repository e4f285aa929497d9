// The named openings as a tree: by moves on the board or by name; any line can be learned.

import { Board } from "./components/board.js";
import { button, make, signed } from "./components/dom.js";
import { flips, legalMoves, play, START, squareIndex } from "./components/rules.js";
import { TEXTS } from "./components/texts.js";
import { openings } from "./brain.js";
import { Lesson } from "./lesson.js";
import { GameTree } from "./tree.js";
import { Tally } from "./views.js";

const texts = TEXTS.web.openings;

/** The browser of openings, and the lesson on the one that is learned. */
export class Openings {
  constructor({ onAnalyse }) {
    this.onAnalyse = onAnalyse;
    this.list = null;
    this.line = [];
    this.lesson = new Lesson({ onEnd: () => this.render(), onShow: (state) => this.showLesson(state) });
    this.build();
  }

  build() {
    const table = make("section", { class: "card", "aria-label": TEXTS.board.label });
    this.board = new Board(table, { onSquare: (name) => this.place(name) });
    this.tally = new Tally(table);
    this.status = make("p", { class: "status", role: "status", id: "opening-status" });
    this.back = button(texts.back, () => this.goTo(this.line.slice(0, -1)), { id: "opening-back" });
    this.toStart = button(texts.toStart, () => this.goTo([]));
    this.learnBlack = button(texts.learnAs(TEXTS.colors.black), () => this.learn("X"), { id: "learn-black" });
    this.learnWhite = button(texts.learnAs(TEXTS.colors.white), () => this.learn("O"), { id: "learn-white" });
    this.analyse = button(texts.analyse, () => {
      const tree = new GameTree();
      tree.current = tree.addLine(this.line);
      this.onAnalyse(tree);
    });
    this.endLesson = button(texts.endLesson, () => this.lesson.end(), { id: "end-lesson" });
    table.append(
      this.status,
      make(
        "div",
        { class: "buttons" },
        this.back,
        this.toStart,
        this.learnBlack,
        this.learnWhite,
        this.analyse,
        this.endLesson,
      ),
    );
    this.search = make("input", {
      type: "search",
      id: "opening-search",
      "aria-label": texts.search,
      placeholder: texts.search,
      autocomplete: "off",
    });
    this.search.addEventListener("input", () => this.renderNames());
    this.replies = make("ul", { class: "replies", id: "replies" });
    this.names = make("ul", { class: "names", id: "opening-names" });
    this.element = make(
      "div",
      { class: "table-view" },
      table,
      make(
        "div",
        { class: "side" },
        make("section", { class: "card" }, make("h2", {}, texts.replies), this.replies),
        make("section", { class: "card" }, make("h2", {}, texts.names), this.search, this.names),
      ),
    );
  }

  /** Loads the openings when first shown. */
  async open() {
    if (this.list !== null) return;
    this.status.textContent = TEXTS.web.loading;
    try {
      this.list = await openings();
      this.root = prefixTree(this.list);
      this.render();
      this.renderNames();
    } catch (error) {
      this.status.textContent = error.message;
    }
  }

  position() {
    return this.line.reduce((position, move) => play(position, move) || position, START);
  }

  /** The node of the tree where the line has led; null outside of it. */
  node() {
    return this.line.reduce((at, move) => (at === null ? null : at.children.get(move) || null), this.root);
  }

  goTo(line) {
    this.lesson.end();
    this.line = line;
    this.render();
  }

  place(name) {
    if (this.list === null) return;
    if (this.lesson.isOn) {
      this.lesson.place(name);
      return;
    }
    if (play(this.position(), name) !== null) this.goTo([...this.line, name]);
  }

  learn(side) {
    const node = this.node();
    if (node === null || node.opening === null) return;
    this.lesson.begin({ line: node.opening.line, name: node.opening.names[0], side });
    this.render();
  }

  render() {
    if (this.list === null) return;
    const isLearning = this.lesson.isOn;
    const node = this.node();
    if (!isLearning) {
      const position = this.position();
      this.showPosition(position, this.line);
      this.status.textContent = this.statusText(node);
      const entries = node === null ? [] : [...node.children].sort((a, b) => b[1].count - a[1].count);
      this.replies.replaceChildren(...entries.map(([move, child]) => this.replyItem(move, child)));
      if (entries.length === 0) this.replies.append(make("li", { class: "soft" }, texts.noReplies));
    }
    const canLearn = !isLearning && node !== null && node.opening !== null;
    this.learnBlack.hidden = !canLearn;
    this.learnWhite.hidden = !canLearn;
    this.endLesson.hidden = !isLearning;
    this.analyse.hidden = isLearning;
    this.back.disabled = isLearning || this.line.length === 0;
    this.toStart.disabled = isLearning || this.line.length === 0;
  }

  showPosition(position, line) {
    const last = line.length === 0 ? null : squareIndex(line.at(-1));
    const before = line.slice(0, -1).reduce((at, move) => play(at, move) || at, START);
    this.board.show({
      discs: position.slice(0, 64),
      legal: legalMoves(position),
      last,
      flipped: last === null ? [] : flips(before, last),
    });
    this.tally.show(position);
  }

  showLesson({ position, line, text }) {
    this.showPosition(position, line);
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  statusText(node) {
    if (this.line.length === 0) return texts.welcome(this.list.length);
    if (node === null || node.opening === null) return texts.unnamed(this.line.join(" "));
    const { names, value } = node.opening;
    const progress = this.lesson.progressOf(node.opening.line);
    const learned = progress === null ? "" : texts.progress(progress.passed, progress.failed);
    return [texts.named(names.join(" / "), texts.value(signed(value))), learned].join(" ").trim();
  }

  replyItem(move, child) {
    const name = child.opening === null ? "" : child.opening.names[0];
    const value = child.opening === null ? "" : texts.value(signed(child.opening.value));
    const go = button(move, () => this.goTo([...this.line, move]), { class: "line" });
    const words = [name, value, texts.count(child.count)].filter((part) => part !== "").join(", ");
    return make("li", {}, go, make("span", {}, ` ${words}`));
  }

  renderNames() {
    const wanted = this.search.value.trim().toLowerCase();
    const isWanted = ({ names, line }) =>
      names.some((name) => name.toLowerCase().includes(wanted)) || line.startsWith(wanted);
    const found = this.list === null ? [] : this.list.filter(isWanted);
    this.names.replaceChildren(
      ...found.map((opening) => {
        const go = button(opening.names.join(" / "), () => this.goTo(opening.line.match(/../g)), {
          class: "line",
        });
        const progress = this.lesson.progressOf(opening.line);
        const learned = progress !== null && progress.passed > 0 ? texts.learned : "";
        return make(
          "li",
          {},
          go,
          make(
            "span",
            { class: "soft numeric" },
            ` ${opening.line} ${texts.value(signed(opening.value))} ${learned}`,
          ),
        );
      }),
    );
    if (found.length === 0) this.names.append(make("li", { class: "soft" }, texts.noMatch));
  }
}

/** The lines as a tree: `{ children: Map of move to node, opening, count of openings from here on }`. */
function prefixTree(list) {
  const make = () => ({ children: new Map(), opening: null, count: 0 });
  const root = make();
  for (const opening of list) {
    let at = root;
    for (const move of opening.line.match(/../g)) {
      if (!at.children.has(move)) at.children.set(move, make());
      at = at.children.get(move);
      at.count += 1;
    }
    at.opening = opening;
  }
  return root;
}
