//! An alpha-beta search (PVS with a hash table): the trainer's player and teacher, and the tree search's
//! sparring partner.
//!
//! Moves are ordered by [`Evaluate::evaluate_children`], and the last ply is that call alone. It does not
//! ship: the bot's own search is `mcts`. Without a deadline it is deterministic: the same calls in the same
//! order give the same results.

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

/// What a search found, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value of the position in units of 1/128 disc.
    pub value: Value,
    /// The best move; a pass if there is no other or the game is over.
    pub best: Move,
}

impl<E: Evaluate> AlphaBeta<E> {
    /// A search with a table of `2^table_bits` positions of 24 bytes each, which cuts nothing off unproven.
    pub fn new(evaluator: E, table_bits: u32) -> Self {
        Self::selective(evaluator, table_bits, Selectivity::NONE)
    }

    /// The same with forward pruning.
    pub fn selective(evaluator: E, table_bits: u32, selectivity: Selectivity) -> Self {
        let table = Table::new(table_bits);
        let deadline = Deadline::Never;
        Self { evaluator, table, selectivity, nodes: 0, deadline, next_poll: 0, stopped: false }
    }

    /// Children evaluated so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches `board` to `depth` plies, at least 1; passes do not count. A `depth` of at least the empty
    /// squares gives the exact result, in discs times [`DISC`].
    pub fn search(&mut self, board: Board, depth: u32) -> Found {
        let depth = depth.clamp(1, 60);
        let mut found = Found { value: 0, best: Move::PASS };
        // Every other depth: values of even and odd depths differ by more than those two plies apart.
        let mut step = if depth.is_multiple_of(2) { 2 } else { 1 };
        while step <= depth {
            found = with_cpu!(cpu => cpu.search_root(self, board, step));
            step += 2;
        }
        found
    }

    /// Searches ever deeper until the deadline, and returns what the last finished depth found, and that
    /// depth; 0 and a pass if there was no time for any.
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
        fn search_root<E: Evaluate>(search: &mut AlphaBeta<E>, board: Board, depth: u32) -> Found = search_root;
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
    if let Some(best) = search.table.find(board).best() {
        return Found { value, best: Move::on(best) };
    }
    search.evaluator.evaluate_children(cpu, board, moves, &mut children);
    let best = children.iter().max_by_key(|&(_, value)| value);
    Found { value, best: best.map_or(Move::PASS, |(square, _)| Move::on(square)) }
}

#[cfg(test)]
mod tests;
