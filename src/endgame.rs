//! Exact results of positions near the end of the game, by alpha-beta search.
//!
//! Everything is a null-window search: [`Solver`] closes in on the result from both sides, and its hash table
//! remembers what each search proved, between turns too. Leaves of other searches enter through
//! [`EndgameNodes::solve_leaf`], which needs neither table nor clock, only a [`Leaf`] that remembers what was proven lately.

mod deep;
mod estimate;
mod forecast;
mod last;
mod middle;
mod order;
mod parity;
mod stability;
mod table;

pub use deep::EndgameNodes;
pub use forecast::{expected_nodes, expected_nodes_wld};
pub use middle::Leaf;

use crate::board::{Board, Move, Score};
use crate::clock::Deadline;
use crate::with_cpu;
use deep::{Search, NEVER_BELIEVED};
use estimate::Estimator;
use table::Table;

/// What a solver has proven of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The score is at least this.
    pub lower: Score,
    /// The score is at most this.
    pub upper: Score,
    /// The likeliest score, as far as the window asks: between the two bounds, so proven if they are equal. From
    /// searches that believe the learned estimate; wrong about as often as a move that looks best is.
    pub expected: Score,
    /// The move that guarantees `lower`; while nothing is proven, the move that looks best. `None` once the game is over.
    pub best: Option<Move>,
    /// Positions visited.
    pub nodes: u64,
}

impl Outcome {
    /// The score, if it is known exactly.
    pub fn exact(&self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The sign of the score, if it is known: 1 for a win, 0 for a draw, -1 for a loss.
    pub fn sign(&self) -> Option<Score> {
        (self.lower.signum() == self.upper.signum()).then_some(self.lower.signum())
    }

    /// Whether the score is known as well as the window from `alpha` to `beta` asks: exactly inside, as a bound outside.
    fn settles(&self, alpha: Score, beta: Score) -> bool {
        self.lower == self.upper || self.lower >= beta || self.upper <= alpha
    }
}

/// When a solver must give up.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The point in time.
    pub deadline: Deadline,
    /// The number of positions; overdrawn by no more than one small subtree.
    pub nodes: u64,
}

impl Budget {
    /// Never gives up.
    pub const UNLIMITED: Self = Self { deadline: Deadline::Never, nodes: u64::MAX };
}

impl From<Deadline> for Budget {
    fn from(deadline: Deadline) -> Self {
        Self { deadline, ..Self::UNLIMITED }
    }
}

/// An exact solver and its hash table, allocated once and kept between turns.
pub struct Solver {
    table: Table,
    estimator: Estimator,
}

impl Solver {
    /// The size of the default table: more of it costs cache misses and saves less than 1 % of the nodes.
    pub const DEFAULT_BYTES: usize = 4 << 20;

    /// A solver whose table takes at most `bytes` (half or more of them, and at least 1 KiB), besides 336 KiB of estimates;
    /// every page is touched here.
    pub fn new(bytes: usize) -> Self {
        Self { table: Table::new(bytes), estimator: Estimator::new() }
    }

    /// Makes what earlier turns left in the table the first to be replaced.
    pub fn new_turn(&mut self) {
        self.table.new_generation();
    }

    /// Forgets everything that was proven.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Wins, draws and losses are told apart; of the score only the sign is sure.
    pub fn solve_wld(&mut self, board: Board, budget: impl Into<Budget>) -> Outcome {
        self.solve(board, -1, 1, budget)
    }

    /// The score of a position as far as the window from `alpha` to `beta` asks: exact if inside, else a bound
    /// on the proper side. Once the budget is spent, what was proven until then.
    pub fn solve(&mut self, board: Board, alpha: Score, beta: Score, budget: impl Into<Budget>) -> Outcome {
        let mut search = self.search(budget.into());
        with_cpu!(cpu => cpu.close_in(&mut search, board, alpha, beta))
    }

    fn search(&mut self, budget: Budget) -> Search<'_> {
        let Self { table, estimator } = self;
        Search { table, estimator, leaf: Leaf::new(budget), margin: NEVER_BELIEVED }
    }
}

#[cfg(test)]
mod tests;
