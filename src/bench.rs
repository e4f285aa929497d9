//! The bench signature: one number that changes when the engine's behaviour does.

use crate::engine::{Engine, Limits};
use crate::game::Game;
use crate::mcts::Parameters;

const PLAYOUTS_PER_MOVE: u64 = 400;
const TREE_BYTES: usize = 16 << 20;
const SOLVER_BYTES: usize = 1 << 20;

/// The nodes that the engine visits while it plays one game against itself at fixed playouts: the same in debug,
/// in release and in the bundle, on every machine.
pub fn signature() -> u64 {
    let mut engine = Engine::with_parameters(Parameters::default(), TREE_BYTES, SOLVER_BYTES);
    let mut game = Game::new();
    while !game.is_over() {
        let board = game.board();
        let choice = engine.choose(board, board.legal_moves(), Limits::playouts(PLAYOUTS_PER_MOVE));
        if game.play(choice.square).is_err() {
            break;
        }
    }
    engine.nodes()
}
