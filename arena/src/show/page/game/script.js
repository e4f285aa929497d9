const { positions, bots } = data;
const last = positions.length - 1;
const classes = { black: "first", white: "second" };
const seats = { black: 0, white: 1 };
let current = 0;
let playing = null;

// The board.

const CELL = 50;
const EDGE = 22;
const squareName = (index) => "abcdefgh"[index % 8] + (Math.floor(index / 8) + 1);
const squareIndex = (name) => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);
const centre = (coordinate) => EDGE + CELL * coordinate + CELL / 2;

function gradient(id, inner, outer) {
  const stop = (offset, color) => draw("stop", { offset, "stop-color": color });
  return draw("radialGradient", { id, cx: 0.38, cy: 0.32, r: 0.75 }, stop(0, inner), stop(1, outer));
}

function drawEmptyBoard() {
  const board = byId("board");
  board.append(
    draw("defs", {},
      gradient("dark-disc", "#4b5257", "#0f1214"), gradient("light-disc", "#ffffff", "#c9cfcb")),
    draw("rect", { class: "felt", x: EDGE, y: EDGE, width: 8 * CELL, height: 8 * CELL, rx: 4 }),
  );
  for (let i = 1; i < 8; i++) {
    const at = EDGE + CELL * i;
    board.append(
      draw("line", { class: "felt-line", x1: at, x2: at, y1: EDGE, y2: EDGE + 8 * CELL }),
      draw("line", { class: "felt-line", y1: at, y2: at, x1: EDGE, x2: EDGE + 8 * CELL }),
    );
  }
  for (let i = 0; i < 8; i++) {
    board.append(
      draw("text", { x: centre(i), y: EDGE / 2 }, "abcdefgh"[i]),
      draw("text", { x: EDGE / 2, y: centre(i) }, String(i + 1)),
    );
  }
  board.append(draw("g", { id: "discs" }));
}

function showBoard() {
  const { board, legal, step } = positions[current];
  const before = current > 0 ? positions[current - 1].board : board;
  const discs = [];
  for (let index = 0; index < 64; index++) {
    const [cx, cy] = [centre(index % 8), centre(Math.floor(index / 8))];
    const disc = board[index];
    if (disc !== "-") {
      const color = disc === "X" ? "black" : "white";
      discs.push(draw("circle", { class: `disc-${color}`, "data-square": squareName(index), cx, cy, r: 21 }));
      const isFlipped = before[index] !== "-" && before[index] !== disc;
      if (isFlipped) discs.push(draw("circle", { class: "turned", cx, cy, r: 3 }));
    } else if (legal.includes(index)) {
      discs.push(draw("circle", { class: "hint", cx, cy, r: 6 }));
    }
  }
  if (step && step.square) {
    const index = squareIndex(step.square);
    const [cx, cy] = [centre(index % 8), centre(Math.floor(index / 8))];
    discs.push(draw("circle", { class: "played", cx, cy, r: 21 }));
  }
  byId("discs").replaceChildren(...discs);
}

// The curves.

const LEFT = 44;
const RIGHT = 710;
const x = (position) => LEFT + ((RIGHT - LEFT) * position) / Math.max(last, 1);

function axis(svg, y, ticks) {
  for (const [value, label] of ticks) {
    svg.append(
      draw("line", {
        class: value === 0 ? "zero-line" : "grid-line", x1: LEFT, x2: RIGHT, y1: y(value), y2: y(value),
      }),
      draw("text", { x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, label),
    );
  }
}

function moveTicks(svg, y) {
  for (let number = 0; number <= last; number += 10) {
    svg.append(draw("text", { x: x(number), y, "text-anchor": "middle" }, String(number)));
  }
}

function addCursor(svg, top, bottom) {
  const cursor = draw("line", { class: "cursor", y1: top, y2: bottom });
  const hit = draw("rect", { class: "hit", x: LEFT, y: top, width: RIGHT - LEFT, height: bottom - top });
  hit.addEventListener("click", (event) => {
    const box = hit.getBoundingClientRect();
    goTo(Math.round((last * (event.clientX - box.left)) / box.width));
  });
  svg.append(cursor, hit);
  return cursor;
}

function curve(className, points) {
  const path = points.map(([px, py], i) => `${i ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
  return draw("g", { class: className }, draw("path", { class: "curve", d: path || "M0 0" }));
}

/** A step's value by its bot, in discs for black; win rates are scaled to the chart's range. */
function expectation(step, scale) {
  if (step.discs_value !== null) return step.discs_value;
  return step.share_value === null ? null : (2 * step.share_value - 1) * scale;
}

function drawValues() {
  const svg = byId("values");
  const steps = positions.map((position) => position.step);
  const seen = steps.flatMap((step) => (step ? [step.discs_value, step.exact_before, step.exact_after] : []));
  const highest = Math.max(...seen.filter((value) => value !== null).map(Math.abs), 0);
  const scale = [8, 16, 32, 64].find((limit) => highest <= limit) || 64;
  const y = (value) => 104 - (92 * Math.max(-scale, Math.min(scale, value))) / scale;
  axis(svg, y, [-scale, -scale / 2, 0, scale / 2, scale].map((value) => [value, signed(value, 0)]));
  moveTicks(svg, 214);
  const truth = [];
  steps.forEach((step, i) => {
    if (!step || step.exact_after === null) return;
    if (truth.length === 0) truth.push([x(i - 1), y(step.exact_before)]);
    truth.push([x(i), y(step.exact_after)]);
  });
  svg.append(curve("truth", truth));
  for (const color of ["black", "white"]) {
    const points = steps.flatMap((step, i) => {
      const value = step && step.color === color ? expectation(step, scale) : null;
      return value === null ? [] : [[x(i), y(value)]];
    });
    svg.append(curve(classes[color], points));
  }
  steps.forEach((step, i) => {
    if (!step || step.loss === 0) return;
    const r = step.changes_result ? 5 : 3.5;
    const mark = draw("circle", { class: "dot", cx: x(i), cy: y(step.exact_after), r });
    mark.append(draw("title", {}, `${step.square} ${lossText(step)}`));
    svg.append(draw("g", { class: "bad" }, mark));
  });
  return addCursor(svg, 8, 200);
}

function drawClocks() {
  const svg = byId("clocks");
  const shareOf = (step) =>
    (step && step.clock_ms !== null ? step.clock_ms / Math.max(step.limit_ms, 1) : null);
  const shares = positions.map((position) => shareOf(position.step));
  const highest = Math.min(Math.max(1, ...shares), 1.5);
  const y = (share) => 130 - (120 * Math.min(share, highest)) / highest;
  axis(svg, y, [0, 0.5, 1].map((share) => [share, `${100 * share} %`]));
  moveTicks(svg, 146);
  const width = Math.max(2, Math.min(9, (RIGHT - LEFT) / Math.max(last, 1) - 2));
  shares.forEach((share, i) => {
    if (share === null) return;
    const isLate = share > 1;
    const height = Math.max(1, 130 - y(share));
    const bar = draw("rect", { class: "bar", x: x(i) - width / 2, y: 130 - height, width, height, rx: 1.5 });
    svg.append(draw("g", { class: isLate ? "bad" : classes[positions[i].step.color] }, bar));
  });
  if (shares.every((share) => share === null)) {
    const place = { x: (LEFT + RIGHT) / 2, y: 74, "text-anchor": "middle" };
    svg.append(draw("text", place, "no clock: both bots are built in"));
  }
  return addCursor(svg, 6, 132);
}

// The texts.

function lossText(step) {
  const discs = step.loss === 1 ? "disc" : "discs";
  const own = step.color === "black" ? 1 : -1;
  const [before, after] = [step.exact_before, step.exact_after].map((value) => signed(own * value, 0));
  return `throws away ${step.loss} ${discs}: ${before} became ${after}`;
}

const mark = (step) => (step.loss === 0 ? "" : step.changes_result ? "??" : "?");

/** A step's value in its bot's unit, for that bot's side. */
function ownValue(step) {
  if (step.share_value !== null) {
    const share = step.color === "black" ? step.share_value : 1 - step.share_value;
    return `${(100 * share).toFixed(1)} %`;
  }
  if (step.discs_value === null) return "";
  return signed(step.color === "black" ? step.discs_value : -step.discs_value);
}

function seat(color) {
  return make("span", { class: `seat ${color}` });
}

function listMoves() {
  const items = positions.slice(1).map(({ step }, i) => {
    const item = make(
      "li",
      { class: step.is_opening ? "opening" : null },
      make("span", { class: "number" }, String(step.number)),
      seat(step.color),
      make("span", {}, step.square || "\u2014"),
      make("span", { class: "value" }, ownValue(step)),
      make("span", { class: "time" }, step.clock_ms === null ? "" : `${step.clock_ms.toFixed(1)} ms`),
      make("span", { class: "bad" }, mark(step)),
    );
    item.addEventListener("click", () => goTo(i + 1));
    return item;
  });
  byId("moves").append(...items);
}

function entries(step) {
  const found = [];
  const add = (name, ...content) => found.push(make("dt", {}, name), make("dd", {}, ...content));
  if (step.is_opening) add("opening", "played before the bots took over");
  if (ownValue(step)) add("expects", ownValue(step));
  if (step.exact_after !== null) {
    const own = step.color === "black" ? 1 : -1;
    add("perfect play", signed(own * step.exact_after, 0));
  }
  if (step.loss > 0) add("blunder", make("span", { class: "bad" }, lossText(step)));
  if (step.clock_ms !== null) add("clock", `${step.clock_ms.toFixed(2)} of ${step.limit_ms} ms`);
  if (step.stall_ms !== null) add("pause", `the machine stalled for ${step.stall_ms.toFixed(1)} of them`);
  if (step.message !== null) add("message", step.message);
  for (const [name, value] of step.attributes) add(name, value);
  if (step.passes) add("then", `${step.color === "black" ? "white" : "black"} passes`);
  return found;
}

function showMove() {
  const { step } = positions[current];
  const content = [];
  if (step) {
    const what = step.square ? ` plays ${step.square}` : " makes no legal move";
    content.push(
      make("strong", {},
        seat(step.color), bots[seats[step.color]].name, what, " ",
        make("span", { class: "bad" }, mark(step))),
      make("dl", {}, ...entries(step)),
    );
  } else {
    content.push(make("strong", {}, "The start"));
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
    make("span", { class: `${className} name` }, make("b", {}, text || "\u2013"), ` ${name}`);
  const bot = (color, read) => entry(classes[color], bots[seats[color]].name, latest(color, read));
  const blackValue = (step) =>
    step.share_value !== null ? `${(100 * step.share_value).toFixed(1)} %`
      : step.discs_value === null ? "" : signed(step.discs_value);
  const clock = (step) => (step.clock_ms === null ? "" : `${step.clock_ms.toFixed(1)} ms`);
  const { step } = positions[current];
  const next = current < last ? positions[current + 1].step : null;
  const exact = step && step.exact_after !== null ? step.exact_after : next ? next.exact_before : null;
  byId("value-legend").replaceChildren(
    bot("black", blackValue),
    bot("white", blackValue),
    entry("truth", "perfect play", exact === null ? "" : signed(exact, 0)),
  );
  byId("clock-legend").replaceChildren(bot("black", clock), bot("white", clock));
}

// Stepping.

const cursors = [];

function goTo(position) {
  current = Math.max(0, Math.min(last, position));
  byId("slider").value = current;
  showBoard();
  showMove();
  showLegends();
  for (const cursor of cursors) {
    cursor.setAttribute("x1", x(current));
    cursor.setAttribute("x2", x(current));
  }
  const { discs, step } = positions[current];
  byId("tally").replaceChildren(
    make("span", {}, seat("black"), String(discs[0])),
    make("span", { id: "position" }, `${current} / ${last}`),
    make("span", {}, String(discs[1]), " ", seat("white")),
  );
  byId("stderr").textContent = step ? step.stderr : "";
  const list = byId("moves");
  [...list.children].forEach((item, i) => {
    if (i + 1 === current) {
      item.setAttribute("aria-current", "true");
      const offset = item.offsetTop - list.offsetTop;
      if (offset < list.scrollTop || offset + item.offsetHeight > list.scrollTop + list.clientHeight) {
        list.scrollTop = offset - list.clientHeight / 2;
      }
    } else {
      item.removeAttribute("aria-current");
    }
  });
}

function nextBlunder() {
  const ahead = positions.findIndex(({ step }, i) => i > current && step && step.loss > 0);
  return ahead < 0 ? current : ahead;
}

function togglePlay() {
  if (playing !== null) {
    clearInterval(playing);
    playing = null;
    return;
  }
  if (current === last) goTo(0);
  playing = setInterval(() => {
    goTo(current + 1);
    if (current === last) togglePlay();
  }, 600);
}

const keys = {
  ArrowLeft: () => goTo(current - 1),
  ArrowRight: () => goTo(current + 1),
  PageUp: () => goTo(current - 10),
  PageDown: () => goTo(current + 10),
  Home: () => goTo(0),
  End: () => goTo(last),
  b: () => goTo(nextBlunder()),
  " ": togglePlay,
};

document.addEventListener("keydown", (event) => {
  const isPressed = event.key === " " && event.target instanceof HTMLButtonElement;
  if (event.ctrlKey || event.metaKey || event.altKey || isPressed || !Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
});
byId("slider").addEventListener("input", (event) => goTo(Number(event.target.value)));
byId("to-start").addEventListener("click", keys.Home);
byId("back").addEventListener("click", keys.ArrowLeft);
byId("forward").addEventListener("click", keys.ArrowRight);
byId("to-end").addEventListener("click", keys.End);

byId("players").append(
  seat("black"), bots[0].name, make("span", { class: "versus" }, "against"), seat("white"), bots[1].name,
);
byId("facts").append(`${data.result}; ${data.ending} \u00b7 ${data.limits} \u00b7 seed ${data.seed}`);
byId("slider").max = last;
drawEmptyBoard();
listMoves();
cursors.push(drawValues(), drawClocks());
goTo(Number(location.hash.slice(1)) || 0);
