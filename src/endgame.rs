//! Exact results of positions near the end of the game, by alpha-beta search.
//!
//! All searches have null windows: [`Solver`] converges on the score from both sides, and its transposition
//! table keeps the proven bounds, between turns too. The searches are layered by the number of empties, and
//! each calls those below: `driver` (the root), `far` (more than 12), `mid` (10 to 12), `near` (without the
//! table), `last` (up to 4). Leaves of the tree search enter at `near`, which needs neither table nor clock,
//! only a [`SearchContext`].

mod driver;
mod far;
mod last;
mod last_flips;
mod mid;
mod move_list;
mod near;
mod node_estimate;
mod ordering;
mod search;
mod shallow;
mod stability;
mod transposition_table;

pub(crate) use near::NearNodes;
pub use node_estimate::expected_nodes_wld;
pub(crate) use search::SearchContext;
pub use search::{Claim, Solution};

use crate::board::{Board, Move, Score};
use crate::eval::{Evaluate, Evaluator, Value, DISC};
use crate::limits::Limits;
use crate::with_cpu;
use driver::RootNode;
use search::{EvaluationCache, SolverSearch, EXACT};
use transposition_table::TranspositionTable;

/// An exact solver and its tables, allocated once and kept between turns.
pub struct Solver<E = &'static Evaluator> {
    evaluator: E,
    table: TranspositionTable,
    evaluations: EvaluationCache,
}

impl Solver {
    /// Default size of the table: a larger one costs cache misses and saves less than 1 % of the nodes.
    pub const DEFAULT_BYTES: usize = 4 << 20;

    /// A solver that orders moves by the shipped evaluation; see [`Solver::with_evaluator`].
    pub fn new(bytes: usize) -> Self {
        Self::with_evaluator(Evaluator::shipped(), bytes)
    }
}

impl<E: Evaluate> Solver<E> {
    /// A solver that orders moves by `evaluator`. Its table takes at most `bytes` (at least half of them, and
    /// at least 1 KiB), besides 336 KiB of evaluations; every page is touched here.
    pub fn with_evaluator(evaluator: E, bytes: usize) -> Self {
        Self { evaluator, table: TranspositionTable::new(bytes), evaluations: EvaluationCache::new() }
    }

    /// Starts a new generation: entries of earlier turns are replaced first.
    pub fn new_turn(&mut self) {
        self.table.new_generation();
    }

    /// Empties the transposition table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The estimated nodes of [`Solver::solve_wld`] with an empty table.
    pub fn expected_nodes_wld(&self, board: Board) -> u64 {
        // The evaluation is the opponent's, as if it had just moved: only its absolute value matters.
        expected_nodes_wld(board, self.evaluator.evaluate_position(board.pass()) / DISC)
    }

    /// Solves for win, draw or loss: only the sign of the score is proven.
    pub fn solve_wld(&mut self, board: Board, limits: impl Into<Limits>) -> Solution {
        self.solve(board, -1, 1, limits)
    }

    /// Solves a position within a window: the score is exact between `alpha` and `beta`, else bounded
    /// outside. At a limit, the bounds proven so far.
    pub fn solve(&mut self, board: Board, alpha: Score, beta: Score, limits: impl Into<Limits>) -> Solution {
        let mut search = self.search(limits.into());
        with_cpu!(cpu => cpu.solve_root(&mut search, board, alpha, beta))
    }

    /// The likely score, by a search that prunes what a shallow search puts `margin` beyond the window; a
    /// guess saves work. One solver serves one margin until it is cleared: its table does not tell margins
    /// apart.
    pub fn claim(
        &mut self,
        board: Board,
        margin: Value,
        guess: Option<(Score, Move)>,
        limits: impl Into<Limits>,
    ) -> Claim {
        let mut search = self.search(limits.into());
        (search.margin, search.shallow_value) = (margin, far::shallow_value);
        let (bounds, best) = with_cpu!(cpu => cpu.claim_root(&mut search, board, guess));
        Claim { bounds, best, nodes: search.context.nodes }
    }

    fn search(&mut self, limits: Limits) -> SolverSearch<'_, E> {
        let Self { evaluator, table, evaluations } = self;
        let context = SearchContext::new(limits);
        let shallow_value = |score| score * DISC;
        SolverSearch { table, evaluations, evaluator, context, margin: EXACT, shallow_value }
    }
}

#[cfg(test)]
mod tests;
