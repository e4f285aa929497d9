//! A search in one call, and the steps that it shares with a search in slices.

use std::time::Duration;

use outflank::bits::Squares;
use outflank::board::{Board, Move};
use outflank::bounds::Bounds;
use outflank::clock::{Clock, Deadline};
use outflank::endgame::{Solution, Solver};
use outflank::engine::wipeout::{self, End};
use outflank::engine::{self, Choice};
use outflank::eval::Evaluator;
use outflank::mcts::{Limits, Parameters, Search};

use crate::alphabeta::{AlphaBeta, Selectivity};

use super::budget::{Budget, Goal, Memory};
use super::prove::Prove;
use super::report::{Candidate, Candidates, Report};
use super::stop::{deadline, Stop};

/// The least number of playouts, done even by a search that was stopped: less than 0.2 ms.
pub(super) const MIN_PLAYOUTS: u64 = 64;

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

    /// The host's clock.
    pub fn clock(&self) -> Option<Clock> {
        self.clock
    }

    /// Searches a position. A side that must pass has one move, the pass; a finished game has none.
    pub fn search(&mut self, board: Board, budget: Budget) -> Report {
        if budget.goal == Goal::Estimate && !budget.every_move {
            return self.search_to_play(board, budget);
        }
        let mut thinking = self.begin(board, budget);
        while !self.step(&mut thinking, Duration::MAX) && !self.stop.is_raised() {}
        self.report(&thinking)
    }

    /// Searches a position as the bot does in a turn: for a move to play, not for its value.
    fn search_to_play(&mut self, board: Board, budget: Budget) -> Report {
        let deadline = deadline(&self.stop, self.clock, budget.time);
        let before = self.work();
        let mut report = if board.legal_moves() != 0 {
            self.choose(board, budget, &deadline)
        } else if board.is_over() {
            return Report::of_finished_game(board);
        } else {
            self.choose(board.pass(), budget, &deadline).before_pass()
        };
        let (playouts, nodes) = self.work();
        (report.playouts, report.nodes) = (playouts - before.0, nodes - before.1);
        report
    }

    /// Playouts and nodes since this searcher was made.
    pub(super) fn work(&self) -> (u64, u64) {
        let tree = self.tree.counters();
        (tree.playouts, tree.nodes + self.alphabeta.nodes() + self.solver_nodes)
    }

    fn choose(&mut self, board: Board, budget: Budget, deadline: &Deadline) -> Report {
        let mut candidates = Candidates::new(board);
        note_early_ends(board, &mut candidates);
        if !candidates.best_is_settled() {
            let limits = Limits { playouts: budget.playouts, ..deadline.into() };
            self.solve_if_affordable(board, limits, &mut candidates);
        }
        if !candidates.best_is_settled() && !candidates.is_solved() {
            self.search_tree(board, budget.playouts, deadline, &mut candidates);
        }
        for (candidate, value) in candidates.iter_mut().zip(self.short_values(board)) {
            candidate.report.value = value;
        }
        let depth = if self.is_solved { board.empty_count() } else { self.tree.depth() };
        candidates.into_report(depth)
    }

    /// Runs the solver as the engine does in a turn with these limits.
    fn solve_if_affordable(&mut self, board: Board, limits: Limits, candidates: &mut Candidates) {
        if let Some(is_solved) = self.prove_in_time(board, &limits, candidates) {
            self.is_solved = is_solved;
            return;
        }
        // What a lent solver proved is not in the table of this one.
        let is_warm = self.is_solved && self.prover.is_none();
        let (choice, nodes) = engine::solve(&mut self.solver, board, is_warm, &limits);
        self.solver_nodes += nodes;
        // A full table may have lost the proof of the sign when the search for the score ended.
        let choice = choice.filter(|choice| choice.bounds.sign().is_some());
        self.is_solved = choice.is_some();
        if let Some(Choice { square, bounds, .. }) = choice {
            candidates.prove_best(Move::on(square), bounds.lower, bounds.upper);
        }
    }

    /// Searches the tree and adds its rank and bounds of each move.
    fn search_tree(&mut self, board: Board, playouts: u64, deadline: &Deadline, candidates: &mut Candidates) {
        self.tree.advance_to(board);
        self.tree.run(Limits::playouts(MIN_PLAYOUTS.min(playouts.max(1))));
        self.tree.run(Limits { playouts: playouts.saturating_sub(MIN_PLAYOUTS), ..deadline.into() });
        self.take_estimates(candidates);
    }

    /// Adds the tree's rank, line and bounds of each move.
    pub(super) fn take_estimates(&self, candidates: &mut Candidates) {
        for root_move in self.tree.root_moves() {
            let line = self.tree.line(root_move.mv);
            candidates.estimate(&root_move, line);
        }
    }

    /// Replaces the line of an exactly solved move.
    pub(super) fn solve_line(&mut self, candidate: &mut Candidate, deadline: &Deadline) {
        let (Some(mut board), mut score) = (candidate.child, -i32::from(candidate.report.bounds.lower))
        else {
            return;
        };
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
        candidates.prove_best(Move::on(square), bounds.lower, bounds.upper);
    }
    for end in [End::WipeOut, End::NoMoves] {
        let Bounds { lower, upper } = end.bounds().negated();
        for square in Squares(legal & !wipeout::safe_moves(board, legal, end)) {
            if let Some(candidate) = candidates.of(Move::on(square)) {
                candidate.narrow(lower, upper);
            }
        }
    }
}

#[cfg(test)]
mod tests;
