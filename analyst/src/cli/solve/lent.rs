//! The parallel solver, lent to a searcher.

use std::sync::atomic::Ordering;

use analyst::search::Prove;
use outflank::board::{Board, Score};
use outflank::bounds::Bounds;
use outflank::clock::Deadline;
use outflank::endgame::Solution;

use super::parallel::{Parallel, Solved};
use super::task::Proof;

/// Share of its time that a thread beyond the first saves.
const EFFICIENCY: f64 = 0.8;

/// A solver of several threads that keeps no checkpoint.
pub(in super::super) struct ParallelBackend {
    solver: Parallel<'static>,
    threads: u16,
}

impl ParallelBackend {
    pub(in super::super) fn new(threads: u16) -> Self {
        const KEEP_NOTHING: &(dyn Fn(Proof) + Sync) = &|_| {};
        Self { solver: Parallel::new(threads.into(), KEEP_NOTHING), threads }
    }
}

impl Prove for ParallelBackend {
    fn prove(&mut self, board: Board, alpha: Score, beta: Score, deadline: &Deadline) -> Solution {
        let nodes = self.solver.nodes();
        let before = nodes.load(Ordering::Relaxed);
        let Solved { lower, upper, best } = self.solver.solve_until(board, alpha, beta, deadline);
        let bounds = Bounds { lower: lower as i8, upper: upper as i8 };
        let expected = if lower > -64 { lower } else { upper };
        Solution { bounds, expected, best, nodes: nodes.load(Ordering::Relaxed) - before }
    }

    fn speed(&self) -> f64 {
        1.0 + EFFICIENCY * f64::from(self.threads - 1)
    }

    fn clear(&mut self) {
        self.solver.clear();
    }
}
