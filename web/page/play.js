// Play against the engine: moves, hints, undo, clocks, and what happens at the end.

import { button, make } from "./components/dom.js";
import { MoveList } from "./components/moves.js";
import { colorOf, discCounts, isPosition, legalMoves, PASS, sideToMove } from "./components/rules.js";
import { Clock } from "./clock.js";
import { engineMove, think } from "./engine-client.js";
import { t } from "./language.js";
import { controlText, levelName, levelText, NewGame, settingsFrom } from "./play-settings.js";
import { gameOf } from "./record.js";
import { gameIn, newId, saveGames } from "./saved-games.js";
import { endSound, moveSound } from "./sound.js";
import { load, saveSoon } from "./storage.js";
import { GameTree } from "./tree.js";
import { boardOf, clockText, entriesOf, movesOf, Stage, valuesOf, valueText, valueWords } from "./views.js";
import { sentencesOf } from "./words.js";

const KEY = "play";

/** Playouts of a hint. */
const HINT = { mode: "estimate", playouts: 4000 };
/** Milliseconds between two looks at the clock. */
const TICK = 200;
/** A move of the engine takes at most this share of the time that it has left. */
const SHARE_OF_TIME = 1 / 12;

const other = (side) => (side === "X" ? "O" : "X");
const indexOf = (side) => (side === "X" ? 0 : 1);

/** The view of a game against the engine. */
export class PlayView {
  constructor({ onAnalyse, onSaved }) {
    const kept = load(KEY, {});
    this.settings = settingsFrom(kept.settings);
    this.tree = GameTree.from(kept.tree || null) || new GameTree();
    this.visitor = kept.visitor === "O" ? "O" : "X";
    this.clock = new Clock(this.settings.control, Array.isArray(kept.used) ? kept.used : [0, 0]);
    this.hasBegun = kept.tree !== undefined;
    this.ending = endingFrom(kept.ending, this.tree);
    this.id = typeof kept.id === "string" ? kept.id : newId();
    this.hasHelp = kept.hasHelp === true;
    this.isSaved = kept.isSaved === true;
    this.hint = null;
    this.task = null;
    this.onAnalyse = onAnalyse;
    this.onSaved = onSaved;
    this.build();
    if (this.hasBegun && this.isVisitorsTurn) this.clock.run(indexOf(this.visitor));
    this.render();
    setInterval(() => this.tick(), TICK);
  }

  build() {
    this.stage = new Stage({ onSquare: (name) => this.place(name) });
    this.newButton = button(t("new-game"), () => this.askNewGame(), { id: "new-game" });
    this.undoButton = button(t("undo"), () => this.undo(), { id: "undo" });
    this.redoButton = button(t("redo"), () => this.redo(), { id: "redo" });
    this.hintButton = button(t("hint"), () => this.askHint(), { id: "hint" });
    this.resignButton = button(t("resign"), () => this.resign(), { id: "resign" });
    this.goOn = button(t("go-on"), () => this.advance(), { id: "go-on" });
    this.mistakesButton = button(t("my-mistakes"), () => this.showMistakes(), {
      id: "my-mistakes",
      class: "primary",
    });
    this.rematchButton = button(t("rematch"), () => this.rematch(), { id: "rematch" });
    this.stage.panel.append(
      make(
        "div",
        { class: "buttons" },
        this.mistakesButton,
        this.rematchButton,
        this.newButton,
        this.undoButton,
        this.redoButton,
        this.hintButton,
        this.resignButton,
        this.goOn,
      ),
    );
    this.hintWords = make("div", { class: "words", id: "hint-words" });
    this.facts = make("p", { class: "facts", id: "play-facts" });
    this.saveMessage = make("p", { class: "message", role: "status", id: "save-message" });
    const moves = make(
      "section",
      { class: "card", "aria-label": t("moves") },
      this.facts,
      this.saveMessage,
      this.hintWords,
    );
    this.list = new MoveList(moves, { onSelect: (id) => this.goTo(this.tree.nodes.get(id)) });
    this.analyseButton = button(t("analyse-game"), () => this.analyse(null), { id: "analyse-game" });
    moves.append(make("div", { class: "buttons" }, this.analyseButton));
    this.element = make(
      "div",
      { class: "view table-view play" },
      this.stage.place,
      this.stage.panel,
      make("div", { class: "side" }, moves),
    );
    this.element.addEventListener("keydown", (event) => {
      // In a field the keys undo what was typed there.
      if (event.target.closest("input, textarea, select") !== null) return;
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
      event.preventDefault();
      if (event.shiftKey) this.redo();
      else this.undo();
    });
  }

  /** What keys do here. */
  actions() {
    const press = (control) => () => {
      if (!control.hidden && !control.disabled) control.click();
    };
    return [
      { key: "n", text: t("new-game"), run: press(this.newButton) },
      { key: "u", text: t("undo"), run: press(this.undoButton) },
      { key: "r", text: t("redo"), run: press(this.redoButton) },
      { key: "i", text: t("hint"), run: press(this.hintButton) },
      { key: "x", text: t("resign"), run: press(this.resignButton) },
      { key: "t", text: t("rematch"), run: press(this.rematchButton) },
      { key: "m", text: t("my-mistakes"), run: press(this.mistakesButton) },
      { key: "l", text: t("analyse-game"), run: press(this.analyseButton) },
      { key: "o", text: t("go-on"), run: press(this.goOn) },
    ];
  }

  /** A game with moves of the visitor that has not ended. */
  get isRunning() {
    const isOwn = (node) => node.move !== null && sideToMove(node.parent.position) === this.visitor;
    return this.hasBegun && !this.isEnded && this.tree.pathTo().some(isOwn);
  }

  /** Whether the game is over where the board is: by the rules, by resignation or by the clock. */
  get isEnded() {
    return this.tree.isOver() || (this.ending !== null && this.ending.id === this.tree.current.id);
  }

  askNewGame() {
    new NewGame(this.settings, { isRunning: this.isRunning, onBegin: (values) => this.begin(values) });
  }

  /** The same opponent, with colours swapped. */
  rematch() {
    this.begin({ ...this.settings, color: this.visitor === "X" ? "white" : "black" });
  }

  /** Begins a game. A running one is kept among the games, as unfinished. */
  begin(values) {
    if (this.isRunning) this.keepGame();
    this.cancel();
    this.settings = values;
    const { start, color, control } = values;
    this.tree = new GameTree();
    if (isPosition(start)) this.tree = new GameTree(start);
    else if (start !== "") this.tree.current = this.tree.addLine(start.match(/../g) || []);
    this.tree.current = this.tree.behindPasses(this.tree.current);
    this.visitor = color === "white" ? "O" : "X";
    this.clock = new Clock(control);
    this.ending = null;
    this.hasBegun = true;
    this.hasHelp = false;
    this.isSaved = false;
    this.id = newId();
    this.saveMessage.textContent = "";
    this.advance();
  }

  /** Stops the engine's job. */
  cancel() {
    if (this.task !== null) this.task.stop();
    this.task = null;
  }

  get isVisitorsTurn() {
    return sideToMove(this.tree.current.position) === this.visitor && !this.isEnded;
  }

  /** Plays the visitor's move. */
  place(name) {
    if (!this.hasBegun) this.begin({ ...this.settings, color: "black", start: "" });
    if (!this.hasBegun || this.task !== null || !this.isVisitorsTurn) return;
    const node = this.tree.play(name);
    if (node === null) return;
    if (this.ending !== null) this.ending = null;
    this.moved(node);
    this.advance();
  }

  /** A move was made: the clock of the side that made it stops. */
  moved(node) {
    this.clock.stop();
    moveSound(boardOf(node).flipped.length);
    this.tree.current = this.tree.behindPasses(node);
    this.hint = null;
  }

  /** Lets the engine move where it is its turn. */
  async advance() {
    this.cancel();
    this.hint = null;
    if (this.isEnded) {
      this.finish();
      return;
    }
    const from = this.tree.current;
    this.clock.run(indexOf(sideToMove(from.position)));
    if (this.isVisitorsTurn) {
      this.render();
      return;
    }
    const task = engineMove(from.position, this.engineEffort());
    this.task = task;
    this.render();
    try {
      const move = await task.done;
      if (this.task !== task) return;
      this.task = null;
      const node = this.tree.play(move, from);
      if (node === null) throw new Error(t("engine-trouble"));
      this.moved(node);
      this.advance();
    } catch (error) {
      if (this.task === task) this.task = null;
      this.render();
      if (!task.isStopped) this.stage.say(error.message);
    }
  }

  /** The level, and the time of a move at full strength: less than is wanted if the clock runs low. */
  engineEffort() {
    const { level, seconds } = this.settings;
    const side = other(this.visitor);
    const left = this.clock.left(indexOf(side), this.movesBy(side));
    const most = left === null ? Infinity : (left * SHARE_OF_TIME) / 1000;
    return { level, seconds: Math.max(0.02, Math.min(Number(seconds), most)) };
  }

  /** Moves that a side has made on the way to the board. */
  movesBy(side) {
    const isBy = (node) =>
      node.move !== null && node.move !== PASS && sideToMove(node.parent.position) === side;
    return this.tree.pathTo().filter(isBy).length;
  }

  /** Looks at the clock: shows it, and ends the game when a side has no time left. */
  tick() {
    if (this.clock.base === null || this.clock.running === null || this.isEnded) return;
    const side = this.clock.running === 0 ? "X" : "O";
    if (this.clock.left(this.clock.running, this.movesBy(side)) <= 0) this.end("timed_out", side);
    else if (!this.element.hidden) this.showScore();
  }

  resign() {
    if (this.isRunning) this.end("resigned", this.visitor);
  }

  /** Ends the game here, lost for one side. */
  end(kind, loser) {
    this.cancel();
    this.ending = { kind, loser, id: this.tree.current.id };
    this.finish();
  }

  /** The game is over: it is said, heard and kept. */
  finish() {
    this.clock.stop();
    endSound();
    this.render();
    this.keepGame();
  }

  /** Keeps the game among the visitor's games, once. */
  async keepGame() {
    if (this.isSaved && this.isEnded === this.wasEnded) return;
    this.isSaved = true;
    this.wasEnded = this.isEnded;
    try {
      await saveGames([this.record()]);
      this.onSaved();
    } catch (error) {
      this.saveMessage.textContent = error.message;
    }
  }

  /** The winner: black, white, draw, or null if the game has not ended. */
  winner() {
    if (!this.isEnded) return null;
    if (this.ending !== null) return colorOf(other(this.ending.loser));
    const [black, white] = discCounts(this.tree.current.position);
    return black === white ? "draw" : black > white ? "black" : "white";
  }

  /** The game as it is kept. */
  record() {
    const { tree, visitor, settings, ending, hasHelp } = this;
    const [black, white] = discCounts(tree.current.position);
    const kind = ending === null ? (this.isEnded ? "played" : "unfinished") : ending.kind;
    const you = { name: t("you") };
    const engine = { name: levelName(settings.level) };
    const game = gameOf(tree, {}, tree.current);
    game.moves = game.moves.slice(0, tree.pathTo().length - 1);
    game.players = visitor === "X" ? [you, engine] : [engine, you];
    game.ending = kind;
    const winner = this.winner();
    // The empty squares count for the winner.
    const empties = 64 - black - white;
    if (kind === "played") game.result = { score: black - white + Math.sign(black - white) * empties };
    else if (winner !== null) game.result = { winner };
    const at = new Date().toISOString();
    game.date = at.slice(0, 10);
    const { level, control } = settings;
    return {
      id: this.id,
      at,
      level,
      control,
      color: colorOf(visitor),
      winner,
      ending: kind,
      hasHelp,
      discs: [black, white],
      game: JSON.stringify(game),
    };
  }

  goTo(node) {
    this.cancel();
    this.tree.current = node;
    this.hint = null;
    if (this.isVisitorsTurn) this.clock.run(indexOf(this.visitor));
    else this.clock.stop();
    this.render();
  }

  /** Goes back to the visitor's last choice. */
  undo() {
    const earlier = this.earlierChoice();
    if (earlier === null) return;
    this.hasHelp = true;
    this.goTo(earlier);
  }

  earlierChoice() {
    const path = this.tree.pathTo().slice(0, -1).reverse();
    const isChoice = (node) =>
      sideToMove(node.position) === this.visitor && legalMoves(node.position).length > 0;
    return path.find(isChoice) || null;
  }

  /** Goes forward to the visitor's next choice in the line, or to its end. */
  redo() {
    const [, ...later] = this.tree.lineThrough().slice(this.tree.pathTo().length - 1);
    if (later.length === 0) return;
    const isChoice = (node) =>
      sideToMove(node.position) === this.visitor && legalMoves(node.position).length > 0;
    this.goTo(later.find(isChoice) || later.at(-1));
  }

  /** Has the engine value every move of the visitor. */
  async askHint() {
    if (this.task !== null || !this.isVisitorsTurn) return;
    this.hasHelp = true;
    const show = (report) => {
      // A report that was under way at an undo belongs to another position.
      if (this.task === task) this.showHint(report);
    };
    const task = think(this.tree.current.position, HINT, show);
    this.task = task;
    this.render();
    try {
      const report = await task.done;
      if (this.task !== task) return;
      this.task = null;
      this.showHint(report);
    } catch (error) {
      if (this.task === task) this.task = null;
      this.render();
      if (!task.isStopped) this.stage.say(error.message);
    }
  }

  showHint(report) {
    this.hint = report;
    this.render();
  }

  showMistakes() {
    this.analyse(colorOf(this.visitor));
  }

  /** Opens the game for analysis, up to the board's position. */
  analyse(side) {
    const { players, ending, result, date, moves } = gameIn(this.record());
    const tree = new GameTree(this.tree.root.position);
    tree.addLine(moves.map(({ move }) => (move === "pass" ? PASS : move)));
    this.onAnalyse({ tree, facts: { players, ending, result, date, plies: moves.length }, side });
  }

  render() {
    const { current } = this.tree;
    const isFree = this.task === null && this.isVisitorsTurn;
    this.stage.show({
      ...boardOf(current),
      legal: this.isVisitorsTurn ? legalMoves(current.position) : [],
      isBusy: !isFree,
      values: this.hint === null ? new Map() : valuesOf(this.hint),
    });
    this.showScore();
    this.list.show(entriesOf(this.tree));
    this.list.select(current.id);
    this.stage.say(this.statusText());
    const { isEnded, hasBegun } = this;
    this.mistakesButton.hidden = !isEnded;
    this.rematchButton.hidden = !isEnded;
    this.resignButton.hidden = isEnded;
    this.hintButton.hidden = isEnded;
    this.undoButton.disabled = this.earlierChoice() === null;
    this.redoButton.disabled = current.children.length === 0;
    this.hintButton.disabled = !isFree || !hasBegun;
    this.resignButton.disabled = !this.isRunning;
    this.goOn.hidden = this.task !== null || this.isVisitorsTurn || isEnded || !hasBegun;
    this.analyseButton.hidden = current.move === null;
    this.facts.textContent = this.factsText();
    this.hintWords.replaceChildren(...this.hintSentences().map((sentence) => make("p", {}, sentence)));
    if (hasBegun) saveSoon(KEY, () => this.kept());
  }

  showScore() {
    const left = [0, 1].map((side) => this.clock.left(side, this.movesBy(side === 0 ? "X" : "O")));
    const notes = left.map((ms) => (ms === null ? "" : clockText(ms)));
    this.stage.showScore(this.tree.current.position, notes, this.isEnded);
  }

  kept() {
    const { settings, tree, visitor, clock, ending, id, hasHelp, isSaved } = this;
    // Nodes get new numbers when a tree is read again; the moves that lead to one stay.
    const ended = ending === null ? null : { ...ending, line: tree.movesTo(tree.nodes.get(ending.id)) };
    return { settings, tree: tree.toJSON(), visitor, used: clock.used, ending: ended, id, hasHelp, isSaved };
  }

  factsText() {
    const { level, control } = this.settings;
    const clock = control === "" ? "" : controlText(control);
    const against = t("you-against", { color: colorOf(this.visitor), level: levelText(level) });
    return [against, clock].filter((part) => part !== "").join(" \u00b7 ");
  }

  statusText() {
    const { current } = this.tree;
    if (!this.hasBegun) return t("play-welcome");
    if (this.isEnded) return this.resultText();
    const mover = current.parent === null ? "" : colorOf(sideToMove(current.parent.position));
    const passed = current.move === PASS ? t("play-passed", { color: mover }) : "";
    const last =
      current.move === null || current.move === PASS
        ? ""
        : t("play-moved", { color: mover, square: current.move });
    const turn = this.isVisitorsTurn
      ? t("your-turn", { color: colorOf(this.visitor) })
      : this.task !== null
        ? t("engine-thinks")
        : t("engine-turn");
    return [last, passed, turn].filter((part) => part !== "").join(" ");
  }

  resultText() {
    const [black, white] = discCounts(this.tree.current.position);
    const isBlack = this.visitor === "X";
    const [own, others] = isBlack ? [black, white] : [white, black];
    const winner = this.winner();
    const outcome = winner === "draw" ? "draw" : winner === colorOf(this.visitor) ? "win" : "loss";
    const how = this.ending === null ? "played" : this.ending.kind;
    return t(`result-${how}`, { outcome, own, others });
  }

  hintSentences() {
    if (this.hint === null || this.hint.moves.length === 0) return [];
    const [best, ...others] = this.hint.moves;
    const line = movesOf(best.line).slice(0, 8).join(" ");
    const sentences = [t("hint-best", { move: best.move, value: valueWords(best), line })];
    if (others.length > 0) {
      const list = others.map((entry) => `${entry.move} ${valueText(entry)}`).join("; ");
      sentences.push(t("hint-others", { list }));
    }
    return [...sentences, ...sentencesOf(this.hint)];
  }
}

/** How a kept game ended before its time; null if it did not. */
function endingFrom(kept, tree) {
  if (!kept || !["resigned", "timed_out"].includes(kept.kind) || !["X", "O"].includes(kept.loser))
    return null;
  if (!Array.isArray(kept.line)) return null;
  const find = (at, move) => at?.children.find((child) => child.move === move);
  const node = kept.line.reduce(find, tree.root);
  return node === undefined ? null : { kind: kept.kind, loser: kept.loser, id: node.id };
}
