//! A search with all that it keeps from one position to the next.

use std::time::Duration;

use outflank::bits::Squares;
use outflank::board::{Board, Move, Score};
use outflank::clock::{Clock, Deadline};
use outflank::endgame::{Solution, Solver};
use outflank::engine::wipeout::{self, End};
use outflank::eval::Evaluator;
use outflank::mcts::{Limits, Parameters, Search};

use super::budget::{Budget, Memory};
use super::report::{Candidate, Candidates, Report};
use super::stop::Stop;
use crate::alphabeta::{AlphaBeta, Selectivity};

/// A solver that a host lends, such as one with several threads: the library has none.
pub trait Prove: Send {
    /// The score of a position in which the side to move has a move, as far as the window asks: exact inside
    /// and a bound outside. At the deadline, what is proven by then.
    fn prove(&mut self, board: Board, alpha: Score, beta: Score, deadline: &Deadline) -> Solution;

    /// How many times faster than one thread it is, roughly.
    fn speed(&self) -> f64;

    /// Forgets all positions.
    fn clear(&mut self);
}

/// Entries of the table of the search for values, as a power of two: 3 MiB.
const TABLE_BITS: u32 = 17;

/// How boldly that search prunes.
const SELECTIVITY: Selectivity = Selectivity::at(1.5);

/// The node limit for each move of a solved line; the line ends where it does not suffice.
const LINE_NODES: u64 = 400_000;

/// A tree, a solver, and the means to stop them. Keeps what it knows until [`Searcher::clear`].
pub struct Searcher {
    pub(super) tree: Search<&'static Evaluator>,
    /// Values far from the end.
    pub(super) alphabeta: AlphaBeta<&'static Evaluator>,
    pub(super) solver: Solver,
    /// Claims with narrow margins, which must not share a table with others.
    pub(super) claimer: Solver,
    /// Proves instead of `solver` whatever a time or a goal asks for.
    pub(super) prover: Option<Box<dyn Prove>>,
    /// Whether the last search proved the sign of its position, so that the table makes the next one cheap.
    pub(super) is_solved: bool,
    pub(super) stop: Stop,
    pub(super) clock: Option<Clock>,
    pub(super) solver_nodes: u64,
}

impl Searcher {
    /// A searcher without a clock, which therefore ignores time limits, and with a `Stop` of its own.
    pub fn new(memory: Memory) -> Self {
        Self::with_host(memory, Stop::default(), None)
    }

    /// A searcher that ends at once when `stop` is raised, and reads the time from `clock`.
    pub fn with_host(memory: Memory, stop: Stop, clock: Option<Clock>) -> Self {
        Self {
            tree: Search::new(Evaluator::shipped(), Parameters::default(), memory.tree),
            alphabeta: AlphaBeta::selective(Evaluator::shipped(), TABLE_BITS, SELECTIVITY),
            solver: Solver::new(memory.solver),
            claimer: Solver::new(memory.solver),
            prover: None,
            is_solved: false,
            stop,
            clock,
            solver_nodes: 0,
        }
    }

    /// Has another solver prove whatever a time or a goal asks for. Estimates by playouts keep to the
    /// searcher's own, so that they are the same everywhere.
    #[must_use]
    pub fn with_prover(self, prover: Box<dyn Prove>) -> Self {
        Self { prover: Some(prover), ..self }
    }

    /// Forgets all positions, so that the next search depends on nothing but its position and budget.
    pub fn clear(&mut self) {
        self.tree.reset();
        self.alphabeta.clear();
        self.solver.clear();
        if let Some(prover) = &mut self.prover {
            prover.clear();
        }
        self.is_solved = false;
    }

    /// The flag that ends a search.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The time by the host's clock; zero without one.
    pub fn now(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, |clock| clock())
    }

    /// Searches a position. A side that must pass has one move, the pass; a finished game has none.
    pub fn search(&mut self, board: Board, budget: Budget) -> Report {
        let mut thinking = self.begin(board, budget);
        while !self.step(&mut thinking, Duration::MAX) && !self.stop.is_raised() {}
        self.report(&thinking)
    }

    /// Replaces the line of an exactly solved move.
    pub(super) fn solve_line(&mut self, candidate: &mut Candidate, deadline: &Deadline) {
        let (mut board, mut score) = (candidate.child, -i32::from(candidate.report.bounds.lower));
        let mut line = vec![candidate.report.mv];
        while !board.is_over() && !deadline.is_past() {
            let limits = Limits { nodes: LINE_NODES, ..deadline.into() };
            let Solution { bounds, best, nodes, .. } = self.solver.solve(board, score - 1, score + 1, limits);
            self.solver_nodes += nodes;
            let Some(best) = best.filter(|_| bounds.score() == Some(score)) else { break };
            let next = best.square().map_or(Some(board.pass()), |square| board.play(square));
            let Some(next) = next else { break };
            line.push(best);
            (board, score) = (next, -score);
        }
        if line.len() >= candidate.report.line.len() {
            candidate.report.line = line;
        }
    }
}

/// Notes the moves that force an early end with a win, and those that let the opponent do so.
pub(super) fn note_early_ends(board: Board, candidates: &mut Candidates) {
    let legal = board.legal_moves();
    if let Some((square, _, bounds)) = wipeout::winner(board, legal) {
        candidates.prove_best(Move::on(square), bounds);
    }
    for end in [End::WipeOut, End::NoMoves] {
        for square in Squares(legal & !wipeout::safe_moves(board, legal, end)) {
            if let Some(candidate) = candidates.of(Move::on(square)) {
                candidate.narrow(end.bounds().negated());
            }
        }
    }
}

#[cfg(test)]
mod tests;
