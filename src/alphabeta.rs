//! A fixed-depth alpha-beta search (PVS with a hash table), the trainer's player and teacher.
//!
//! Moves are ordered by [`Evaluate::evaluate_children`], and the last ply is that call alone. It does not ship:
//! the bot's own search is `mcts`. Deterministic: the same calls in the same order give the same results.

use crate::board::{Board, Move};
use crate::cpu::hot_functions;
use crate::eval::{Children, Evaluate, Value, DISC, MAX_VALUE};
use crate::with_cpu;

/// What a search found, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value of the position in units of 1/128 disc.
    pub value: Value,
    /// The best move; a pass if there is no other or the game is over.
    pub best: Move,
}

/// What is known of one position.
#[derive(Clone, Copy)]
struct Entry {
    board: Board,
    lower: i16,
    upper: i16,
    depth: u8,
    best: u8,
}

const NO_SQUARE: u8 = 64;

const EMPTY: Entry =
    Entry { board: Board { player: 0, opponent: 0 }, lower: 0, upper: 0, depth: 0, best: NO_SQUARE };

/// Beyond every value.
const INFINITY: Value = MAX_VALUE + 1;

/// A search and what it remembers.
pub struct AlphaBeta<'a, E> {
    evaluator: &'a E,
    table: Vec<Entry>,
    nodes: u64,
}

impl<'a, E: Evaluate> AlphaBeta<'a, E> {
    /// A search with a table of `2^table_bits` positions of 24 bytes each.
    pub fn new(evaluator: &'a E, table_bits: u32) -> Self {
        Self { evaluator, table: vec![EMPTY; 1 << table_bits], nodes: 0 }
    }

    /// Children evaluated so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
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
}

hot_functions! {
    trait Roots {
        fn search_root<E: Evaluate>(search: &mut AlphaBeta<'_, E>, board: Board, depth: u32) -> Found = search_root;
    }
}

#[inline(always)]
fn search_root<C: Nodes, E: Evaluate>(
    cpu: C,
    search: &mut AlphaBeta<'_, E>,
    board: Board,
    depth: u32,
) -> Found {
    let value = cpu.search_node(search, board, depth, -INFINITY, INFINITY);
    let mut children = Children::new();
    let moves = cpu.legal_moves(board.player, board.opponent);
    if moves == 0 {
        return Found { value, best: Move::PASS };
    }
    let entry = &search.table[slot(board, search.table.len())];
    if entry.board == board && entry.best != NO_SQUARE {
        return Found { value, best: Move::on(crate::square::Square::new(entry.best)) };
    }
    search.evaluator.evaluate_children(cpu, board, moves, &mut children);
    let best = children.iter().max_by_key(|&(_, value)| value);
    Found { value, best: best.map_or(Move::PASS, |(square, _)| Move::on(square)) }
}

hot_functions! {
    trait Nodes {
        fn search_node<E: Evaluate>(
            search: &mut AlphaBeta<'_, E>, board: Board, depth: u32, alpha: Value, beta: Value,
        ) -> Value = search_node;
    }
}

/// The value of `board` for the side to move: exact between `alpha` and `beta`, else a bound.
#[inline(always)]
fn search_node<C: Nodes, E: Evaluate>(
    cpu: C,
    search: &mut AlphaBeta<'_, E>,
    board: Board,
    depth: u32,
    alpha: Value,
    beta: Value,
) -> Value {
    let moves = cpu.legal_moves(board.player, board.opponent);
    if moves == 0 {
        if cpu.legal_moves(board.opponent, board.player) == 0 {
            return board.final_score() * DISC;
        }
        return -cpu.search_node(search, board.pass(), depth, -beta, -alpha);
    }
    let empties = board.empty_count();
    if empties == 1 {
        let square = crate::bits::first_square(moves);
        return -board.after(square, cpu.flips(square, board.player, board.opponent)).final_score() * DISC;
    }
    let mut children = Children::new();
    search.evaluator.evaluate_children(cpu, board, moves, &mut children);
    search.nodes += children.count as u64;
    if depth == 1 {
        return children
            .iter()
            .map(|(_, value)| value.clamp(-MAX_VALUE, MAX_VALUE))
            .fold(-INFINITY, Value::max);
    }
    search_children(cpu, search, board, depth, (alpha, beta), &mut children)
}

#[inline(always)]
fn search_children<C: Nodes, E: Evaluate>(
    cpu: C,
    search: &mut AlphaBeta<'_, E>,
    board: Board,
    depth: u32,
    (mut alpha, mut beta): (Value, Value),
    children: &mut Children,
) -> Value {
    let at = slot(board, search.table.len());
    let known = search.table[at];
    let mut hash_move = NO_SQUARE;
    if known.board == board {
        hash_move = known.best;
        if u32::from(known.depth) == depth {
            if known.lower == known.upper || Value::from(known.lower) >= beta {
                return known.lower.into();
            }
            if Value::from(known.upper) <= alpha {
                return known.upper.into();
            }
            alpha = alpha.max(known.lower.into());
            beta = beta.min(known.upper.into());
        }
    }
    for i in 0..children.count {
        if children.squares[i].index() as u8 == hash_move {
            children.values[i] = Value::MAX;
        }
    }
    let window_start = alpha;
    let (mut best, mut best_square) = (-INFINITY, NO_SQUARE);
    for i in 0..children.count {
        let mut next = i;
        for j in i + 1..children.count {
            if children.values[j] > children.values[next] {
                next = j;
            }
        }
        children.values.swap(i, next);
        children.squares.swap(i, next);
        let square = children.squares[i];
        let child = board.after(square, cpu.flips(square, board.player, board.opponent));
        let floor = alpha.max(best);
        let mut value = INFINITY;
        if i > 0 {
            value = -cpu.search_node(search, child, depth - 1, -floor - 1, -floor);
        }
        if i == 0 || floor < value && value < beta {
            value = -cpu.search_node(search, child, depth - 1, -beta, -floor);
        }
        if value > best {
            (best, best_square) = (value, square.index() as u8);
            if best >= beta {
                break;
            }
        }
    }
    let lower = if best > window_start { best } else { -MAX_VALUE };
    let upper = if best < beta { best } else { MAX_VALUE };
    search.table[at] =
        Entry { board, lower: lower as i16, upper: upper as i16, depth: depth as u8, best: best_square };
    best
}

#[inline(always)]
fn slot(board: Board, len: usize) -> usize {
    let mixed = (board.player ^ board.opponent.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ board.opponent ^ mixed >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 32) as usize & (len - 1)
}

#[cfg(test)]
mod tests;
