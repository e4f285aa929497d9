//! The evaluations that games, labels and measurements are made with.

use std::path::Path;

use analyst::alphabeta::{AlphaBeta, SearchResult};
use anyhow::Result;
use outflank::board::{Board, Move};
use outflank::endgame::Solver;
use outflank::eval::packed::unpack;
use outflank::eval::{Children, Evaluate, Evaluator, LearnedSums, Value, DISC};
use outflank::handmade::Handmade;
use outflank::limits::Limits;
use outflank::with_cpu;

use crate::data::model::Model;
use crate::data::packed;

/// The name of the hand-made evaluation on the command line.
pub const HANDMADE: &str = "handmade";

/// An evaluation.
pub enum Evaluation {
    /// The hand-made one.
    Handmade(Handmade),
    /// A learned one.
    Learned(Box<Evaluator>),
}

impl Evaluation {
    /// Opens `handmade`, a fitted model, or packed weights (`.rs`).
    pub fn open(name: &Path) -> Result<Self> {
        if name == Path::new(HANDMADE) {
            return Ok(Self::Handmade(Handmade));
        }
        let is_packed = name.extension().is_some_and(|extension| extension == "rs");
        Ok(Self::Learned(Box::new(if is_packed {
            Evaluator::from_learned(&unpack(&packed::read_weights(name)?))
        } else {
            Model::read(name)?.evaluator()
        })))
    }

    /// The estimate of a position for the side to move, without any search.
    pub fn static_value(&self, board: Board) -> Value {
        let moved = board.pass();
        -match self {
            Self::Handmade(evaluator) => with_cpu!(cpu => evaluator.evaluate_moved(cpu, moved)),
            Self::Learned(evaluator) => evaluator.evaluate(moved),
        }
    }

    /// The estimates of all children of a position that has some, each for the side that has moved.
    pub fn children(&self, board: Board) -> Children {
        let mut children = Children::new();
        let moves = board.legal_moves();
        with_cpu!(cpu => self.evaluate_children(cpu, board, moves, &mut children));
        children
    }
}

impl Evaluate for Evaluation {
    #[inline(always)]
    fn evaluate_children<C: LearnedSums>(&self, cpu: C, board: Board, moves: u64, children: &mut Children) {
        match self {
            Self::Handmade(evaluator) => evaluator.evaluate_children(cpu, board, moves, children),
            Self::Learned(evaluator) => evaluator.evaluate_children(cpu, board, moves, children),
        }
    }
}

/// A search to a fixed depth with an evaluation, and an exact solver.
pub struct Searcher<'a> {
    search: AlphaBeta<&'a Evaluation>,
    solver: Solver,
}

const TABLE_BITS: u32 = 16;
const SOLVER_BYTES: usize = 4 << 20;

impl<'a> Searcher<'a> {
    /// A search with empty tables.
    pub fn new(evaluation: &'a Evaluation) -> Self {
        Self { search: AlphaBeta::new(evaluation, TABLE_BITS), solver: Solver::new(SOLVER_BYTES) }
    }

    /// Searches to a fixed depth in plies.
    pub fn search(&mut self, board: Board, depth: u32) -> SearchResult {
        self.search.search(board, depth)
    }

    /// Finds the exact score if at most `exact` squares are empty, else searches to `depth`.
    pub fn label(&mut self, board: Board, depth: u32, exact: u32) -> SearchResult {
        if board.empty_count() > exact {
            return self.search(board, depth);
        }
        let solution = self.solver.solve(board, -64, 64, Limits::NONE);
        SearchResult {
            value: i32::from(solution.bounds.lower) * DISC,
            best: solution.best.unwrap_or(Move::PASS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank::rng::Rng;

    #[test]
    fn children_and_static_values_agree() {
        let mut rng = Rng::new(3);
        let learned = Evaluation::Learned(Box::default());
        for evaluation in [Evaluation::Handmade(Handmade), learned] {
            let mut board = Board::START;
            while board.legal_moves() != 0 {
                let children = evaluation.children(board);
                for (square, value) in children.iter() {
                    assert_eq!(value, -evaluation.static_value(board.play(square).unwrap()));
                }
                let (square, _) = children.iter().nth(rng.below(children.count)).unwrap();
                board = board.play(square).unwrap();
            }
        }
    }

    #[test]
    fn the_committed_weights_are_undamaged() {
        let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/eval/weights.rs");
        assert!(matches!(Evaluation::open(&weights).unwrap(), Evaluation::Learned(_)));
    }
}
