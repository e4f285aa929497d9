// Steps through a saved game: its moves are in the page.

import { Board } from "./board.js";
import { byId } from "./dom.js";
import { MoveList } from "./moves.js";
import { flips, legalMoves, mustPass, PASS, play, sideToMove, squareIndex, START } from "./rules.js";
import { Stepper } from "./stepper.js";
import { TEXTS } from "./texts.js";

/** Each position with the move that led there. */
const steps = [{ position: START, move: null }];
for (const move of byId("replay").dataset.moves.match(/[a-h][1-8]/g) || []) {
  if (mustPass(steps.at(-1).position))
    steps.push({ position: play(steps.at(-1).position, PASS), move: PASS });
  const position = play(steps.at(-1).position, move);
  if (position === null) break;
  steps.push({ position, move });
}

const last = steps.length - 1;
const board = new Board(byId("board"));
const stepper = new Stepper(byId("board"), { onStep: goTo });
const list = new MoveList(byId("moves"), { onSelect: (key) => stepper.go(key) });

function goTo(index) {
  const { position, move } = steps[index];
  const moved = move === null || move === PASS ? null : squareIndex(move);
  board.show({
    discs: position.slice(0, 64),
    legal: legalMoves(position),
    last: moved,
    flipped: moved === null ? [] : flips(steps[index - 1].position, moved),
  });
  stepper.show({
    current: index,
    last,
    text: `${TEXTS.positionOf(index, last)}${move === null ? "" : `, ${move === PASS ? TEXTS.pass : move}`}`,
  });
  list.select(index);
}

list.show(
  steps.slice(1).map(({ move }, index) => ({
    key: index + 1,
    number: index + 1,
    color: sideToMove(steps[index].position) === "X" ? "black" : "white",
    text: move === PASS ? TEXTS.pass : move,
  })),
);
document.addEventListener("keydown", (event) => {
  const walks = { ArrowLeft: -1, ArrowRight: 1 };
  if (!Object.hasOwn(walks, event.key) || event.target.closest("input, .moves, .board-grid") !== null) return;
  event.preventDefault();
  stepper.go(stepper.current + walks[event.key]);
});
goTo(0);
