//! The bench signature: one number that changes when the engine's behaviour does.

use crate::bits::Squares;
use crate::board::Board;
use crate::engine::{Engine, Limits};
use crate::game::{Color, Game};
use crate::mcts::Parameters;
use crate::rng::Rng;

/// Positions with 12, 14, 16, ... empties, each from a random game of its own.
const SPREAD_POSITIONS: u32 = 24;

/// Seeds and empties of positions that random games seldom reach: two in which some moves are answered by a
/// wipe-out, one with a wipe-out in one move, two with moves that force the opponent to pass, and one in
/// which the side to move must pass.
const RARE_POSITIONS: [(u32, u32); 6] = [(216, 44), (216, 46), (203, 45), (323, 24), (323, 32), (1395, 17)];

/// Turns searched from each position; the later ones reuse the tree and the solver's table.
const TURNS: u32 = 3;

const PLAYOUTS_PER_TURN: u64 = 500;

/// Small enough that subtrees are evicted.
const BENCH_TREE_BYTES: usize = 1 << 17;

const BENCH_SOLVER_BYTES: usize = 1 << 20;

/// The positions that the signature searches, from 12 to 58 empties.
pub fn positions() -> impl Iterator<Item = Board> {
    let spread = (0..SPREAD_POSITIONS).map(|seed| (seed, 12 + 2 * seed));
    spread.chain(RARE_POSITIONS).map(|(seed, empties)| random_position(seed, empties))
}

/// The position with this many empties in the random game of this seed, or the game's last.
fn random_position(seed: u32, empties: u32) -> Board {
    let mut rng = Rng::new(u64::from(seed));
    let mut board = Board::START;
    while board.empty_count() > empties && !board.is_over() {
        let moves = board.legal_moves();
        let square = Squares(moves).nth(rng.below(moves.count_ones().max(1) as usize));
        board = square.and_then(|square| board.play(square)).unwrap_or(board.pass());
    }
    board
}

/// The nodes that the engine visits in its first turns from each position, at fixed playouts against itself:
/// the same in debug, in release and in the bundle, on every machine.
pub fn signature() -> u64 {
    let mut engine = Engine::with_parameters(Parameters::default(), BENCH_TREE_BYTES, BENCH_SOLVER_BYTES);
    for board in positions() {
        engine.new_game();
        let mut game = Game::from_position(board, Color::Black);
        for _ in 0..TURNS {
            if game.is_over() {
                break;
            }
            let board = game.board();
            let choice = engine.choose(board, board.legal_moves(), Limits::playouts(PLAYOUTS_PER_TURN));
            // The choice is legal; a bug may make it otherwise, which shows as another number.
            let _ = game.play(choice.square);
        }
    }
    engine.nodes()
}
