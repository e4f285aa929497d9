const { positions, bots } = data;
const texts = TEXTS.game;
const last = positions.length - 1;
const classes = { black: "first", white: "second" };
const seats = { black: 0, white: 1 };
let current = 0;

// Values.

/** A step's value by its bot, in discs for black; win rates are scaled to the chart's range. */
function expectation(step, scale) {
  if (step.discs_value !== null) return step.discs_value;
  return step.share_value === null ? null : (2 * step.share_value - 1) * scale;
}

/** A result that a step's bot has proven, as the bounds of a point; null without one. */
function claim(step) {
  if (step.proven === null) return null;
  if (step.proven === 0) return { value: 0, lower: 0, upper: 0 };
  return step.proven > 0 ? { value: 2, lower: 2, upper: 64 } : { value: -2, lower: -64, upper: -2 };
}

/** A side's own values: the points of its moves, null between them. */
function ownPoints(color, scale) {
  return positions.map(({ step }) => {
    if (!step || step.color !== color) return null;
    const value = expectation(step, scale);
    return claim(step) || (value === null ? null : { value, lower: -64, upper: 64 });
  });
}

function drawValues() {
  const steps = positions.map((position) => position.step);
  const engine = positions.map((position) => position.engine);
  const seen = [
    ...steps.flatMap((step) => (step ? [step.discs_value] : [])),
    ...engine.filter((point) => point !== null).map(scaleValue),
  ];
  const { scale, range, ticks } = discScale(seen, signed);
  const parts = [
    provenAndEstimated(engine, { className: "engine" }),
    ...["black", "white"].map((color) =>
      provenAndEstimated(ownPoints(color, scale), { className: classes[color] }),
    ),
  ];
  const losses = steps.flatMap((step, index) => {
    if (!step || step.loss === 0) return [];
    const r = step.changes_result ? 5 : 3.5;
    const text = `${step.square} ${lossText(step)}`;
    return [{ className: "bad", index, value: step.exact_after, text, r }];
  });
  valueCurve.show({
    last,
    range,
    ticks,
    lines: parts.flatMap((part) => part.lines),
    ranges: parts.flatMap((part) => part.ranges),
    marks: [...parts.flatMap((part) => part.marks), ...losses],
  });
}

function drawClocks() {
  const shareOf = (step) =>
    step && step.clock_ms !== null ? step.clock_ms / Math.max(step.limit_ms, 1) : null;
  const shares = positions.map((position) => shareOf(position.step));
  const highest = Math.min(Math.max(1, ...shares), 1.5);
  const bars = shares.flatMap((share, index) => {
    if (share === null) return [];
    const className = share > 1 ? "bad" : classes[positions[index].step.color];
    return [{ className, index, value: share }];
  });
  const ticks = [0, 0.5, 1].map((share) => [share, `${100 * share} %`]);
  clockCurve.show({ last, range: [0, highest], ticks, bars, empty: bars.length === 0 ? texts.noClock : "" });
}

// The texts.

function lossText(step) {
  const own = step.color === "black" ? 1 : -1;
  const [before, after] = [step.exact_before, step.exact_after].map((value) => signed(own * value, 0));
  return texts.loss(step.loss, before, after);
}

const mark = (step) => (step.loss === 0 ? "" : step.changes_result ? "??" : "?");

/** A step's value in its bot's unit, for that bot's side. */
function ownValue(step) {
  if (step.share_value !== null) {
    const share = step.color === "black" ? step.share_value : 1 - step.share_value;
    return `${(100 * share).toFixed(1)} %`;
  }
  if (step.proven !== null) return texts.results[step.color === "black" ? step.proven : -step.proven];
  if (step.discs_value === null) return "";
  return signed(step.color === "black" ? step.discs_value : -step.discs_value);
}

function listMoves() {
  list.show(
    positions.slice(1).map(({ step }, i) => ({
      key: i + 1,
      number: step.number,
      color: step.color,
      text: step.square || "\u2014",
      value: ownValue(step),
      extra: step.clock_ms === null ? "" : `${step.clock_ms.toFixed(1)} ms`,
      mark: mark(step),
      markLabel: step.loss === 0 ? "" : step.changes_result ? texts.resultMark : texts.lossMark,
      markClass: "bad",
      isFaded: step.is_opening,
    })),
  );
}

function entries(step) {
  const found = [];
  const own = step.color === "black" ? 1 : -1;
  const names = texts.entries;
  const add = (name, ...content) => found.push(make("dt", {}, name), make("dd", {}, ...content));
  if (step.is_opening) add(names.opening, texts.openingNote);
  const expected = ownValue(step);
  if (expected) add(names.expects, step.proven === null ? expected : texts.proven(expected));
  const { engine } = positions[current];
  if (step.exact_after !== null) add(names.perfect, signed(own * step.exact_after, 0));
  else if (engine !== null) add(names.engine, pointText(seenBy(engine, own)));
  if (step.loss > 0) add(names.blunder, make("span", { class: "bad" }, lossText(step)));
  if (step.clock_ms !== null) add(names.clock, `${step.clock_ms.toFixed(2)} of ${step.limit_ms} ms`);
  if (step.stall_ms !== null) add(names.stall, texts.stall(step.stall_ms.toFixed(1)));
  if (step.message !== null) add(names.message, step.message);
  for (const [name, value] of step.attributes) add(name, value);
  if (step.passes) add(names.then, texts.passes(step.color === "black" ? "white" : "black"));
  return found;
}

/** A point for black, or for white if `own` is -1. */
const seenBy = ({ value, lower, upper }, own) =>
  own > 0 ? { value, lower, upper } : { value: -value, lower: -upper, upper: -lower };

/** Everything that the bot which was called for this position was sent up to then. */
function inputUntil(position) {
  const { color } = positions[position].step;
  const own = positions.slice(0, position + 1).filter(({ step }) => step && step.color === color);
  return own.map(({ step }) => step.input || "").join("");
}

/** Copies a text; whether that worked. A page of plain HTTP has no clipboard, only the old command. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", {});
    field.value = text;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
}

function showMove() {
  const { step } = positions[current];
  const content = [];
  if (step) {
    const { name } = bots[seats[step.color]];
    const what = step.square ? texts.plays(name, step.square) : texts.fault(name, step.fault);
    content.push(
      make("strong", {}, discOf(step.color), what, " ", make("span", { class: "bad" }, mark(step))),
      make("dl", {}, ...entries(step)),
    );
    if (step.input !== null) {
      const button = make("button", { type: "button", id: "copy-input" }, texts.copyInput);
      button.addEventListener("click", async () => {
        button.textContent = (await copy(inputUntil(current))) ? texts.copied : texts.notCopied;
      });
      content.push(button);
    }
  } else {
    content.push(make("strong", {}, texts.start));
  }
  if (current === last) content.push(make("p", { class: "facts" }, `${data.result}; ${data.ending}`));
  byId("move").replaceChildren(...content);
}

/** Each bot's latest value up to the current position. */
function latest(color, read) {
  for (let i = current; i > 0; i--) {
    const { step } = positions[i];
    if (step.color === color && read(step) !== "") return read(step);
  }
  return "";
}

function showLegends() {
  const entry = (className, name, text) =>
    make("span", { class: `${className} name` }, make("bdi", {}, name), text ? make("b", {}, text) : null);
  // A bot that reports nothing has no line to explain.
  const reports = (color, read) =>
    positions.some(({ step }) => step && step.color === color && read(step) !== "");
  const legend = (read) =>
    ["black", "white"]
      .filter((color) => reports(color, read))
      .map((color) => entry(classes[color], bots[seats[color]].name, latest(color, read)));
  const blackValue = (step) =>
    step.share_value !== null
      ? `${(100 * step.share_value).toFixed(1)} %`
      : step.proven !== null
        ? texts.results[step.proven]
        : step.discs_value === null
          ? ""
          : signed(step.discs_value);
  const clock = (step) => (step.clock_ms === null ? "" : `${step.clock_ms.toFixed(1)} ms`);
  const { engine } = positions[current];
  byId("value-legend").replaceChildren(
    ...(engine === null ? [] : [entry("engine", TEXTS.curve.engine, pointText(engine))]),
    ...legend(blackValue),
  );
  byId("clock-legend").replaceChildren(...legend(clock));
}

// Stepping.

function showBoard() {
  const { board, legal, step } = positions[current];
  const before = current > 0 ? positions[current - 1].board : board;
  const flipped = [...board].flatMap((disc, i) => (before[i] !== "-" && before[i] !== disc ? [i] : []));
  const moved = step && step.square ? squareIndex(step.square) : null;
  game.show({ discs: board, legal, flipped, last: moved });
}

function goTo(position) {
  current = Math.max(0, Math.min(last, position));
  const { discs, step } = positions[current];
  showBoard();
  showMove();
  showLegends();
  valueCurve.select(current);
  clockCurve.select(current);
  stepper.show({ current, last, text: TEXTS.positionOf(current, last) });
  list.select(current);
  const side = (color, count) =>
    make("span", {}, discOf(color), make("span", { class: "spoken" }, TEXTS.colors[color]), String(count));
  tally.replaceChildren(
    side("black", discs[0]),
    make("span", { id: "position" }, `${current} / ${last}`),
    side("white", discs[1]),
  );
  byId("stderr").textContent = step ? step.stderr : "";
}

function nextBlunder() {
  const ahead = positions.findIndex(({ step }, i) => i > current && step && step.loss > 0);
  return ahead < 0 ? current : ahead;
}

byId("players").append(
  discOf("black"),
  make("bdi", {}, bots[0].name),
  make("span", { class: "versus" }, texts.against),
  discOf("white"),
  make("bdi", {}, bots[1].name),
);
byId("facts").append(
  `${data.result}; ${data.ending} \u00b7 ${data.limits} \u00b7 ${texts.seed} ${data.seed}`,
);
const game = new Board(byId("table"));
const stepper = new Stepper(byId("table"), { onStep: goTo, isSpoken: false });
const tally = make("div", { class: "tally numeric", id: "tally" });
byId("table").append(tally);
const list = new MoveList(byId("list"), { onSelect: (key) => stepper.go(key), className: "wide marked" });
list.element.id = "moves";
const valueCurve = new Curve(byId("values"), { label: texts.valuesLabel, onSelect: (at) => stepper.go(at) });
const clockCurve = new Curve(byId("clocks"), {
  label: texts.clocksLabel,
  onSelect: (at) => stepper.go(at),
  height: 140,
});
stepByKeys(stepper, { b: () => stepper.go(nextBlunder()) });
listMoves();
drawValues();
drawClocks();
// A game that a fault ended opens there.
goTo(Number(location.hash.slice(1)) || (data.has_fault ? last : 0));
