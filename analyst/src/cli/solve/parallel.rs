//! An exact solver for several threads.
//!
//! All threads search the same tree of null windows from the root. A shared table holds proven bounds and the
//! positions being searched: at a node whose moves must all be refuted, a thread starts with a move that no
//! other thread searches (ABDADA: Weill 1996). Positions near the leaves go to the engine's solver, of which
//! each thread has its own.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use analyst::search::Stop;
use outflank::board::{Board, Move, Score};
use outflank::bounds::Bounds;
use outflank::clock::Deadline;
use outflank::endgame::expected_nodes_wld;
use outflank::limits::Limits;

use super::shared_table::SharedTable;
use super::task::{Proof, Task, Worker};

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

/// Proven bounds of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Solved {
    pub(super) lower: Score,
    pub(super) upper: Score,
    pub(super) best: Option<Move>,
}

/// A solver of one position at a time, which idle workers help.
pub(super) struct Parallel<'a> {
    pool: Arc<Pool>,
    own: Worker,
    nodes: Arc<AtomicU64>,
    division: Division,
    /// Receives every result that took many nodes.
    keep: &'a (dyn Fn(Proof) + Sync),
}

/// What the solvers of several positions share: proofs, and the workers without a position of their own.
struct Pool {
    table: SharedTable,
    idle: Mutex<Vec<Worker>>,
}

impl Pool {
    fn idle(&self) -> MutexGuard<'_, Vec<Worker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> Parallel<'a> {
    /// A solver whose positions all threads share.
    pub(super) fn new(threads: usize, keep: &'a (dyn Fn(Proof) + Sync)) -> Self {
        let idle = Mutex::new((1..threads).map(|_| Worker::new()).collect());
        Self::of(Arc::new(Pool { table: SharedTable::new(), idle }), keep)
    }

    /// A solver for each thread, with common proofs; those that [retire](Self::retire) help the others.
    pub(super) fn crew(threads: usize, keep: &'a (dyn Fn(Proof) + Sync)) -> Vec<Self> {
        let pool = Arc::new(Pool { table: SharedTable::new(), idle: Mutex::default() });
        (0..threads.max(1)).map(|_| Self::of(Arc::clone(&pool), keep)).collect()
    }

    fn of(pool: Arc<Pool>, keep: &'a (dyn Fn(Proof) + Sync)) -> Self {
        Self { pool, own: Worker::new(), nodes: Arc::default(), division: Division::DEFAULT, keep }
    }

    /// Leaves the worker to the other solvers of the crew.
    pub(super) fn retire(self) {
        self.pool.idle().push(self.own);
    }

    /// Adds a proof of an earlier run.
    pub(super) fn add(&self, proof: Proof) {
        self.pool.table.store(proof.board, proof.lower.into(), proof.upper.into(), proof.best);
    }

    /// Positions visited so far; other threads may read it.
    pub(super) fn nodes(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.nodes)
    }

    /// Forgets all proofs.
    pub(super) fn clear(&mut self) {
        self.pool.table.clear();
        self.own.solver.clear();
        self.pool.idle().iter_mut().for_each(|worker| worker.solver.clear());
    }

    /// The score as far as the window asks, exact inside and a bound outside; what is proven by then if the
    /// deadline passes.
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
        let entry = self.pool.table.probe(board);
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
        let nodes = (expected_nodes_wld(board, 0) / FIRST_LOOK_SHARE).max(self.division.first_look);
        let limits = Limits { nodes, ..end.into() };
        let outcome = self.own.solver.solve(board, alpha, beta, limits);
        self.nodes.fetch_add(outcome.nodes, Ordering::Relaxed);
        let Bounds { lower, upper } = outcome.bounds;
        self.pool.table.store(board, lower.into(), upper.into(), outcome.best);
        outcome.expected.max(lower.into()) - 1
    }

    /// One null-window search with whoever is idle.
    fn search_root(&mut self, board: Board, alpha: Score, end: &Deadline) -> Score {
        let mut helpers = std::mem::take(&mut *self.pool.idle());
        let Self { pool, own, nodes, division, keep } = self;
        let (table, nodes, keep) = (&pool.table, &**nodes, *keep);
        let leaf_nodes = (expected_nodes_wld(board, 0) / LEAF_SHARE).min(division.leaf);
        let stop = Stop::default();
        let score = thread::scope(|scope| {
            let searches: Vec<_> = std::iter::once(own)
                .chain(&mut helpers)
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
        });
        pool.idle().append(&mut helpers);
        score
    }
}

/// Passes once `stop` is raised or `end` has passed.
fn sooner(stop: &Stop, end: Deadline) -> Deadline {
    const PAST: Duration = Duration::from_secs(1);
    let stop = stop.clone();
    Deadline::on(move || if stop.is_raised() || end.is_past() { PAST } else { Duration::ZERO }, PAST)
}

#[cfg(test)]
mod tests;
