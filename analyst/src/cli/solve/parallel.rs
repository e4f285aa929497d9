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

use analyst::search::{Prove, Stop};
use outflank::board::{Board, Move, Score};
use outflank::bounds::Bounds;
use outflank::clock::Deadline;
use outflank::endgame::{expected_nodes_wld, Solution};
use outflank::limits::Limits;

use super::shared_table::{Proof, SharedTable};
use super::task::{Keep, Task, Worker};

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

/// Share of its time that a thread beyond the first saves.
const EFFICIENCY: f64 = 0.8;

/// A solver of one position at a time, which idle workers help.
pub(in super::super) struct Parallel<'a> {
    pool: Arc<Pool>,
    own: Worker,
    nodes: Arc<AtomicU64>,
    division: Division,
    keep: Keep<'a>,
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
    pub(in super::super) fn new(threads: usize, keep: Keep<'a>) -> Self {
        let idle = Mutex::new((1..threads).map(|_| Worker::new()).collect());
        Self::of(Arc::new(Pool { table: SharedTable::new(), idle }), keep)
    }

    /// A solver for each thread, with common proofs; those that [retire](Self::retire) help the others.
    pub(super) fn crew(threads: usize, keep: Keep<'a>) -> Vec<Self> {
        let pool = Arc::new(Pool { table: SharedTable::new(), idle: Mutex::default() });
        (0..threads.max(1)).map(|_| Self::of(Arc::clone(&pool), keep)).collect()
    }

    fn of(pool: Arc<Pool>, keep: Keep<'a>) -> Self {
        Self { pool, own: Worker::new(), nodes: Arc::default(), division: Division::DEFAULT, keep }
    }

    /// Leaves the worker to the other solvers of the crew.
    pub(super) fn retire(self) {
        self.pool.idle().push(self.own);
    }

    /// Adds a proof of an earlier run.
    pub(super) fn add(&self, board: Board, proof: Proof) {
        self.pool.table.store(board, proof);
    }

    /// Positions visited so far; other threads may read it.
    pub(super) fn nodes(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.nodes)
    }

    /// What is proven as far as the window asks, exact inside and a bound outside; if the deadline passes,
    /// what is proven by then.
    pub(super) fn solve_until(&mut self, board: Board, alpha: Score, beta: Score, end: &Deadline) -> Proof {
        if board.is_over() {
            return Proof { bounds: Bounds::exact(board.final_score()), best: None };
        }
        if board.legal_moves() == 0 {
            let passed = self.solve_until(board.pass(), -beta, -alpha, end);
            return Proof { bounds: passed.bounds.negated(), best: Some(Move::PASS) };
        }
        let mut test = self.first_look(board, alpha, beta, end);
        let mut step = 0;
        loop {
            let proof = self.pool.table.probe(board);
            let [lower, upper] = [proof.bounds.lower, proof.bounds.upper].map(Score::from);
            if lower == upper || lower >= beta || upper <= alpha || end.is_past() {
                return proof;
            }
            test = test.clamp(lower.max(alpha), upper.min(beta) - 1);
            let score = self.search_root(board, test, end);
            // A guess that is far off is corrected in growing steps.
            test = if score > test { score + step } else { score - 1 - step };
            step = (2 * step).max(2);
        }
    }

    /// Has the engine's solver begin alone: it settles what is small, and else guesses the score by a
    /// selective search whose best moves stay in its table.
    fn first_look(&mut self, board: Board, alpha: Score, beta: Score, end: &Deadline) -> Score {
        let known = self.pool.table.probe(board);
        if known.best.is_some() {
            return expected(known.bounds).min(Score::from(known.bounds.upper) - 1);
        }
        let nodes = (expected_nodes_wld(board, 0) / FIRST_LOOK_SHARE).max(self.division.first_look);
        let limits = Limits { nodes, ..end.into() };
        let Solution { bounds, best, nodes, expected } = self.own.solver.solve(board, alpha, beta, limits);
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.pool.table.store(board, Proof { bounds, best });
        expected.max(bounds.lower.into()) - 1
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

/// Lent to a searcher, it keeps no checkpoint.
impl Prove for Parallel<'_> {
    fn prove(&mut self, board: Board, alpha: Score, beta: Score, deadline: &Deadline) -> Solution {
        let before = self.nodes.load(Ordering::Relaxed);
        let Proof { bounds, best } = self.solve_until(board, alpha, beta, deadline);
        let nodes = self.nodes.load(Ordering::Relaxed) - before;
        Solution { bounds, expected: expected(bounds), best, nodes }
    }

    fn speed(&self) -> f64 {
        1.0 + EFFICIENCY * self.pool.idle().len() as f64
    }

    fn clear(&mut self) {
        self.pool.table.clear();
        self.own.solver.clear();
        self.pool.idle().iter_mut().for_each(|worker| worker.solver.clear());
    }
}

/// The likely score within bounds.
fn expected(Bounds { lower, upper }: Bounds) -> Score {
    Score::from(if lower > -64 { lower } else { upper })
}

/// Passes once `stop` is raised or `end` has passed.
fn sooner(stop: &Stop, end: Deadline) -> Deadline {
    const PAST: Duration = Duration::from_secs(1);
    let stop = stop.clone();
    Deadline::on(move || if stop.is_raised() || end.is_past() { PAST } else { Duration::ZERO }, PAST)
}

#[cfg(test)]
mod tests;
