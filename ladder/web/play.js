// A game against a bot. The server knows the rules: this page shows what it says, as text, and sends clicks.

import { Board } from "./board.js";
import { byId, discOf, make } from "./dom.js";
import { MoveList } from "./moves.js";
import { START, squareIndex } from "./rules.js";
import { TEXTS } from "./texts.js";

const texts = TEXTS.table;
const participant = Number(document.querySelector("[data-participant]").dataset.participant);
/** Where the game's secret is kept, so that a reload finds the game again. */
const KEY = `table-${participant}`;

/** The table before a game begins. */
const EMPTY = {
  board: START.slice(0, 64),
  legal: [],
  discs: [2, 2],
  visitor: "black",
  moves: [],
  result: null,
  can_undo: false,
  saved: null,
};

let token = null;
let table = EMPTY;
let isBusy = false;
/** The hints for the position on the board, if they were asked for. */
let hints = null;
/** The squares before the last answer: what differs was flipped. */
let before = EMPTY.board;

const board = new Board(byId("board"), { onSquare: (square) => act("move", { square }) });
const list = new MoveList(byId("moves"));

async function post(address, body) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json().catch(() => ({ error: texts.misunderstood }));
  if (!response.ok) throw new Error(answer.error || texts.trouble);
  return answer;
}

/** Sends an action to the server, one at a time, and shows the game in the answer. */
async function ask(address, body, handle) {
  if (isBusy) return;
  isBusy = true;
  showStatus(texts.thinking);
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
    sessionStorage.setItem(KEY, token);
    before = EMPTY.board;
    hints = null;
  });
}

/** Resumes the game that was on before a reload. */
function goOn() {
  const known = sessionStorage.getItem(KEY);
  if (known === null || !/^[0-9a-f]{32}$/.test(known)) return;
  ask(`/tables/${known}/look`, {}, (answer) => {
    token = known;
    ({ table } = answer);
    before = table.board;
  });
}

function act(action, deed = {}) {
  if (token === null || isBusy) return;
  if (action === "move" && !table.legal.includes(deed.square)) return;
  ask(`/tables/${token}/${action}`, deed, (answer) => {
    before = table.board;
    if (answer.table) table = answer.table;
    hints = answer.hints || null;
  });
}

/** The hints by square: the number on the board, the unit in words. */
function values() {
  const found = new Map();
  if (hints === null) return found;
  hints.moves.forEach((hint, rank) => {
    const value = hint.value === null ? "\u2605" : hint.value;
    const label = hint.value === null ? texts.recommended : `${hint.value} ${hints.unit}`;
    found.set(squareIndex(hint.square), { text: value, label, best: rank === 0 });
  });
  return found;
}

function showBoard() {
  const last = table.moves.filter((move) => move.square !== null).at(-1);
  const flipped = [...table.board].flatMap((disc, i) => (before[i] !== "-" && before[i] !== disc ? [i] : []));
  board.show({
    discs: table.board,
    legal: table.legal.map(squareIndex),
    isBusy,
    values: values(),
    flipped,
    last: last === undefined ? null : squareIndex(last.square),
  });
}

function showMoves() {
  list.show(
    table.moves.map((move, index) => ({
      key: index,
      number: index + 1,
      color: move.color,
      text: move.square === null ? TEXTS.pass : move.square,
      extra: move.message,
    })),
  );
  list.select(table.moves.length - 1);
}

function showStatus(text) {
  if (byId("status").textContent !== text) byId("status").textContent = text;
}

function showButtons() {
  for (const id of ["black", "white"]) byId(id).disabled = isBusy;
  byId("undo").disabled = isBusy || !table.can_undo;
  byId("hint").disabled = isBusy || table.legal.length === 0;
  byId("save").disabled = isBusy || table.moves.length === 0 || table.saved !== null;
}

function summary() {
  if (token === null) return texts.choose;
  const saved = table.saved === null ? "" : ` ${texts.saved(table.saved)}`;
  if (table.result !== null) return table.result + saved;
  const last = table.moves.at(-1);
  const hasPassed = last !== undefined && last.square === null;
  const pass = hasPassed ? `${last.color === table.visitor ? texts.youPass : texts.programPasses} ` : "";
  return `${pass}${texts.yourTurn(TEXTS.colors[table.visitor])}${saved}`;
}

function hintsText() {
  if (hints === null) return "";
  if (hints.moves.length === 0) return texts.noOpinion(hints.by);
  const listed = hints.moves
    .map(({ square, value }) => (value === null ? square : `${square} ${value}`))
    .join(", ");
  return texts.hints(hints.by, hints.unit, listed);
}

function show() {
  showButtons();
  showBoard();
  showMoves();
  const count = (color, discs) =>
    make("span", {}, discOf(color), make("span", { class: "spoken" }, TEXTS.colors[color]), String(discs));
  byId("tally").replaceChildren(count("black", table.discs[0]), count("white", table.discs[1]));
  byId("hints-by").textContent = hintsText();
  showStatus(summary());
}

show();
for (const color of ["black", "white"]) byId(color).addEventListener("click", () => begin(color));
for (const action of ["undo", "hint", "save"]) byId(action).addEventListener("click", () => act(action));
goOn();
