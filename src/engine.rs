//! Chooses a move: the search, the exact solver and the tree's reuse from turn to turn.
//!
//! Reads no input and prints nothing.

pub mod wipeout;

use crate::bits::first_square;
use crate::board::{Board, Move, Score};
use crate::bounds::Bounds;
use crate::clock::Deadline;
use crate::endgame::Solver;
use crate::eval::{Evaluate, Evaluator};
use crate::mcts::{Parameters, RootMove, Search};
use crate::opening::Book;
use crate::square::Square;
use wipeout::End;

pub use crate::mcts::Limits;

/// Memory of the search tree, in bytes.
pub const TREE_BYTES: usize = 192 << 20;

/// Memory of the solver's table, in bytes.
const SOLVER_BYTES: usize = Solver::DEFAULT_BYTES;

/// With more empty squares the solver is not tried.
pub const SOLVER_EMPTIES: u32 = 26;

/// The share of a turn's time after which the solver stops searching for the sign of the score.
pub const SOLVER_SHARE: f64 = 0.7;

/// The solver's nodes in the time of one playout, for searches limited by counts.
pub const SOLVER_NODES_PER_PLAYOUT: u64 = 40;

/// The solver's nodes a millisecond, on the slow side. A build with checks is some 40 times slower.
pub const SOLVER_NODES_PER_MS: u64 = if cfg!(debug_assertions) { 700 } else { 28_000 };

/// What chose a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The tree search, or the search for early ends before it; also if no action is legal.
    Search,
    /// The exact solver, which guarantees the lower bound; no move exceeds the upper.
    Solver,
    /// The opening book.
    Book,
}

/// A chosen move and its value.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The square to play.
    pub square: Square,
    /// Expected result in discs, for the side to move.
    pub discs: f32,
    /// Length of the most visited line, in plies; the empties if the solver chose.
    pub depth: u32,
    /// Playouts done for this choice.
    pub playouts: u64,
    /// Proven bounds of the move's score, for the side to move.
    pub bounds: Bounds,
    /// What chose it.
    pub source: Source,
}

/// The tree search, the exact solver and the opening book; the tree and the tables are kept between turns.
pub struct Engine<E = &'static Evaluator> {
    search: Search<E>,
    solver: Solver<E>,
    solver_nodes: u64,
    /// Whether the solver proved the sign on the last turn, so that its table holds most of the proof for
    /// this one.
    is_solved: bool,
    book: Book,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// The engine that ships; allocates and touches all its memory.
    pub fn new() -> Self {
        let mut engine = Self::with_parameters(Parameters::default(), TREE_BYTES, SOLVER_BYTES);
        engine.set_book(Book::shipped());
        engine
    }

    /// The shipped evaluation without a book, with these search parameters and this much memory for the tree
    /// and for the solver's table.
    pub fn with_parameters(parameters: Parameters, tree_bytes: usize, solver_bytes: usize) -> Self {
        Self::with_evaluator(Evaluator::shipped(), parameters, tree_bytes, solver_bytes)
    }
}

impl<E: Evaluate + Clone> Engine<E> {
    /// An engine without a book whose search and solver judge by another evaluator, for comparisons.
    pub fn with_evaluator(
        evaluator: E,
        parameters: Parameters,
        tree_bytes: usize,
        solver_bytes: usize,
    ) -> Self {
        let search = Search::new(evaluator.clone(), parameters, tree_bytes);
        Self {
            search,
            solver: Solver::with_evaluator(evaluator, solver_bytes),
            solver_nodes: 0,
            is_solved: false,
            book: Book::default(),
        }
    }
}

impl<E: Evaluate> Engine<E> {
    /// Replaces the opening book.
    pub fn set_book(&mut self, book: Book) {
        self.book = book;
    }

    /// Forgets the game so far.
    pub fn new_game(&mut self) {
        self.search.clear();
        self.solver.clear();
        self.is_solved = false;
    }

    /// The nodes of trees and solvers that this engine has visited since it was made.
    pub fn nodes(&self) -> u64 {
        self.search.counters().nodes + self.solver_nodes
    }

    /// The search, for benches and tests.
    pub fn tree(&self) -> &Search<E> {
        &self.search
    }

    /// Moves the root to a position that the game has reached and keeps the tree below it.
    pub fn follow(&mut self, board: Board) {
        self.search.advance_to(board);
    }

    /// Chooses one of the squares of `allowed` for the side to move. A square of `allowed` that is no legal
    /// move is chosen only if none is; `allowed` must not be empty.
    pub fn choose(&mut self, board: Board, allowed: u64, limits: Limits) -> Choice {
        if let Some(square) = self.book.find(board).filter(|square| allowed & square.bit() != 0) {
            return self.play_from_book(board, square, limits);
        }
        let legal = board.legal_moves();
        let is_restricted = legal & !allowed != 0;
        if legal != 0 && !is_restricted {
            let (choice, nodes) = solve(&mut self.solver, board, self.is_solved, &limits);
            self.solver_nodes += nodes;
            self.is_solved = choice.is_some();
            if let Some(choice) = choice {
                return choice;
            }
        }
        let playable = allowed & legal;
        if let Some((square, depth, bounds)) = wipeout::winner(board, playable) {
            let discs = f32::from(bounds.lower);
            return Choice { square, discs, depth, playouts: 0, bounds, source: Source::Search };
        }
        let sound = wipeout::safe_moves(board, playable, End::NoMoves);
        self.search(board, if sound != 0 { sound } else { allowed }, limits)
    }

    /// Plays the book's move and searches the position after it, since no time can be saved for later turns:
    /// the tree then holds the replies.
    fn play_from_book(&mut self, board: Board, square: Square, limits: Limits) -> Choice {
        let before = self.search.counters().playouts;
        if let Some(child) = board.play(square) {
            self.search.advance_to(child);
            self.search.run(limits);
        }
        Choice {
            square,
            discs: -self.search.discs(self.search.value()),
            depth: 1 + self.search.depth(),
            playouts: self.search.counters().playouts - before,
            bounds: Bounds::UNKNOWN,
            source: Source::Book,
        }
    }

    /// The choice of the tree search.
    fn search(&mut self, board: Board, allowed: u64, limits: Limits) -> Choice {
        let playable = allowed & board.legal_moves();
        let before = self.search.counters().playouts;
        self.search.advance_to(board);
        self.search.run(limits);
        let moves = self.search.root_moves();
        let may_play =
            |root_move: &&RootMove| root_move.mv.square().is_some_and(|square| allowed & square.bit() != 0);
        let best = moves.iter().filter(may_play).max_by(|a, b| rank(a).total_cmp(&rank(b)));
        let mut choice = Choice {
            square: first_square(if playable != 0 { playable } else { allowed }),
            discs: 0.0,
            depth: self.search.depth(),
            playouts: self.search.counters().playouts - before,
            bounds: Bounds::UNKNOWN,
            source: Source::Search,
        };
        if let Some(best) = best {
            choice.square = best.mv.square().unwrap_or(choice.square);
            choice.discs = self.search.discs(best.minimax);
            choice.bounds = best.bounds;
        }
        choice
    }
}

/// The choice of the exact solver and the nodes that it visited. It proves the sign first, then the score in
/// the time that is left.
///
/// `None` if a proof of the sign is not expected in the solver's share of the time, or fails. `is_warm` says
/// that the solver proved the sign on the turn before, so that its table makes this one cheap. The side to
/// move must have a move.
pub fn solve<E: Evaluate>(
    solver: &mut Solver<E>,
    board: Board,
    is_warm: bool,
    limits: &Limits,
) -> (Option<Choice>, u64) {
    let nodes = limits.playouts.saturating_mul(SOLVER_NODES_PER_PLAYOUT);
    if board.empty_count() > SOLVER_EMPTIES
        || !is_warm && solver.expected_nodes_wld(board) > affordable(nodes, &limits.deadline)
    {
        return (None, 0);
    }
    solver.new_turn();
    let deadline = limits.deadline.after_share(SOLVER_SHARE);
    let by_sign = solver.solve_wld(board, Limits { deadline, nodes, ..*limits });
    let Some(sign) = by_sign.bounds.sign() else { return (None, by_sign.nodes) };
    let (alpha, beta) = match sign {
        1 => (Score::from(by_sign.bounds.lower) - 1, 64),
        0 => (-1, 1),
        _ => (-64, Score::from(by_sign.bounds.upper) + 1),
    };
    let by_score = solver.solve(board, alpha, beta, Limits { nodes, ..limits.clone() });
    let nodes = by_sign.nodes + by_score.nodes;
    let outcome = if sign > 0 && by_score.bounds.lower <= 0 { by_sign } else { by_score };
    let bounds = outcome.bounds;
    let discs = f32::from(if sign > 0 { bounds.lower } else { bounds.upper });
    let depth = board.empty_count();
    let choice = |square| Choice { square, discs, depth, playouts: 0, bounds, source: Source::Solver };
    (outcome.best.and_then(Move::square).map(choice), nodes)
}

/// The nodes that fit into the solver's share of a turn.
fn affordable(nodes: u64, deadline: &Deadline) -> u64 {
    let Some(left) = deadline.remaining() else { return nodes };
    let in_time = left.mul_f64(SOLVER_SHARE).as_micros() as u64 * SOLVER_NODES_PER_MS / 1000;
    nodes.min(in_time)
}

/// Orders root moves, the best highest: proven wins, then by visits, then proven losses by their mean. A
/// proven draw ranks above moves with a negative value and below moves with a positive one.
pub fn rank(root_move: &RootMove) -> f64 {
    const ABOVE_ALL_VISITS: f64 = 1e10;
    let visits = f64::from(root_move.visits);
    match root_move.bounds.sign() {
        Some(1) => 2.0 * ABOVE_ALL_VISITS,
        None if root_move.minimax > 0.0 => ABOVE_ALL_VISITS + visits,
        Some(0) => ABOVE_ALL_VISITS,
        None => visits,
        Some(_) => f64::from(root_move.mean) - ABOVE_ALL_VISITS,
    }
}

#[cfg(test)]
mod tests;
