// Openings as a tree: every legal move with its value, and its name if it has one; any line can be learned.

import { button, make, signed } from "./components/dom.js";
import {
  flips,
  legalMoves,
  PASS,
  play,
  sideToMove,
  squareIndex,
  squareName,
  START,
} from "./components/rules.js";
import { openings, continuationsFrom } from "./engine-client.js";
import { langOfName, openingName, ownName, t } from "./language.js";
import { Drill } from "./drill.js";
import { oriented, orientedAs } from "./lines.js";
import { Live } from "./live.js";
import { GameTree } from "./tree.js";
import { Stage, valuesOf, valueText } from "./views.js";

/** The browser of openings, and the drill on the one that is learned. */
export class Openings {
  constructor({ onAnalyse }) {
    this.onAnalyse = onAnalyse;
    this.list = null;
    /** The moves on the board, in the orientation in which they were played. */
    this.line = [];
    /** What a drill that was passed says; it stays until the line changes. */
    this.outcome = null;
    this.drill = new Drill({ onEnd: () => this.render(), onShow: (state) => this.showDrill(state) });
    this.live = new Live({
      where: () => this.position(),
      isWanted: () => !this.drill.isOn,
      onReport: () => this.render(),
      onMessage: (text) => this.stage.say(text),
    });
    /** The games whose moves are counted: their numbers in the file (null: all), and a text for them. */
    this.source = null;
    /** How often each move occurs in these games, by position. */
    this.counts = new Map();
    this.build();
  }

  build() {
    this.stage = new Stage({ onSquare: (name) => this.place(name), statusId: "opening-status" });
    this.back = button(t("stepper-back"), () => this.goTo(this.line.slice(0, -1)), { id: "opening-back" });
    this.toStart = button(t("stepper-start"), () => this.goTo([]), { id: "opening-start" });
    this.learnBlack = button(t("learn-as", { color: "black" }), () => this.learn("X"), { id: "learn-black" });
    this.learnWhite = button(t("learn-as", { color: "white" }), () => this.learn("O"), { id: "learn-white" });
    this.review = button("", () => this.reviewNext(), { id: "review", class: "primary" });
    this.analyse = button(t("view-analyse"), () => {
      const tree = new GameTree();
      tree.current = tree.addLine(this.line);
      this.onAnalyse(tree);
    });
    this.endDrill = button(t("end-drill"), () => this.drill.end(), { id: "end-drill" });
    this.stage.panel.append(
      make(
        "div",
        { class: "buttons" },
        this.back,
        this.toStart,
        this.learnBlack,
        this.learnWhite,
        this.review,
        this.analyse,
        this.endDrill,
      ),
    );
    this.search = make("input", {
      type: "search",
      id: "opening-search",
      "aria-label": t("search-openings"),
      placeholder: t("search-openings"),
      autocomplete: "off",
    });
    this.search.addEventListener("input", () => this.renderNames());
    this.replies = make("ul", { class: "replies", id: "replies" });
    this.statistics = make("p", { class: "facts", id: "opening-statistics" });
    this.names = make("ul", { class: "names", id: "opening-names" });
    this.side = make(
      "div",
      { class: "side" },
      make("section", { class: "card" }, make("h2", {}, t("replies")), this.replies, this.statistics),
      make("section", { class: "card" }, make("h2", {}, t("named-openings")), this.search, this.names),
    );
    this.element = make("div", { class: "table-view" }, this.stage.place, this.stage.panel, this.side);
  }

  /** Loads the openings when first shown. */
  async open() {
    if (this.list !== null) {
      this.render();
      return;
    }
    this.stage.say(t("loading"));
    try {
      this.list = await openings();
      this.byLine = new Map(this.list.map((opening) => [opening.line, opening]));
      this.render();
      this.renderNames();
    } catch (error) {
      this.stage.say(error.message);
    }
  }

  /** Counts the moves of some games of the file: their numbers, and what they are in words. */
  count(source) {
    this.source = source;
    this.counts.clear();
  }

  /** What keys do here. */
  actions() {
    const press = (control) => () => !control.hidden && !control.disabled && control.click();
    return [
      { key: "arrowleft", text: t("stepper-back"), run: press(this.back) },
      { key: "home", text: t("stepper-start"), run: press(this.toStart) },
      { key: "k", text: t("learn-as", { color: "black" }), run: press(this.learnBlack) },
      { key: "w", text: t("learn-as", { color: "white" }), run: press(this.learnWhite) },
      { key: "r", text: t("review-key"), run: press(this.review) },
      { key: "x", text: t("end-drill"), run: press(this.endDrill) },
    ];
  }

  position(line = this.line) {
    return line.reduce((position, move) => play(position, move) || position, START);
  }

  /** The named opening behind moves, in whatever orientation. */
  openingAt(line) {
    return this.byLine.get(oriented(line.join(""))) || null;
  }

  goTo(line) {
    this.drill.end();
    this.line = line;
    this.outcome = null;
    this.render();
  }

  place(name) {
    if (this.list === null) return;
    if (this.drill.isOn) {
      this.drill.place(name);
      return;
    }
    const next = play(this.position(), name);
    if (next === null) return;
    const line = [...this.line, name];
    this.goTo(
      play(next, PASS) === null || legalMoves(play(next, PASS)).length === 0 ? line : [...line, PASS],
    );
  }

  learn(side) {
    const opening = this.openingAt(this.line);
    if (opening === null) return;
    const name = openingName([opening.names[0]]);
    this.drill.begin({ moves: this.line, key: opening.line, name, side });
    this.render();
  }

  /** Asks the line that has waited longest for its repetition. */
  reviewNext() {
    const [due] = this.drill.due();
    const opening = due && this.byLine.get(due.key);
    if (!opening) return;
    this.line = opening.line.match(/../g);
    const name = openingName([opening.names[0]]);
    this.drill.begin({ moves: this.line, key: due.key, name, side: due.side });
    this.render();
  }

  render() {
    if (this.list === null) return;
    const isLearning = this.drill.isOn;
    const opening = this.openingAt(this.line);
    const due = this.drill.due().length;
    if (!isLearning) {
      this.live.follow();
      this.showPosition(this.position(), this.line, this.live.reportOn(this.position()));
      this.stage.say(this.outcome ?? this.statusText(opening));
      this.renderReplies();
    }
    const canLearn = !isLearning && opening !== null;
    this.learnBlack.hidden = !canLearn;
    this.learnWhite.hidden = !canLearn;
    this.review.hidden = isLearning || due === 0;
    this.review.textContent = t("review", { count: due });
    this.endDrill.hidden = !isLearning;
    this.analyse.hidden = isLearning;
    this.back.disabled = isLearning || this.line.length === 0;
    this.toStart.disabled = isLearning || this.line.length === 0;
    // The lists hold the moves that a drill asks for.
    this.side.hidden = isLearning;
  }

  /** Every legal move: those with a name first, then by value. */
  renderReplies() {
    const position = this.position();
    const report = this.live.reportOn(position);
    const values = new Map((report?.moves ?? []).map((entry, rank) => [entry.move, { ...entry, rank }]));
    const counts = this.countsOf(position);
    const entries = legalMoves(position).map((index) => {
      const move = squareName(index);
      return {
        move,
        opening: this.openingAt([...this.line, move]),
        value: values.get(move),
        count: counts?.get(move),
      };
    });
    const rank = ({ value }) => (value === undefined ? 64 : value.rank);
    const games = ({ count }) => (count === undefined ? 0 : count.games);
    entries.sort((a, b) => games(b) - games(a) || rank(a) - rank(b));
    this.replies.replaceChildren(...entries.map((entry) => this.replyItem(entry)));
    if (entries.length === 0) this.replies.append(make("li", { class: "soft" }, t("no-replies")));
    this.statistics.textContent = counts === null ? t("statistics-none") : this.source.text;
  }

  /** How the games of the last file went on; null if there is none, or it is not known yet. */
  countsOf(position) {
    if (this.source === null) return null;
    if (!this.counts.has(position)) {
      this.counts.set(position, null);
      continuationsFrom(position, this.source.games).then(
        ({ games, moves }) => {
          if (games === 0) return;
          this.counts.set(position, new Map(moves.map((entry) => [entry.move, entry])));
          if (this.position() === position && !this.drill.isOn) this.render();
        },
        () => {},
      );
    }
    return this.counts.get(position);
  }

  replyItem({ move, opening, value, count }) {
    const go = button(move, () => this.place(move), { class: "line" });
    const score = make("b", { class: "line-value numeric" }, value === undefined ? "" : valueText(value));
    const name = opening && make("bdi", langOfName(opening.names), openingName([opening.names[0]]));
    const words = countWords(count).filter((part) => part !== "");
    return make("li", {}, go, score, name, ...words.map((word) => make("span", { class: "soft" }, word)));
  }

  showPosition(position, line, report = null) {
    const last = line.length === 0 || line.at(-1) === PASS ? null : squareIndex(line.at(-1));
    const before = this.position(line.slice(0, -1));
    this.stage.show({
      discs: position.slice(0, 64),
      legal: legalMoves(position),
      last,
      flipped: last === null ? [] : flips(before, last),
      values: report === null ? new Map() : valuesOf(report),
    });
    this.stage.showScore(position);
  }

  showDrill({ position, line, text }) {
    this.showPosition(position, line);
    this.stage.say(text);
    this.outcome = this.drill.isOn ? null : text;
  }

  statusText(opening) {
    const color = sideToMove(this.position()) === "X" ? "black" : "white";
    if (this.line.length === 0) return t("openings-welcome", { count: this.list.length });
    if (opening === null) return t("opening-unnamed", { line: this.line.join(" "), color });
    const { names, value } = opening;
    const progress = this.drill.progressOf(opening.line);
    const named = t("opening-named", { names: openingName(names), value: signed(value) });
    const learned =
      progress === null ? "" : t("drill-progress", { passed: progress.passed, failed: progress.failed });
    return `${named} ${learned}`.trim();
  }

  renderNames() {
    const wanted = this.search.value.trim().toLowerCase();
    const line = oriented(wanted.replace(/\s+/g, ""));
    const isWanted = ({ names, line: moves }) =>
      [...names, ownName(names[0]) ?? ""].some((name) => name.toLowerCase().includes(wanted)) ||
      moves.startsWith(line);
    const found = this.list === null ? [] : this.list.filter(isWanted);
    this.names.replaceChildren(
      ...found.map((opening) => {
        const first = this.line[0] ?? "f5";
        const moves = orientedAs(opening.line, first);
        const { names } = opening;
        const go = button(openingName(names), () => this.goTo(moves.match(/../g)), {
          class: "line",
          ...langOfName(names),
        });
        const english =
          ownName(names[0]) === null ? null : make("span", { class: "soft", lang: "en" }, names.join(" / "));
        const progress = this.drill.progressOf(opening.line);
        const learned = progress !== null && progress.passed > 0 ? t("learned") : "";
        const facts = `${opening.line} ${t("value-for-black", { value: signed(opening.value) })} ${learned}`;
        return make("li", {}, go, english, make("span", { class: "soft numeric" }, facts));
      }),
    );
    if (found.length === 0) this.names.append(make("li", { class: "soft" }, t("no-match")));
  }
}

/** A move's games and score, in words. */
function countWords(count) {
  if (count === undefined) return [];
  const percent = count.scored === 0 ? null : Math.round((100 * count.points) / count.scored);
  return [t("played-in", { games: count.games }), percent === null ? "" : t("played-score", { percent })];
}
