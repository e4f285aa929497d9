//! The result of a solve.

use crate::board::{Move, Score};
use crate::bounds::Bounds;

/// The result of a solve, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The proven bounds.
    pub bounds: Bounds,
    /// Best guess within the window and the bounds; equals both bounds when the score is exact. From a search
    /// with ProbCut, so it errs about as often as the best move by evaluation does.
    pub expected: Score,
    /// The move that guarantees the lower bound; while nothing is proven, the best by evaluation. `None` once
    /// the game is over.
    pub best: Option<Move>,
    /// Positions visited.
    pub nodes: u64,
}
