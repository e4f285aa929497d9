//! The state of one search of the solver.

use super::context::SearchContext;
use super::transposition_table::{hash, TranspositionTable};
use crate::board::Board;
use crate::eval::{Children, Evaluate, LearnedSums, Value};

/// Entries of the evaluation cache, 336 KiB in all; a quarter of the evaluations hit it.
const CACHED_EVALUATIONS: usize = 1024;

/// A direct-mapped cache of static evaluations of all children of a position. The checks are kept apart,
/// so that misses, the common case, touch only 8 KiB.
pub(super) struct EvaluationCache {
    checks: Vec<u64>,
    children: Vec<Children>,
}

impl EvaluationCache {
    pub(super) fn new() -> Self {
        Self { checks: vec![0; CACHED_EVALUATIONS], children: vec![Children::new(); CACHED_EVALUATIONS] }
    }
}

/// The margin of an exact search: ProbCut never applies.
pub(super) const EXACT: Value = Value::MAX;

/// A search in progress.
pub(super) struct SolverSearch<'a, E> {
    pub(super) table: &'a mut TranspositionTable,
    pub(super) evaluations: &'a mut EvaluationCache,
    pub(super) evaluator: &'a E,
    pub(super) context: SearchContext,
    /// ProbCut margin: how far beyond the window a shallow search must be; [`EXACT`] in an exact search.
    pub(super) margin: Value,
}

impl<E: Evaluate> SolverSearch<'_, E> {
    /// The static evaluations of all children, each for the side that has just moved.
    #[inline(always)]
    pub(super) fn child_evaluations<C: LearnedSums>(
        &mut self,
        cpu: C,
        board: Board,
        moves: u64,
    ) -> &Children {
        let (index, check) = hash(board);
        let (index, check) = (index % CACHED_EVALUATIONS, check ^ moves);
        let EvaluationCache { checks, children } = &mut *self.evaluations;
        let (cached, children) = (&mut checks[index], &mut children[index]);
        if *cached != check {
            *cached = check;
            self.evaluator.evaluate_children(cpu, board, moves, children);
        }
        children
    }
}
