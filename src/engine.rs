//! Chooses a move: the search, the exact solver and the tree's reuse from turn to turn.
//!
//! Reads no input and prints nothing.

use crate::board::{Board, Score};
use crate::mcts::{Parameters, Proof, RootMove, Search};
use crate::square::Square;

pub use crate::mcts::Limits;

/// Memory of the search tree, in bytes.
const TREE_BYTES: usize = 160 << 20;

/// How far the chosen move's result is known, for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solved {
    /// Not at all.
    No,
    /// It wins.
    Win,
    /// It draws.
    Draw,
    /// It loses, like every other.
    Loss,
    /// It ends with this score, like no better move.
    Exact(Score),
}

/// A chosen move and what is thought of it.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Where to play.
    pub square: Square,
    /// Expected result in discs, for the side to move.
    pub discs: f32,
    /// Length of the line looked at most, in plies.
    pub depth: u32,
    /// Playouts done for this choice.
    pub playouts: u64,
    /// What is proven about it.
    pub solved: Solved,
}

/// Everything that thinks; keeps what it knows from turn to turn.
#[derive(Debug)]
pub struct Engine {
    search: Search,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine with the default parameters; allocates and touches all its memory.
    pub fn new() -> Self {
        Self::with_parameters(Parameters::default(), TREE_BYTES)
    }

    /// An engine with these search parameters and this much memory for the tree.
    pub fn with_parameters(parameters: Parameters, tree_bytes: usize) -> Self {
        Self { search: Search::new(parameters, tree_bytes) }
    }

    /// Forgets the game so far.
    pub fn new_game(&mut self) {
        self.search.clear();
    }

    /// The search, for benches and tests.
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// Steps to a position that the game has reached, keeping what is known below it.
    pub fn follow(&mut self, board: Board) {
        self.search.advance_to(board);
    }

    /// Chooses one of the squares of `allowed` for the side to move. A square of `allowed` that is no legal move
    /// is chosen only if none is; `allowed` must not be empty.
    pub fn choose(&mut self, board: Board, allowed: u64, limits: Limits) -> Choice {
        let before = self.search.counters().playouts;
        self.search.advance_to(board);
        self.search.run(limits);
        let moves = self.search.root_moves();
        let may_play = |root_move: &&RootMove| {
            root_move.played.square().is_some_and(|square| allowed & square.bit() != 0)
        };
        let best = moves.iter().filter(may_play).max_by(|a, b| rank(a).total_cmp(&rank(b)));
        let playouts = self.search.counters().playouts - before;
        let depth = self.search.depth();
        match best {
            Some(best) => Choice {
                square: best.played.square().unwrap_or(crate::bits::first_square(allowed)),
                discs: self.search.discs(best.minimax),
                depth,
                playouts,
                solved: match best.bounds.proof() {
                    Proof::None => Solved::No,
                    Proof::Win => Solved::Win,
                    Proof::Draw => Solved::Draw,
                    Proof::Loss => Solved::Loss,
                },
            },
            None => Choice {
                square: crate::bits::first_square(allowed),
                discs: 0.0,
                depth,
                playouts,
                solved: Solved::No,
            },
        }
    }
}

/// Orders root moves, the best highest: proven wins, then the most visited, then losses by their mean. A proven
/// draw ranks above whatever looks lost and below whatever looks won.
fn rank(root_move: &RootMove) -> f64 {
    const ABOVE_ALL_VISITS: f64 = 1e10;
    let visits = f64::from(root_move.visits);
    match root_move.bounds.proof() {
        Proof::Win => 2.0 * ABOVE_ALL_VISITS,
        Proof::None if root_move.minimax > 0.0 => ABOVE_ALL_VISITS + visits,
        Proof::Draw => ABOVE_ALL_VISITS,
        Proof::None => visits,
        Proof::Loss => f64::from(root_move.mean) - ABOVE_ALL_VISITS,
    }
}

#[cfg(test)]
mod tests;
