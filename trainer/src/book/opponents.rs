//! The searcher of book positions, and a model of the opponents: programs of several kinds, each of which
//! names the move that it would play.

use analyst::alphabeta::{AlphaBeta, Selectivity};
use outflank::board::Board;
use outflank::engine::{rank, Limits};
use outflank::eval::{Evaluate, Evaluator};
use outflank::handmade::Handmade;
use outflank::mcts::{Parameters, Search};
use outflank::square::Square;

use super::store::Searched;

/// Memory of a tree, in bytes: enough for a million playouts.
const TREE_BYTES: usize = 192 << 20;

/// Memory of the hand-made evaluation's tree, in bytes.
const SMALL_TREE_BYTES: usize = 16 << 20;

/// The playouts after which the tree search names a move.
const CHECKPOINTS: [u64; 3] = [5_000, 30_000, 100_000];

/// Playouts of the tree search with the hand-made evaluation, unless the book's positions get fewer.
const HANDMADE_PLAYOUTS: u64 = 20_000;

/// Plies of alpha-beta with the shipped evaluation.
const PLIES: [u32; 2] = [6, 10];

/// Plies of alpha-beta with the hand-made evaluation.
const HANDMADE_PLIES: u32 = 6;

/// ProbCut confidence of both, in standard errors.
const SELECTIVITY: Selectivity = Selectivity::at(1.2);

/// Log2 of the number of entries of their tables.
const TABLE_BITS: u32 = 16;

/// The searches of one thread. What they find does not depend on what they searched before.
pub(super) struct Searcher<E> {
    tree: Search<E>,
    handmade_tree: Search<Handmade>,
    alphabeta: AlphaBeta<E>,
    handmade_alphabeta: AlphaBeta<Handmade>,
    /// Plies of `alphabeta`, from shallow to deep.
    plies: [u32; 2],
}

impl Searcher<&'static Evaluator> {
    /// Searches with the shipped evaluation.
    pub(super) fn shipped() -> Self {
        Self::new(Evaluator::shipped(), TREE_BYTES, PLIES)
    }
}

impl<E: Evaluate + Clone> Searcher<E> {
    pub(super) fn new(evaluator: E, tree_bytes: usize, plies: [u32; 2]) -> Self {
        Self {
            tree: Search::new(evaluator.clone(), Parameters::default(), tree_bytes),
            handmade_tree: Search::new(Handmade, Parameters::default(), tree_bytes.min(SMALL_TREE_BYTES)),
            alphabeta: AlphaBeta::selective(evaluator, TABLE_BITS, SELECTIVITY),
            handmade_alphabeta: AlphaBeta::selective(Handmade, TABLE_BITS, SELECTIVITY),
            plies,
        }
    }

    /// The values of all moves after `playouts`, and the moves that the opponents would choose.
    pub(super) fn search(&mut self, board: Board, playouts: u64) -> Searched {
        let mut choices = Vec::new();
        let mut done = 0;
        self.tree.clear();
        self.tree.advance_to(board);
        for until in CHECKPOINTS.into_iter().filter(|&until| until < playouts) {
            self.tree.run(Limits::playouts(until - done));
            done = until;
            choices.extend(choice(&self.tree));
        }
        self.tree.run(Limits::playouts(playouts - done));
        self.alphabeta.clear();
        choices.extend(
            self.plies.into_iter().filter_map(|plies| self.alphabeta.search(board, plies).best.square()),
        );
        choices.extend(self.handmade_choices(board, playouts));
        let discs = |value| self.tree.discs(value);
        let moves = self.tree.root_moves();
        let values = moves.iter().filter_map(|found| Some((found.mv.square()?, discs(found.minimax))));
        Searched { board, values: values.collect(), choices }
    }

    fn handmade_choices(&mut self, board: Board, playouts: u64) -> impl Iterator<Item = Square> {
        self.handmade_alphabeta.clear();
        self.handmade_tree.clear();
        self.handmade_tree.advance_to(board);
        self.handmade_tree.run(Limits::playouts(HANDMADE_PLAYOUTS.min(playouts)));
        let by_plies = self.handmade_alphabeta.search(board, HANDMADE_PLIES.min(self.plies[1])).best.square();
        [by_plies, choice(&self.handmade_tree)].into_iter().flatten()
    }
}

/// The move that the engine would play.
fn choice<E: Evaluate>(search: &Search<E>) -> Option<Square> {
    let moves = search.root_moves();
    moves.iter().max_by(|a, b| rank(a).total_cmp(&rank(b)))?.mv.square()
}
