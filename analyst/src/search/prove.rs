//! A solver that a host lends, and when estimates ask a solver.

use outflank::board::{Board, Score};
use outflank::clock::Deadline;
use outflank::endgame::Solution;

/// A solver that a host lends, such as one with several threads: the library has none.
pub trait Prove: Send {
    /// The score of a position in which the side to move has a move, as far as the window asks: exact inside
    /// and a bound outside. At the deadline, what is proven by then.
    fn prove(&mut self, board: Board, alpha: Score, beta: Score, deadline: &Deadline) -> Solution;

    /// How many times faster than one thread it is, roughly.
    fn speed(&self) -> f64;

    /// Forgets all positions.
    fn clear(&mut self);
}
