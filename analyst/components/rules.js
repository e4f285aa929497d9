// The rules, for what a page shows at once: legal moves, flips and whose turn it is. A position is a text of
// 64 squares from a1 row by row (X black, O white, - empty), a blank and the side to move, as in OBF.

/** The position from which games start. */
export const START = `${"-".repeat(27)}OX${"-".repeat(6)}XO${"-".repeat(27)} X`;

/** How a record writes a pass. */
export const PASS = "--";

const DIRECTIONS = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
];

/** The name of a square: 0 is a1, 7 is h1. */
export const squareName = (index) => "abcdefgh"[index % 8] + (Math.floor(index / 8) + 1);

/** The index of a square's name. */
export const squareIndex = (name) => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);

/** The side to move, X or O. */
export const sideToMove = (position) => position[65];

/** The word for a side. */
export const colorOf = (side) => (side === "X" ? "black" : "white");

const other = (side) => (side === "X" ? "O" : "X");

/** The squares whose discs a move flips; none if it is illegal. */
export function flips(position, index, side = sideToMove(position)) {
  if (position[index] !== "-") return [];
  const found = [];
  for (const [right, down] of DIRECTIONS) {
    const line = [];
    let [column, row] = [(index % 8) + right, Math.floor(index / 8) + down];
    while (column >= 0 && column < 8 && row >= 0 && row < 8 && position[8 * row + column] === other(side)) {
      line.push(8 * row + column);
      column += right;
      row += down;
    }
    const isInside = column >= 0 && column < 8 && row >= 0 && row < 8;
    if (isInside && position[8 * row + column] === side) found.push(...line);
  }
  return found;
}

/** The legal moves of a side, by index. */
export function legalMoves(position, side = sideToMove(position)) {
  return Array.from({ length: 64 }, (_, index) => index).filter(
    (index) => flips(position, index, side).length > 0,
  );
}

/** The position after a move, with the other side to move; null if the move is illegal. */
export function play(position, move) {
  const side = sideToMove(position);
  if (move === PASS)
    return legalMoves(position).length > 0 ? null : `${position.slice(0, 64)} ${other(side)}`;
  const index = squareIndex(move);
  const turned = flips(position, index);
  if (turned.length === 0) return null;
  const squares = [...position.slice(0, 64)];
  for (const square of [index, ...turned]) squares[square] = side;
  return `${squares.join("")} ${other(side)}`;
}

/** Whether the side to move has to pass. */
export const mustPass = (position) =>
  legalMoves(position).length === 0 && legalMoves(position, other(sideToMove(position))).length > 0;

/** Whether neither side can move. */
export const isOver = (position) =>
  legalMoves(position).length === 0 && legalMoves(position, other(sideToMove(position))).length === 0;

/** Discs of black and white. */
export const discCounts = (position) =>
  ["X", "O"].map((side) => position.slice(0, 64).split(side).length - 1);

/** Whether a text is a position. */
export const isPosition = (text) => typeof text === "string" && /^[XO-]{64} [XO]$/.test(text);
