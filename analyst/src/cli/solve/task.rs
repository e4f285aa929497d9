//! A thread's part in a null-window search: ABDADA above the leaves.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use outflank::board::{Board, Move, Score};
use outflank::bounds::Bounds;
use outflank::clock::Deadline;
use outflank::endgame::{expected_nodes_wld, Solver};
use outflank::eval::Evaluator;
use outflank::mcts::{Parameters, Search};
use smallvec::SmallVec;

use super::order::{ordered, Child};
use super::shared_table::SharedTable;

/// The longest wait of a thread for another that searches the position it needs.
const WAIT: Duration = Duration::from_micros(200);

/// Memory of each thread's table and tree, in bytes.
const SOLVER_BYTES: usize = 32 << 20;
const TREE_BYTES: usize = 4 << 20;

/// The least number of nodes of a result that is written to a checkpoint.
const KEPT_NODES: u64 = 300_000;

/// Proven bounds of a position, as a checkpoint keeps them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    pub(super) board: Board,
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best: Option<Move>,
}

/// The solver and the tree of one thread.
pub(super) struct Worker {
    pub(super) solver: Solver,
    pub(super) order: Search<&'static Evaluator>,
}

impl Worker {
    pub(super) fn new() -> Self {
        Self {
            solver: Solver::new(SOLVER_BYTES),
            order: Search::new(Evaluator::shipped(), Parameters::default(), TREE_BYTES),
        }
    }
}

/// A null-window search of the root, seen by one thread.
pub(super) struct Task<'a> {
    pub(super) table: &'a SharedTable,
    pub(super) nodes: &'a AtomicU64,
    pub(super) keep: &'a (dyn Fn(Proof) + Sync),
    pub(super) worker: &'a mut Worker,
    pub(super) leaf_nodes: u64,
    pub(super) deadline: Deadline,
    /// The nodes above the current one, with their windows: if one of them is settled, the work below it is
    /// void.
    pub(super) path: Vec<(Board, Score)>,
}

impl Task<'_> {
    /// A bound of the score on the proper side of `alpha`; `None` if the search is void.
    pub(super) fn search(&mut self, board: Board, alpha: Score) -> Option<Score> {
        let moves = board.legal_moves();
        if moves == 0 {
            let passed = board.pass();
            if passed.legal_moves() == 0 {
                return Some(board.final_score());
            }
            return self.search(passed, -alpha - 1).map(|score| -score);
        }
        if let Some(bound) = self.table.cutoff(board, alpha) {
            return Some(bound);
        }
        if self.is_void() {
            return None;
        }
        if expected_nodes_wld(board, 0) <= self.leaf_nodes {
            return self.solve_leaf(board, alpha);
        }
        let known = self.table.probe(board).and_then(|entry| entry.best);
        let children = ordered(&mut self.worker.order, self.nodes, board, alpha, known);
        let known = children
            .iter()
            .filter_map(|child| Some((child.mv, -Score::from(self.table.probe(child.board)?.upper))));
        if let Some((mv, bound)) = known.filter(|&(_, bound)| bound > alpha).max_by_key(|&(_, bound)| bound) {
            self.table.store(board, bound, 64, Some(mv));
            return Some(bound);
        }
        self.path.push((board, alpha));
        let start = self.nodes.load(Ordering::Relaxed);
        let found = self.search_children(board, &children, alpha);
        self.path.pop();
        let (score, best) = found?;
        let (lower, upper) = if score > alpha { (score, 64) } else { (-64, score) };
        let entry = self.table.store(board, lower, upper, best);
        if self.nodes.load(Ordering::Relaxed) - start >= KEPT_NODES {
            (self.keep)(Proof { board, lower: entry.lower, upper: entry.upper, best: entry.best });
        }
        Some(score)
    }

    /// The best score among the children, or the first above `alpha`; `None` if the search is void.
    fn search_children(
        &mut self,
        board: Board,
        children: &[Child],
        alpha: Score,
    ) -> Option<(Score, Option<Move>)> {
        let expects_cutoff = children.first().is_some_and(|child| child.value > alpha as f32);
        let (mut best, mut best_move) = (-127, None);
        let mut deferred = SmallVec::<[&Child; 16]>::new();
        for (index, child) in children.iter().enumerate() {
            if (index > 0 || !expects_cutoff) && self.table.is_busy(child.board) {
                deferred.push(child);
                continue;
            }
            let score = self.search_child(child, alpha);
            match self.settle(board, child, score, alpha, &mut best, &mut best_move) {
                Some(result) => return result,
                None => continue,
            }
        }
        for child in deferred {
            let score = self.search_child(child, alpha);
            if let Some(result) = self.settle(board, child, score, alpha, &mut best, &mut best_move) {
                return result;
            }
        }
        Some((best, best_move))
    }

    /// Takes a child's score into account; the node's result, if it has one now: `Some(None)` if it is void.
    #[allow(clippy::option_option)]
    fn settle(
        &self,
        board: Board,
        child: &Child,
        score: Option<Score>,
        alpha: Score,
        best: &mut Score,
        best_move: &mut Option<Move>,
    ) -> Option<Option<(Score, Option<Move>)>> {
        // Another thread may have settled this node in the meantime, which also makes a child's search void.
        if let Some(entry) = self.table.probe(board) {
            if let Some(bound) = entry.cutoff(alpha) {
                return Some(Some((bound, entry.best)));
            }
        }
        let Some(score) = score else { return Some(None) };
        if score > *best {
            (*best, *best_move) = (score, Some(child.mv));
        }
        (*best > alpha).then_some(Some((*best, *best_move)))
    }

    fn search_child(&mut self, child: &Child, alpha: Score) -> Option<Score> {
        self.table.enter(child.board);
        let score = self.search(child.board, -alpha - 1);
        self.table.leave(child.board);
        score.map(|score| -score)
    }

    /// Whether the result is no longer needed: a node above is settled, or all are done.
    fn is_void(&self) -> bool {
        self.deadline.is_past()
            || self.path.iter().any(|&(board, alpha)| self.table.cutoff(board, alpha).is_some())
    }

    /// Has the engine's solver settle a position; never two threads at the same one.
    fn solve_leaf(&mut self, board: Board, alpha: Score) -> Option<Score> {
        while !self.table.reserve(board) {
            if let Some(bound) = self.table.cutoff(board, alpha) {
                return Some(bound);
            }
            if self.is_void() {
                return None;
            }
            thread::sleep(WAIT);
        }
        let settled = self.table.cutoff(board, alpha);
        let score = settled.or_else(|| {
            let outcome = self.worker.solver.solve(board, alpha, alpha + 1, &self.deadline);
            self.nodes.fetch_add(outcome.nodes, Ordering::Relaxed);
            let entry = {
                let Bounds { lower, upper } = outcome.bounds;
                self.table.store(board, lower.into(), upper.into(), outcome.best)
            };
            if outcome.nodes >= KEPT_NODES {
                (self.keep)(Proof { board, lower: entry.lower, upper: entry.upper, best: entry.best });
            }
            entry.cutoff(alpha)
        });
        self.table.release(board);
        score
    }
}
