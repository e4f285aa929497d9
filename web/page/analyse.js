// Analyse: any game or position, on the board, as a curve, in words.

import { Board } from "./components/board.js";
import { button, make } from "./components/dom.js";
import { MoveList } from "./components/moves.js";
import { legalMoves, PASS } from "./components/rules.js";
import { Stepper } from "./components/stepper.js";
import { TEXTS } from "./components/texts.js";
import { checkPosition } from "./brain.js";
import { Editor } from "./editor.js";
import { GameCurve } from "./game-curve.js";
import { Input } from "./input.js";
import { Judgement } from "./judgement.js";
import { Live } from "./live.js";
import { Output } from "./output.js";
import { gameOf, openItem, titleOf } from "./record.js";
import { load, saveSoon } from "./storage.js";
import { GameTree } from "./tree.js";
import { boardOf, entriesOf, movesOf, Tally, valuesOf } from "./views.js";
import { Words } from "./words.js";

const KEY = "analyse";
const texts = TEXTS.web.analyse;

/** The view of one game under analysis. */
export class AnalyseView {
  constructor() {
    const kept = load(KEY, {});
    this.tree = GameTree.from(kept.tree || null) || new GameTree();
    this.facts = kept.facts && typeof kept.facts === "object" ? kept.facts : {};
    this.isEditing = false;
    this.judgement = new Judgement({
      // A live search that is on would follow the next step and end the analysis.
      onStart: () => this.live.stop(),
      onChange: () => this.render(),
      onMessage: (text) => this.say(text),
    });
    this.live = new Live({
      where: () => this.tree.current.position,
      onReport: () => this.renderBoard(),
      onMessage: (text) => this.say(text),
    });
    this.build();
    this.judgement.restore(kept.judged, this.tree);
    this.render();
  }

  build() {
    this.title = make("h2", { id: "game-title" });
    this.facts_ = make("p", { class: "facts", id: "game-facts" });
    const table = make("section", { class: "card", "aria-label": TEXTS.board.label });
    this.board = new Board(table, { onSquare: (name) => this.place(name) });
    this.tally = new Tally(table);
    this.stepper = new Stepper(table, { onStep: (index) => this.goTo(this.tree.lineThrough()[index]) });
    this.editButton = button(texts.edit, () => this.edit(), { id: "edit" });
    this.newButton = button(texts.newBoard, () => this.open({ tree: new GameTree(), facts: {} }), {
      id: "new-board",
    });
    table.append(make("div", { class: "buttons" }, this.live.element, this.editButton, this.newButton));
    this.editor = new Editor({
      onChange: (position) => this.board.show({ discs: position.slice(0, 64), marks: false, isFree: true }),
      onDone: (position) => this.edited(position),
    });
    this.message = make("p", { class: "message", role: "status", id: "analyse-message" });
    this.words = new Words({ onLine: (line, from) => this.addLine(line, from) });
    const moves = make("section", { class: "card" }, make("h2", {}, texts.moves));
    this.list = new MoveList(moves, {
      onSelect: (id) => this.goTo(this.tree.nodes.get(id)),
      className: "marked",
    });
    this.curve = new GameCurve({ onSelect: (index) => this.goTo(this.tree.mainLine()[index]) });
    this.input = new Input({ onOpen: (item) => this.open(openItem(item)) });
    this.output = new Output({ source: () => this.exported() });
    this.element = make(
      "div",
      { class: "view table-view" },
      make("div", { class: "heading" }, this.title, this.facts_),
      make("div", { class: "side" }, table, this.editor.element, this.words.element),
      make(
        "div",
        { class: "side" },
        this.input.element,
        make(
          "section",
          { class: "card" },
          make("h2", {}, texts.whole),
          this.judgement.element,
          this.message,
          this.curve.element,
        ),
        moves,
        this.output.element,
      ),
    );
    this.input.takeDrops(this.element);
    this.input.takePastes(() => !this.element.hidden);
    this.element.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Arrows step wherever no control needs them. */
  onKey(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 };
    const isTaken = event.target.closest("input, select, textarea, .board-grid, .moves") !== null;
    if (isTaken || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    this.stepper.go(this.tree.pathTo().length - 1 + steps[event.key]);
  }

  /** Opens a game: a tree and its facts. */
  open({ tree, facts }) {
    this.live.stop();
    this.judgement.clear();
    this.tree = tree;
    this.facts = facts;
    const fault = ["illegal_move", "crashed"].some(
      (name) => facts.ending && Object.hasOwn(Object(facts.ending), name),
    );
    // A game that a fault ended opens where that happened.
    if (fault || facts.ending === "timed_out") this.tree.current = this.tree.mainLine().at(-1);
    this.stopEditing();
    this.say("");
    this.render();
  }

  /** Ends the live search: another view is shown. */
  leave() {
    if (this.live.isOn) this.live.stop();
  }

  goTo(node) {
    if (node === undefined || this.isEditing) return;
    this.tree.current = node;
    this.live.follow();
    this.render();
  }

  place(name) {
    if (this.isEditing) {
      this.editor.place(name);
      return;
    }
    const node = this.tree.play(name);
    if (node !== null) this.goTo(this.tree.behindPasses(node));
  }

  /** Adds the engine's line as a variation and shows where it leads first. */
  addLine(line, from) {
    const moves = movesOf(line);
    let at = from;
    for (const move of moves) at = this.tree.play(move, at) || at;
    const [first] = moves;
    this.goTo(from.children.find((child) => child.move === first) || from);
    this.say(texts.lineAdded);
  }

  edit() {
    this.live.stop();
    this.isEditing = true;
    this.render();
    this.editor.open(this.tree.current.position);
  }

  async edited(position) {
    if (position === null) {
      this.stopEditing();
      this.render();
      return;
    }
    try {
      await checkPosition(position);
      this.open({ tree: new GameTree(position), facts: {} });
    } catch (error) {
      this.editor.open(position);
      this.say(error.message);
    }
  }

  stopEditing() {
    this.isEditing = false;
    this.editor.element.hidden = true;
  }

  exported() {
    const { current } = this.tree;
    const { discs, last } = boardOf(current);
    const values = this.reportHere() === null ? new Map() : valuesOf(this.reportHere());
    return {
      game: gameOf(this.tree, this.facts, current),
      picture: {
        position: current.position,
        discs,
        last,
        values: this.live.isOn ? values : new Map(),
        caption: titleOf(this.facts, TEXTS.web.record),
      },
    };
  }

  /** The report on the position on the board: live, or from the whole game's analysis. */
  reportHere() {
    const { current } = this.tree;
    return this.live.reportOn(current.position) || this.judgement.reportOn(current);
  }

  say(text) {
    if (this.message.textContent !== text) this.message.textContent = text;
  }

  render() {
    this.renderBoard();
    this.title.textContent = titleOf(this.facts, TEXTS.web.record);
    this.facts_.textContent = texts.facts(this.facts);
    this.facts_.hidden = this.facts_.textContent === "";
    const line = this.tree.lineThrough();
    const current = line.indexOf(this.tree.current);
    const { move } = this.tree.current;
    const where = TEXTS.positionOf(current, line.length - 1);
    this.stepper.show({
      current,
      last: line.length - 1,
      text: move === null ? where : `${where}, ${move === PASS ? TEXTS.pass : move}`,
    });
    this.list.show(entriesOf(this.tree, (node) => this.judgement.describe(node)));
    this.list.select(this.tree.current.id);
    this.curve.show(this.tree, this.judgement);
    this.judgement.element.hidden = this.tree.mainLine().length < 2;
    this.judgement.game = () => ({ game: gameOf(this.tree, this.facts, this.tree.root), tree: this.tree });
    this.editButton.disabled = this.isEditing;
    saveSoon(KEY, () => ({ tree: this.tree.toJSON(), facts: this.facts, judged: this.judgement.kept() }));
  }

  /** The parts that change with every report. */
  renderBoard() {
    const { current } = this.tree;
    if (!this.isEditing) {
      const report = this.reportHere();
      const isShown = this.live.isOn && report !== null;
      this.board.show({
        ...boardOf(current),
        legal: legalMoves(current.position),
        values: isShown ? valuesOf(report) : new Map(),
      });
      this.words.show({
        node: current,
        report,
        turn: this.judgement.turnOf(current),
        isLive: this.live.isOn,
      });
    }
    this.tally.show(current.position);
  }
}
