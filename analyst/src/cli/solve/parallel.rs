//! An exact solver for several threads.
//!
//! All threads search the same tree of null windows from the root. A shared table holds proven bounds and the
//! positions being searched: at a node whose moves must all be refuted, a thread starts with a move that no
//! other thread searches (ABDADA: Weill 1996). Positions near the leaves go to the engine's solver, of which
//! each thread has its own.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use analyst::search::Stop;
use outflank::board::{Board, Move, Score};
use outflank::bounds::Bounds;
use outflank::clock::Deadline;
use outflank::endgame::Solver;
use outflank::eval::Evaluator;
use outflank::limits::Limits;
use outflank::mcts::{Parameters, Search};
use smallvec::SmallVec;

use super::forecast::forecast;
use super::order::{ordered, Child};
use super::shared_table::SharedTable;

/// How the work is divided.
#[derive(Clone, Copy, Debug)]
struct Division {
    /// The least number of nodes of the first attempt by the engine's solver.
    first_look: u64,
    /// The largest expected number of nodes of a position that goes to the engine's solver.
    leaf: u64,
}

impl Division {
    const DEFAULT: Self = Self { first_look: 1_000_000, leaf: 50_000_000 };
}

/// Share of the expected nodes that the first attempt may take.
const FIRST_LOOK_SHARE: u64 = 4;

/// A tree is split into positions that are expected to take an eighth of its nodes: smaller ones lose more by
/// the order of their moves than threads gain by an even load.
const LEAF_SHARE: u64 = 8;

/// Memory of each thread's table and tree, in bytes.
const SOLVER_BYTES: usize = 32 << 20;
const TREE_BYTES: usize = 4 << 20;

/// The least number of nodes of a result that is written to a checkpoint.
pub(super) const KEPT_NODES: u64 = 300_000;

/// The longest wait of a thread for another that searches the position it needs.
const WAIT: Duration = Duration::from_micros(200);

/// Proven bounds of a position, as a checkpoint keeps them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    pub(super) board: Board,
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best: Option<Move>,
}

/// Proven bounds of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Solved {
    pub(super) lower: Score,
    pub(super) upper: Score,
    pub(super) best: Option<Move>,
}

pub(super) struct Parallel<'a> {
    table: SharedTable,
    workers: Vec<Worker>,
    nodes: Arc<AtomicU64>,
    division: Division,
    /// Receives every result of at least [`KEPT_NODES`] nodes.
    keep: &'a (dyn Fn(Proof) + Sync),
}

/// The solver and the tree of one thread.
struct Worker {
    solver: Solver,
    order: Search<&'static Evaluator>,
}

/// A null-window search of the root, seen by one thread.
struct Task<'a> {
    table: &'a SharedTable,
    nodes: &'a AtomicU64,
    keep: &'a (dyn Fn(Proof) + Sync),
    worker: &'a mut Worker,
    leaf_nodes: u64,
    deadline: Deadline,
    /// The nodes above the current one, with their windows: if one of them is settled, the work below it is
    /// void.
    path: Vec<(Board, Score)>,
}

impl<'a> Parallel<'a> {
    pub(super) fn new(threads: usize, keep: &'a (dyn Fn(Proof) + Sync)) -> Self {
        let worker = || Worker {
            solver: Solver::new(SOLVER_BYTES),
            order: Search::new(Evaluator::shipped(), Parameters::default(), TREE_BYTES),
        };
        Self {
            table: SharedTable::new(),
            workers: (0..threads.max(1)).map(|_| worker()).collect(),
            nodes: Arc::default(),
            division: Division::DEFAULT,
            keep,
        }
    }

    /// Adds a proof of an earlier run.
    pub(super) fn add(&mut self, proof: Proof) {
        self.table.store(proof.board, proof.lower.into(), proof.upper.into(), proof.best);
    }

    /// Positions visited so far; other threads may read it.
    pub(super) fn nodes(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.nodes)
    }

    /// Forgets all proofs.
    pub(super) fn clear(&mut self) {
        self.table = SharedTable::new();
        self.workers.iter_mut().for_each(|worker| worker.solver.clear());
    }

    /// The score as far as the window asks, exact inside and a bound outside.
    pub(super) fn solve(&mut self, board: Board, alpha: Score, beta: Score) -> Solved {
        self.solve_until(board, alpha, beta, &Deadline::Never)
    }

    /// The same; what is proven by then if the deadline passes.
    pub(super) fn solve_until(&mut self, board: Board, alpha: Score, beta: Score, end: &Deadline) -> Solved {
        if board.is_over() {
            let score = board.final_score();
            return Solved { lower: score, upper: score, best: None };
        }
        if board.legal_moves() == 0 {
            let Solved { lower, upper, .. } = self.solve_until(board.pass(), -beta, -alpha, end);
            return Solved { lower: -upper, upper: -lower, best: Some(Move::PASS) };
        }
        let mut test = self.first_look(board, alpha, beta, end);
        let mut step = 0;
        loop {
            let Solved { lower, upper, best } = self.known(board);
            if lower == upper || lower >= beta || upper <= alpha || end.is_past() {
                return Solved { lower, upper, best };
            }
            test = test.clamp(lower.max(alpha), upper.min(beta) - 1);
            let score = self.search_root(board, test, end);
            // A guess that is far off is corrected in growing steps.
            test = if score > test { score + step } else { score - 1 - step };
            step = (2 * step).max(2);
        }
    }

    fn known(&self, board: Board) -> Solved {
        let entry = self.table.probe(board);
        entry.map_or(Solved { lower: -64, upper: 64, best: None }, |entry| Solved {
            lower: entry.lower.into(),
            upper: entry.upper.into(),
            best: entry.best,
        })
    }

    /// Has the engine's solver begin alone: it settles what is small, and else guesses the score by a
    /// selective search whose best moves stay in its table.
    fn first_look(&mut self, board: Board, alpha: Score, beta: Score, end: &Deadline) -> Score {
        if self.known(board).best.is_some() {
            let Solved { lower, upper, .. } = self.known(board);
            return if lower > -64 { lower } else { upper - 1 };
        }
        let nodes = (forecast(board) / FIRST_LOOK_SHARE).max(self.division.first_look);
        let limits = Limits { nodes, ..end.into() };
        let outcome = self.workers[0].solver.solve(board, alpha, beta, limits);
        self.nodes.fetch_add(outcome.nodes, Ordering::Relaxed);
        let Bounds { lower, upper } = outcome.bounds;
        self.table.store(board, lower.into(), upper.into(), outcome.best);
        outcome.expected.max(lower.into()) - 1
    }

    /// One null-window search by all threads.
    fn search_root(&mut self, board: Board, alpha: Score, end: &Deadline) -> Score {
        let Self { table, workers, nodes, division, keep } = self;
        let (table, nodes, keep) = (&*table, &**nodes, *keep);
        let leaf_nodes = (forecast(board) / LEAF_SHARE).min(division.leaf);
        let stop = Stop::default();
        thread::scope(|scope| {
            let searches: Vec<_> = workers
                .iter_mut()
                .map(|worker| {
                    let (stop, end) = (stop.clone(), end.clone());
                    scope.spawn(move || {
                        worker.solver.new_turn();
                        let deadline = sooner(&stop, end);
                        let path = Vec::new();
                        let mut task = Task { table, nodes, keep, worker, leaf_nodes, deadline, path };
                        let score = task.search(board, alpha);
                        // The first thread that is done ends the work of all.
                        stop.raise();
                        score
                    })
                })
                .collect();
            let scores: Vec<_> =
                searches.into_iter().filter_map(|search| search.join().ok().flatten()).collect();
            // A settled root has a bound; nothing else ends a search before its deadline.
            scores.first().copied().or_else(|| table.cutoff(board, alpha)).unwrap_or(alpha)
        })
    }
}

/// Passes once `stop` is raised or `end` has passed.
fn sooner(stop: &Stop, end: Deadline) -> Deadline {
    const PAST: Duration = Duration::from_secs(1);
    let stop = stop.clone();
    Deadline::on(move || if stop.is_raised() || end.is_past() { PAST } else { Duration::ZERO }, PAST)
}

impl Task<'_> {
    /// A bound of the score on the proper side of `alpha`; `None` if the search is void.
    fn search(&mut self, board: Board, alpha: Score) -> Option<Score> {
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
        if forecast(board) <= self.leaf_nodes {
            return self.solve_leaf(board, alpha);
        }
        let known = self.table.probe(board).and_then(|entry| entry.best);
        let children = ordered(&mut self.worker.order, self.nodes, board, alpha, known);
        let known = children
            .iter()
            .filter_map(|child| Some((child.played, -Score::from(self.table.probe(child.board)?.upper))));
        if let Some((played, bound)) =
            known.filter(|&(_, bound)| bound > alpha).max_by_key(|&(_, bound)| bound)
        {
            self.table.store(board, bound, 64, Some(played));
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
            (*best, *best_move) = (score, Some(child.played));
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

#[cfg(test)]
mod tests;
