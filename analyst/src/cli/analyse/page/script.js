const { games } = data;
const texts = TEXTS.analysis;

/** Best moves that are listed. */
const MAX_MOVES = 6;
/** Letters of a line that are shown. */
const MAX_LINE = 28;

let shown = games[0];
let positions = [];
let current = 0;

const nameOf = (name) => name || texts.unknownPlayer;
const titleOf = (one) => texts.versus(nameOf(one.black), nameOf(one.white));
const isPass = (move) => move === "pass";

/** The judged move that led to the current position; null at the start. */
const turnHere = () => (current > 0 ? shown.turns[current - 1] : null);

/** All positions of a game, the start first. */
function positionsOf({ start, turns }) {
  const found = [start];
  for (const { move } of turns) found.push(play(found.at(-1), isPass(move) ? PASS : move) || found.at(-1));
  return found;
}

// What does not change with the position.

function drawValues() {
  const { curve, turns, decided_by } = shown;
  const { range, ticks } = discScale(curve.map(scaleValue), signed);
  const { lines, ranges, marks } = provenAndEstimated(curve, { className: "engine" });
  turns.forEach((turn, index) => {
    if (turn.class !== "mistake" && turn.class !== "blunder") return;
    const r = turn.changes_result ? 5 : 3.5;
    const text = `${turn.move} ${TEXTS.classes[turn.class]}`;
    marks.push({ className: "bad", index: index + 1, value: scaleValue(curve[index + 1]), text, r });
  });
  const label = texts.curve(pointText(curve.at(-1)));
  valueCurve.show({ last: turns.length, range, ticks, lines, ranges, marks, flag: decided_by, label });
}

function listMoves() {
  list.show(
    shown.turns.map((turn, index) => ({
      key: index + 1,
      number: turn.number,
      color: turn.color,
      text: isPass(turn.move) ? TEXTS.pass : turn.move,
      value: pointText(seenBy(shown.curve[index + 1], turn.color === "black" ? 1 : -1)),
      mark: TEXTS.classMarks[turn.class],
      markLabel: TEXTS.classMarks[turn.class] ? TEXTS.classes[turn.class] : "",
      markClass: "bad",
    })),
  );
}

/** A point for black, or for white if `own` is -1. */
const seenBy = ({ value, lower, upper }, own) =>
  own > 0 ? { value, lower, upper } : { value: -value, lower: -upper, upper: -lower };

function open(index) {
  shown = games[index];
  positions = positionsOf(shown);
  byId("players").replaceChildren(
    discOf("black"),
    make("bdi", {}, nameOf(shown.black)),
    make("span", { class: "versus" }, TEXTS.game.against),
    discOf("white"),
    make("bdi", {}, nameOf(shown.white)),
  );
  const lost = shown.lost.map((discs) => discs.toFixed(1));
  byId("facts").textContent = texts.summary(lost, shown.decided_by);
  listMoves();
  drawValues();
}

// What does.

function onMove(turn) {
  if (turn === null) return [make("strong", {}, TEXTS.game.start)];
  const what = isPass(turn.move) ? texts.passes(turn.color) : texts.plays(turn.color, turn.move);
  const verdict = isPass(turn.move) ? "" : `: ${TEXTS.classes[turn.class]}`;
  const parts = [make("strong", {}, discOf(turn.color), what + verdict)];
  if (turn.loss >= 0.5) {
    const loss = signed(-turn.loss, turn.exact ? 0 : 1);
    parts.push(make("p", {}, texts.loss(loss, turn.best, turn.exact)));
    if (turn.changes_result) parts.push(make("p", { class: "bad" }, texts.changesResult));
  }
  return [...parts, ...turn.words.map((sentence) => make("p", {}, sentence))];
}

/** The search of the current position; null once the game is over or not searched any more. */
const searchHere = () => (current < shown.turns.length ? shown.turns[current].analysis : null);

function showBest(search) {
  if (search === null) {
    byId("best").replaceChildren();
    return;
  }
  const items = search.moves.slice(0, MAX_MOVES).map((entry) => {
    const line = entry.line.slice(0, MAX_LINE);
    return make("li", {}, `${entry.move} ${pointText(entry)} `, make("span", { class: "soft" }, line));
  });
  byId("best").replaceChildren(make("p", { class: "soft" }, texts.values), make("ol", {}, ...items));
}

function showBoard(search) {
  const position = positions[current];
  const before = positions[Math.max(current - 1, 0)];
  const turn = turnHere();
  const values = new Map();
  for (const [rank, entry] of (search === null ? [] : search.moves).entries()) {
    if (isPass(entry.move)) continue;
    const value = discValue(entry.value, { exact: entry.lower === entry.upper, best: rank === 0 });
    const bound = boundOf(entry);
    if (bound !== null) {
      value.label = pointText(entry);
      value.text = value.short = (bound === entry.lower ? "\u2265" : "\u2264") + signed(bound, 0);
    }
    values.set(squareIndex(entry.move), value);
  }
  const discs = position.slice(0, 64);
  const flipped = [...discs].flatMap((disc, i) => (before[i] !== "-" && before[i] !== disc ? [i] : []));
  const last = turn === null || isPass(turn.move) ? null : squareIndex(turn.move);
  board.show({ discs, legal: [...values.keys()], flipped, last, values });
  const side = (color, count) =>
    make("span", {}, discOf(color), make("span", { class: "spoken" }, TEXTS.colors[color]), String(count));
  const [black, white] = discCounts(position);
  const at = make("span", { id: "position" }, `${current} / ${shown.turns.length}`);
  tally.replaceChildren(side("black", black), at, side("white", white));
}

function goTo(position) {
  const last = shown.turns.length;
  current = Math.max(0, Math.min(last, position));
  const search = searchHere();
  showBoard(search);
  showBest(search);
  byId("move").replaceChildren(...onMove(turnHere()));
  const point = make("b", {}, pointText(shown.curve[current]));
  const legend = make("span", { class: "engine name" }, make("bdi", {}, TEXTS.curve.engine), point);
  byId("value-legend").replaceChildren(legend);
  valueCurve.select(current);
  stepper.show({ current, last, text: TEXTS.positionOf(current, last) });
  list.select(current);
}

function nextMistake() {
  const isMistake = ({ class: name }) => name === "mistake" || name === "blunder";
  const ahead = shown.turns.findIndex((turn, index) => index >= current && isMistake(turn));
  return ahead < 0 ? current : ahead + 1;
}

const board = new Board(byId("table"));
const stepper = new Stepper(byId("table"), { onStep: goTo, isSpoken: false });
const tally = make("div", { class: "tally numeric", id: "tally" });
byId("table").append(tally);
const list = new MoveList(byId("list"), { onSelect: (key) => stepper.go(key), className: "wide marked" });
list.element.id = "moves";
const valueCurve = new Curve(byId("values"), {
  label: TEXTS.game.valuesLabel,
  onSelect: (at) => stepper.go(at),
});
stepByKeys(stepper, { b: () => stepper.go(nextMistake()) });
if (games.length > 1) {
  const option = (one, index) => make("option", { value: String(index) }, `${index + 1}. ${titleOf(one)}`);
  const choice = make("select", { id: "games", "aria-label": texts.games }, ...games.map(option));
  choice.addEventListener("change", () => {
    open(Number(choice.value));
    stepper.show({ current: 0, last: shown.turns.length, text: "" });
    stepper.go(0);
  });
  byId("choice").append(choice);
  byId("choice").hidden = false;
}
open(0);
goTo(Number(location.hash.slice(1)) || 0);
