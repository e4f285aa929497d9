// Analyse: any game or position, on the board, as a curve, in words.

import { button, make } from "./components/dom.js";
import { MoveList } from "./components/moves.js";
import { colorOf, legalMoves, PASS, play, sideToMove, squareIndex } from "./components/rules.js";
import { Stepper } from "./components/stepper.js";
import { TEXTS } from "./components/texts.js";
import { Editor } from "./editor.js";
import { checkPosition } from "./engine-client.js";
import { GameCurve } from "./game-curve.js";
import { Input } from "./input.js";
import { Judgement, lossText, pointValue } from "./judgement.js";
import { t } from "./language.js";
import { Live } from "./live.js";
import { Mistakes } from "./mistakes.js";
import { Output } from "./output.js";
import { factsText, gameOf, openItem, titleOf } from "./record.js";
import { set, settings } from "./settings.js";
import { load, saveSoon } from "./storage.js";
import { GameTree } from "./tree.js";
import { boardOf, entriesOf, reversed, select, Stage, valuesOf, valueText } from "./views.js";
import { Words } from "./words.js";

const KEY = "analyse";

/** Pixels of a wheel for one move. */
const WHEEL_STEP = 50;

/** The view of one game under analysis. `onMove()` follows every change of what the address should say. */
export class AnalyseView {
  constructor({ onMove, onOpen, onCount }) {
    const kept = load(KEY, {});
    this.onMove = onMove;
    this.onOpen = onOpen;
    this.onCount = onCount;
    this.tree = GameTree.from(kept.tree || null) || new GameTree();
    this.facts = kept.facts && typeof kept.facts === "object" ? kept.facts : {};
    this.link = typeof kept.link === "string" ? kept.link : null;
    this.isEditing = false;
    this.preview = null;
    this.judgement = new Judgement({
      // A search that goes on would follow the next step and end the analysis.
      onStart: () => this.live.stop(),
      onChange: () => this.judged(),
      onMessage: (text) => this.say(text),
      onReport: (node) => node === this.tree.current && this.renderBoard(),
    });
    this.live = new Live({
      where: () => this.tree.current.position,
      isWanted: () => !this.judgement.isRunning && !this.isEditing && this.reportHere() === null,
      onReport: () => this.renderBoard(),
      onMessage: (text) => this.say(text),
    });
    this.build();
    this.judgement.restore(kept.judged, this.tree);
    this.render();
  }

  build() {
    this.stage = new Stage({
      onSquare: (name) => this.place(name),
      hasBar: true,
      statusId: "analyse-status",
    });
    this.stepper = new Stepper(this.stage.panel, {
      onStep: (index) => this.goTo(this.tree.lineThrough()[index]),
    });
    this.stepByWheel();
    this.editButton = button(t("edit"), () => this.edit(), { id: "edit" });
    const open = button(t("open-game"), () => this.input.unfold(), { id: "open-game" });
    const share = button(t("share"), () => this.output.unfold(), { id: "share" });
    this.stage.panel.append(
      make("div", { class: "buttons" }, this.live.element, open, share, this.editButton),
    );
    this.editor = new Editor({
      onChange: (position) => this.stage.show({ discs: position.slice(0, 64), marks: false, isFree: true }),
      onDone: (position) => this.edited(position),
    });
    this.title = make("h2", { id: "game-title" });
    this.facts_ = make("p", { class: "facts", id: "game-facts" });
    this.message = make("p", { class: "message", role: "status", id: "analyse-message" });
    this.words = new Words({
      onPreview: (node, moves) => this.showPreview(node, moves),
      onPlay: (move) => this.playMove(move),
    });
    const moves = make("div", {});
    this.list = new MoveList(moves, {
      onSelect: (id) => this.goTo(this.tree.nodes.get(id)),
      className: "marked",
    });
    this.mistakes = new Mistakes({ moves, onSelect: (node) => this.goTo(node) });
    this.curve = new GameCurve({ onSelect: (index) => this.goTo(this.tree.mainLine()[index]) });
    this.input = new Input({
      onOpen: (item) => {
        this.open(openItem(item));
        this.onOpen();
      },
      onNew: () => this.open({ tree: new GameTree(), facts: {} }),
      onCount: (source) => this.onCount(source),
    });
    this.output = new Output({ source: () => this.exported() });
    this.pair = make("div", { class: "pair" }, this.mistakes.element, this.words.element);
    this.column = make(
      "div",
      { class: "side" },
      this.input.top,
      this.editor.element,
      this.buildWhole(),
      this.pair,
      this.choices,
      this.input.element,
      this.output.element,
    );
    this.element = make("div", { class: "view table-view" }, this.stage.place, this.stage.panel, this.column);
    this.input.takeDrops(document);
    this.input.takePastes();
  }

  /** The game as a whole: its title, its curve, what the analysis says of it. */
  buildWhole() {
    const sides = [
      ["black", t("viewpoint-black")],
      ["white", t("viewpoint-white")],
    ];
    this.viewpoint = select(sides, settings.viewpoint, (side) => {
      set("viewpoint", side);
      this.render();
    });
    this.viewpoint.id = "viewpoint";
    this.whole = make(
      "section",
      { class: "card whole", "aria-label": t("whole-game") },
      make("div", { class: "game-heading" }, this.title, this.facts_),
      this.curve.element,
      this.message,
    );
    this.choices = make(
      "section",
      { class: "card buttons", "aria-label": t("choices") },
      make("label", { class: "field inline" }, make("span", {}, t("viewpoint")), this.viewpoint),
      this.judgement.element,
    );
    return this.whole;
  }

  /** The mouse wheel over the board steps: a notch, or as much of a touchpad's way, is a move. */
  stepByWheel() {
    let way = 0;
    this.stage.place.addEventListener(
      "wheel",
      (event) => {
        if (event.ctrlKey || this.isEditing) return;
        event.preventDefault();
        way += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : WHEEL_STEP * event.deltaY;
        const steps = Math.trunc(way / WHEEL_STEP);
        way -= steps * WHEEL_STEP;
        if (steps !== 0) this.step(Math.sign(steps));
      },
      { passive: false },
    );
  }

  /** Steps along the line on the board. */
  step(count) {
    this.stepper.go(this.tree.pathTo().length - 1 + count);
  }

  /**
   * Opens a game: a tree and its facts. `side` is whose mistakes are shown once they are known, `link` the
   * fragment that it came from, `ply` the position of the main line to begin with.
   */
  open({ tree, facts, side = null, link = null, ply = null }) {
    this.live.stop();
    this.judgement.clear();
    this.tree = tree;
    this.facts = facts;
    this.link = link;
    this.side = side;
    const fault = ["illegal_move", "crashed"].some(
      (name) => facts.ending && Object.hasOwn(Object(facts.ending), name),
    );
    // A game that a fault ended opens where that happened.
    if (fault || facts.ending === "timed_out") this.tree.current = this.tree.mainLine().at(-1);
    if (ply !== null) this.tree.current = this.tree.mainLine()[ply] || this.tree.current;
    this.stopEditing();
    this.say("");
    this.mistakes.choose(side !== null);
    this.mistakes.chooseSide(side || "both");
    if (this.isGame) this.input.fold();
    this.judgement.game = () => ({ game: gameOf(this.tree, this.facts, this.tree.root), tree: this.tree });
    if (this.isGame) this.judgement.start();
    this.render();
  }

  /** The view is shown: what has no values yet gets them. */
  enter() {
    this.judgement.game = () => ({ game: gameOf(this.tree, this.facts, this.tree.root), tree: this.tree });
    const isNew = this.isGame && this.judgement.result === null && !this.judgement.isRunning;
    if (isNew) this.judgement.start();
    this.render();
  }

  /** Ends the live search: another view is shown. */
  leave() {
    this.live.stop();
  }

  get isGame() {
    return this.tree.mainLine().length > 1;
  }

  /** The analysis has ended. The mistakes that were asked for begin with the first one. */
  judged() {
    const isAtStart = this.tree.current === this.tree.root;
    if (this.side !== null && isAtStart && this.judgement.result !== null) {
      const isOwn = ({ node }) => colorOf(sideToMove(node.parent.position)) === this.side;
      const [first] = this.judgement.faults().filter(isOwn);
      if (first !== undefined) this.tree.current = first.node;
    }
    this.side = null;
    this.render();
  }

  /** Goes to a ply of the main line. */
  goToPly(ply) {
    if (ply !== null && ply !== this.ply) this.goTo(this.tree.mainLine()[ply]);
  }

  /** What keys do here. */
  actions() {
    const fault = (step) => () => {
      const nodes = this.judgement.faults().map(({ node }) => node);
      const at = this.ply;
      const isBehind = (node) => this.judgement.line.indexOf(node) > at;
      const found =
        step > 0 ? nodes.find(isBehind) : nodes.findLast((node) => this.judgement.line.indexOf(node) < at);
      this.goTo(found);
    };
    return [
      { key: "arrowleft", text: t("stepper-back"), run: () => this.step(-1) },
      { key: "arrowright", text: t("stepper-forward"), run: () => this.step(1) },
      { key: "home", text: t("stepper-start"), run: () => this.stepper.go(0) },
      { key: "end", text: t("stepper-end"), run: () => this.stepper.go(Infinity) },
      { key: "k", text: t("mistake-before"), run: fault(-1) },
      { key: "j", text: t("mistake-next"), run: fault(1) },
      { key: "m", text: t("mistakes"), run: () => this.mistakes.choose(!this.mistakes.isShown) },
      { key: "l", text: t("live"), run: () => this.live.toggle() },
      { key: "p", text: t("play-best"), run: () => this.playBest() },
      { key: "v", text: t("viewpoint"), run: () => this.turnViewpoint() },
      { key: "o", text: t("open-game"), run: () => this.input.unfold() },
      { key: "y", text: t("share"), run: () => this.output.unfold() },
      { key: "i", text: t("edit"), run: () => this.edit() },
    ];
  }

  playBest() {
    const [best] = this.reportHere()?.moves ?? [];
    if (best !== undefined) this.playMove(best.move === "pass" ? PASS : best.move);
  }

  turnViewpoint() {
    set("viewpoint", settings.viewpoint === "black" ? "white" : "black");
    this.viewpoint.value = settings.viewpoint;
    this.render();
  }

  goTo(node) {
    if (node === undefined || this.isEditing) return;
    this.preview = null;
    this.tree.current = node;
    this.render();
  }

  place(name) {
    if (this.isEditing) this.editor.place(name);
    else this.playMove(name);
  }

  /** Plays one move: it enters the game as a variation, or is there already. */
  playMove(move) {
    const node = this.tree.play(move);
    if (node !== null) this.goTo(this.tree.behindPasses(node));
  }

  /** Shows where the moves of a line lead, without playing them; null shows the position itself again. */
  showPreview(node, moves) {
    const isHere = node === this.tree.current && !this.isEditing;
    this.preview = isHere && moves !== null ? moves : null;
    if (isHere) this.renderBoard();
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
      this.editor.open(position, error.message);
    }
  }

  stopEditing() {
    this.isEditing = false;
    this.editor.element.hidden = true;
  }

  exported() {
    const { current } = this.tree;
    const { discs, last } = boardOf(current);
    const report = this.reportHere();
    return {
      game: gameOf(this.tree, this.facts, current),
      ply: this.tree.pathTo().length - 1,
      picture: {
        position: current.position,
        discs,
        last,
        values: report === null ? new Map() : valuesOf(report),
        caption: titleOf(this.facts),
      },
    };
  }

  /** The ply of the main line that is on the board, or where the variation on the board leaves it. */
  get ply() {
    const line = this.tree.mainLine();
    return Math.max(...this.tree.pathTo().map((node) => line.indexOf(node)));
  }

  /** The report on the position on the board: the deepest that there is. */
  reportHere() {
    const { current } = this.tree;
    const own = this.live.reportOn(current.position);
    const judged = this.judgement.reportOn(current);
    if (own === null || judged === null) return own || judged;
    return own.exact || (!judged.exact && own.playouts >= judged.playouts) ? own : judged;
  }

  say(text) {
    if (this.message.textContent !== text) this.message.textContent = text;
  }

  render() {
    const title = titleOf(this.facts);
    this.title.textContent = title;
    this.facts_.textContent = factsText(this.facts);
    this.facts_.hidden = this.facts_.textContent === "";
    this.whole.hidden = !this.isGame;
    this.choices.hidden = !this.isGame;
    this.placeInput();
    this.mistakes.element.hidden = !this.isGame;
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
    this.mistakes.show(this.judgement, this.tree.current);
    this.curve.show(this.tree, this.judgement);
    this.editButton.disabled = this.isEditing;
    this.renderBoard();
    this.live.follow();
    this.onMove();
    const { link } = this;
    saveSoon(KEY, () => ({
      tree: this.tree.toJSON(),
      facts: this.facts,
      judged: this.judgement.kept(),
      link,
    }));
  }

  /** Without a game, what opens one comes first. */
  placeInput() {
    const next = this.isGame ? this.output.element : this.pair;
    if (this.input.element.nextSibling !== next) this.column.insertBefore(this.input.element, next);
  }

  /** The parts that change with every report. */
  renderBoard() {
    const { current } = this.tree;
    const report = this.reportHere();
    const color = colorOf(sideToMove(current.position));
    this.stage.showScore(current.position);
    if (report !== null && report.moves.length > 0) this.stage.explain(t("values-for", { color }));
    this.showBar(report);
    if (this.isEditing) return;
    this.stage.say(this.statusText());
    this.words.show({
      node: current,
      report,
      turn: this.judgement.turnOf(current),
      isLive: this.live.isOn,
    });
    if (this.preview !== null) {
      this.showLine(current.position, this.preview);
      return;
    }
    this.stage.show({
      ...boardOf(current),
      legal: legalMoves(current.position),
      values: report === null ? new Map() : valuesOf(report),
    });
  }

  /** The position behind a line, its discs numbered. */
  showLine(from, moves) {
    let position = from;
    const labels = new Map();
    moves.forEach((move, index) => {
      const next = play(position, move);
      if (next === null) return;
      position = next;
      if (move !== PASS) labels.set(squareIndex(move), String(index + 1));
    });
    this.stage.show({ discs: position.slice(0, 64), labels });
    this.stage.say(t("previewing", { count: moves.length }));
  }

  /** The value of the position for black: the best move's, or the count at the end. */
  showBar(report) {
    const point = this.judgement.pointOf(this.tree.current);
    if (point !== null) {
      this.stage.bar.show(point.value, pointValue(point));
      return;
    }
    const [best] = report === null ? [] : report.moves;
    if (best === undefined) {
      this.stage.bar.show(null);
      return;
    }
    const isBlack = sideToMove(report.position) === "X";
    const forBlack = isBlack ? best : reversed(best);
    const shown = settings.viewpoint === "black" ? forBlack : reversed(forBlack);
    this.stage.bar.show(forBlack.value, valueText(shown));
  }

  /** The move that led here in few words. */
  statusText() {
    const { current } = this.tree;
    const turn = this.judgement.turnOf(current);
    const last = this.tree.lineThrough().length - 1;
    if (last === 0) return t("analyse-welcome");
    const parts = [TEXTS.positionOf(this.tree.pathTo().length - 1, last)];
    if (current.move !== null) {
      const move = current.move === PASS ? TEXTS.pass : current.move;
      const isFault = turn !== null && TEXTS.classMarks[turn.class] !== "";
      parts.push(isFault ? `${move}${TEXTS.classMarks[turn.class]} ${lossText(turn)}` : move);
    }
    return parts.join(" \u00b7 ");
  }
}
