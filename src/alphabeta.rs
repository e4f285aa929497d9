//! An alpha-beta search (PVS with a transposition table): it plays and labels the trainer's games, and it is
//! the sparring partner of the tree search.
//!
//! Moves are ordered by [`Evaluate::evaluate_children`], and the last ply is one such call. No bundle
//! contains this search: the bot searches with `mcts`. Without a deadline it is deterministic: the same calls
//! in the same order give the same results.

mod node;
mod selectivity;
mod state;
mod table;

use crate::board::{Board, Move};
use crate::clock::Deadline;
use crate::cpu::hot_functions;
use crate::eval::{Children, Evaluate, Value};
use crate::with_cpu;
use node::Nodes;
pub use selectivity::Selectivity;
pub use state::AlphaBeta;
use state::INFINITY;
use table::Table;

/// The result of a search, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value of the position in units of 1/128 disc.
    pub value: Value,
    /// The best move; a pass if there is no legal move.
    pub best: Move,
}

impl<E: Evaluate> AlphaBeta<E> {
    /// A search without forward pruning, with a table of `2^table_bits` entries of 24 bytes each.
    pub fn new(evaluator: E, table_bits: u32) -> Self {
        Self::selective(evaluator, table_bits, Selectivity::NONE)
    }

    /// A search with forward pruning.
    pub fn selective(evaluator: E, table_bits: u32, selectivity: Selectivity) -> Self {
        let table = Table::new(table_bits);
        let deadline = Deadline::Never;
        Self { evaluator, table, selectivity, nodes: 0, deadline, next_poll: 0, stopped: false }
    }

    /// The number of children evaluated so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Empties the transposition table.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches `board` to `depth` plies, at least 1; passes do not count. From a `depth` of all empty
    /// squares on, the value is the exact score times [`DISC`](crate::eval::DISC).
    pub fn search(&mut self, board: Board, depth: u32) -> Found {
        let depth = depth.clamp(1, 60);
        let mut found = Found { value: 0, best: Move::PASS };
        // Deepening by two plies: values of odd and even depths differ more than values two plies apart.
        let mut step = if depth.is_multiple_of(2) { 2 } else { 1 };
        while step <= depth {
            found = with_cpu!(cpu => cpu.search_root(self, board, step));
            step += 2;
        }
        found
    }

    /// Iterative deepening until the deadline. Returns the result of the last completed depth, and that
    /// depth; a pass and 0 if none was completed.
    pub fn search_until(&mut self, board: Board, deadline: Deadline) -> (Found, u32) {
        let mut found = (Found { value: 0, best: Move::PASS }, 0);
        (self.deadline, self.stopped, self.next_poll) = (deadline, false, 0);
        for depth in 1..=board.empty_count().max(1) {
            let deeper = with_cpu!(cpu => cpu.search_root(self, board, depth));
            if self.stopped {
                break;
            }
            found = (deeper, depth);
        }
        (self.deadline, self.stopped) = (Deadline::Never, false);
        found
    }
}

hot_functions! {
    trait Roots {
        fn search_root<E: Evaluate>(search: &mut AlphaBeta<E>, board: Board, depth: u32)
            -> Found = search_root;
    }
}

#[inline(always)]
fn search_root<C: Nodes, E: Evaluate>(cpu: C, search: &mut AlphaBeta<E>, board: Board, depth: u32) -> Found {
    let value = cpu.search_node(search, board, depth, -INFINITY, INFINITY);
    let mut children = Children::new();
    let moves = cpu.legal_moves(board.player, board.opponent);
    if moves == 0 {
        return Found { value, best: Move::PASS };
    }
    if let Some(best) = search.table.probe(board).best() {
        return Found { value, best: Move::on(best) };
    }
    search.evaluator.evaluate_children(cpu, board, moves, &mut children);
    let best = children.iter().max_by_key(|&(_, value)| value);
    Found { value, best: best.map_or(Move::PASS, |(square, _)| Move::on(square)) }
}

#[cfg(test)]
mod tests;
