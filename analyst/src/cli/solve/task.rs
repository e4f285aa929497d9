//! A thread's part in a null-window search: ABDADA above the leaves.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::order::{ordered, Child};
use super::shared_table::{Proof, SharedTable};
use outflank::board::{Board, Move, Score};
use outflank::bounds::Bounds;
use outflank::clock::Deadline;
use outflank::endgame::{expected_nodes_wld, Solution, Solver};
use outflank::eval::Evaluator;
use outflank::mcts::{Parameters, Search};

/// The longest wait of a thread for another that searches the position it needs.
const WAIT: Duration = Duration::from_micros(200);

/// Memory of each thread's table and tree, in bytes.
const SOLVER_BYTES: usize = 32 << 20;
const TREE_BYTES: usize = 4 << 20;

/// The least number of nodes of a result that is written to a checkpoint.
const KEPT_NODES: u64 = 300_000;

/// Receives each result that took many nodes.
pub(super) type Keep<'a> = &'a (dyn Fn(Board, Proof) + Sync);

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
    pub(super) keep: Keep<'a>,
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
        let known = self.table.probe(board).best;
        let children = ordered(&mut self.worker.order, self.nodes, board, alpha, known);
        let known = children.iter().map(|child| (child.mv, -self.table.probe(child.board).bounds.upper));
        if let Some((mv, lower)) =
            known.max_by_key(|&(_, lower)| lower).filter(|&(_, lower)| Score::from(lower) > alpha)
        {
            self.table.store(board, Proof { bounds: Bounds { lower, upper: 64 }, best: Some(mv) });
            return Some(lower.into());
        }
        self.path.push((board, alpha));
        let start = self.nodes.load(Ordering::Relaxed);
        let found = self.search_children(board, &children, alpha);
        self.path.pop();
        let (score, best) = found?;
        let Bounds { lower, upper } = Bounds::exact(score);
        let bounds = if score > alpha { Bounds { lower, upper: 64 } } else { Bounds { lower: -64, upper } };
        self.store(board, Proof { bounds, best }, self.nodes.load(Ordering::Relaxed) - start);
        Some(score)
    }

    /// Adds a proof that took so many nodes and returns what is proven now.
    fn store(&self, board: Board, proof: Proof, nodes: u64) -> Proof {
        let proof = self.table.store(board, proof);
        if nodes >= KEPT_NODES {
            (self.keep)(board, proof);
        }
        proof
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
        // Children that another thread searches come again behind the others, once.
        let mut waiting: VecDeque<&Child> = children.iter().collect();
        let mut looks = (0..children.len()).map(|index| index > 0 || !expects_cutoff);
        while let Some(child) = waiting.pop_front() {
            if looks.next() == Some(true) && self.table.is_busy(child.board) {
                waiting.push_back(child);
                continue;
            }
            let score = self.search_child(child, alpha);
            // Another thread may have settled this node in the meantime, which makes a child's search void.
            let known = self.table.probe(board);
            if let Some(bound) = known.cutoff(alpha) {
                return Some((bound, known.best));
            }
            let score = score?;
            if score > best {
                (best, best_move) = (score, Some(child.mv));
            }
            if best > alpha {
                break;
            }
        }
        Some((best, best_move))
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
            let Solution { bounds, best, nodes, .. } = outcome;
            self.store(board, Proof { bounds, best }, nodes).cutoff(alpha)
        });
        self.table.release(board);
        score
    }
}
