"use strict";

// A game against a bot. The server knows the rules: this page shows what it says, as text, and sends clicks.

const byId = (id) => document.getElementById(id);
const participant = Number(document.querySelector("[data-participant]").dataset.participant);

/** The table before a game begins. */
const START = {
  board: "-".repeat(27) + "OX" + "-".repeat(6) + "XO" + "-".repeat(27),
  legal: [], discs: [2, 2], visitor: "black", moves: [], result: null, can_undo: false, saved: null,
};

let token = null;
let table = START;
let isBusy = false;
/** The hints for the position on the board, if they were asked for. */
let hints = null;

/** An element with attributes and children; strings become text nodes, null attributes are left out. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const squareName = (index) => "abcdefgh"[index % 8] + (Math.floor(index / 8) + 1);
const squares = Array.from({ length: 64 }, (_, index) => {
  const attributes = { type: "button", class: "square", "data-square": squareName(index), role: "gridcell" };
  const button = make("button", attributes);
  button.addEventListener("click", () => act("move", { square: squareName(index) }));
  return button;
});

function drawBoard() {
  const board = byId("board");
  for (let row = 0; row < 8; row++) {
    board.append(make("div", { class: "row", role: "row" }, ...squares.slice(8 * row, 8 * row + 8)));
  }
  board.addEventListener("keydown", moveFocus);
}

/** Arrow keys walk over the board. */
function moveFocus(event) {
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -8, ArrowDown: 8 };
  const from = squares.indexOf(document.activeElement);
  if (from < 0 || !Object.hasOwn(steps, event.key)) return;
  const to = from + steps[event.key];
  const leavesRow = Math.abs(steps[event.key]) === 1 && Math.floor(to / 8) !== Math.floor(from / 8);
  event.preventDefault();
  if (to >= 0 && to < 64 && !leavesRow) squares[to].focus();
}

async function post(address, body) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json().catch(() => ({ error: "The server did not understand." }));
  if (!response.ok) throw new Error(answer.error || "The server is in trouble.");
  return answer;
}

/** Sends something to the server, one thing at a time, and shows what comes of it. */
async function ask(address, body, handle) {
  if (isBusy) return;
  isBusy = true;
  showStatus("Thinking \u2026");
  showButtons();
  try {
    handle(await post(address, body));
    isBusy = false;
    show();
  } catch (error) {
    isBusy = false;
    show();
    showStatus(error.message);
  }
}

function begin(color) {
  ask("/tables", { participant, color }, (answer) => {
    ({ token, table } = answer);
    hints = null;
  });
}

function act(action, deed = {}) {
  if (token === null || isBusy) return;
  if (action === "move" && !table.legal.includes(deed.square)) return;
  ask(`/tables/${token}/${action}`, deed, (answer) => {
    if (answer.table) table = answer.table;
    hints = answer.hints || null;
  });
}

function describe(index) {
  const disc = table.board[index];
  const empty = table.legal.includes(squareName(index)) ? "you may play here" : "empty";
  const what = disc === "X" ? "black" : disc === "O" ? "white" : empty;
  return `${squareName(index)}, ${what}`;
}

function showBoard() {
  const last = table.moves.filter((move) => move.square !== null).at(-1);
  const known = new Map(hints ? hints.moves.map((hint, rank) => [hint.square, { ...hint, rank }]) : []);
  squares.forEach((square, index) => {
    const name = squareName(index);
    const disc = table.board[index];
    const isLegal = table.legal.includes(name);
    const content = [];
    if (disc !== "-") content.push(make("span", { class: disc === "X" ? "disc black" : "disc white" }));
    else if (known.has(name)) {
      const hint = known.get(name);
      const attributes = { class: hint.rank === 0 ? "value best" : "value" };
      content.push(make("span", attributes, hint.value === null ? "\u2605" : hint.value));
    } else if (isLegal) content.push(make("span", { class: "legal" }));
    square.replaceChildren(...content);
    square.classList.toggle("last", last !== undefined && last.square === name);
    square.classList.toggle("playable", isLegal);
    square.setAttribute("aria-label", describe(index));
    square.setAttribute("aria-disabled", String(!isLegal || isBusy));
    square.tabIndex = isLegal ? 0 : -1;
  });
}

function showMoves() {
  const items = table.moves.map((move) => {
    const played = move.square === null ? "passes" : move.square;
    const item = make("li", {}, make("span", { class: `seat ${move.color}` }), " ", played);
    if (move.message !== null) item.append(" ", make("span", { class: "soft" }, move.message));
    return item;
  });
  byId("moves").replaceChildren(...items);
  byId("moves").scrollTop = byId("moves").scrollHeight;
}

function showStatus(text) {
  byId("status").textContent = text;
}

function showButtons() {
  for (const id of ["black", "white"]) byId(id).disabled = isBusy;
  byId("undo").disabled = isBusy || !table.can_undo;
  byId("hint").disabled = isBusy || table.legal.length === 0;
  byId("save").disabled = isBusy || table.moves.length === 0 || table.saved !== null;
}

function summary() {
  if (token === null) return "Choose your colour to begin.";
  const passes = table.moves.at(-1) && table.moves.at(-1).square === null;
  const saved = table.saved === null ? "" : ` Saved as game ${table.saved}.`;
  if (table.result !== null) return table.result + saved;
  const who = passes && table.moves.at(-1).color === table.visitor ? "You have" : "The program has";
  const pass = passes ? `${who} to pass. ` : "";
  return `${pass}Your turn: you are ${table.visitor}.${saved}`;
}

function hintsText() {
  if (hints === null) return "";
  return hints.moves.length === 0 ? `${hints.by} has no opinion.` : `Hints by ${hints.by}.`;
}

function show() {
  showButtons();
  showBoard();
  showMoves();
  byId("black-discs").textContent = table.discs[0];
  byId("white-discs").textContent = table.discs[1];
  byId("hints-by").textContent = hintsText();
  showStatus(summary());
}

drawBoard();
show();
for (const color of ["black", "white"]) byId(color).addEventListener("click", () => begin(color));
for (const action of ["undo", "hint", "save"]) byId(action).addEventListener("click", () => act(action));
