// Lines from the standard start in one orientation: the board has four that look alike at the start.

/** How each first move is turned onto f5: a map of `[column, row]`, both from 0. */
const TURNS = {
  f5: (column, row) => [column, row],
  d3: (column, row) => [7 - row, 7 - column],
  c4: (column, row) => [7 - column, 7 - row],
  e6: (column, row) => [row, column],
};

const turned = (move, turn) => {
  if (!/^[a-h][1-8]$/.test(move)) return move;
  const [column, row] = turn(move.charCodeAt(0) - 97, Number(move[1]) - 1);
  return "abcdefgh"[column] + (row + 1);
};

/** A line as it is with f5 for its first move. */
export function oriented(line) {
  const turn = TURNS[line.slice(0, 2)];
  return turn === undefined ? line : line.replace(/../g, (move) => turned(move, turn));
}

/** Turns a line that begins with f5 so that it begins with another first move. Each turn undoes itself. */
export function orientedAs(line, first) {
  const turn = TURNS[first];
  return turn === undefined ? line : line.replace(/../g, (move) => turned(move, turn));
}

/** The named openings along a line that begins with f5, the last one first. */
export const openingsAlong = (line, named) =>
  named.filter((opening) => line.startsWith(opening.line)).sort((a, b) => b.line.length - a.line.length);
