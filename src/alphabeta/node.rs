//! The nodes of the search.

use super::selectivity::{shallow_depth, standard_error, MIN_PROBCUT_DEPTH};
use super::state::{AlphaBeta, INFINITY};
use crate::board::Board;
use crate::cpu::hot_functions;
use crate::eval::{Children, Evaluate, LearnedSums, Value, DISC, MAX_VALUE};
use crate::square::Square;

hot_functions! {
    pub(super) trait Nodes: LearnedSums {
        fn search_node<E: Evaluate>(
            search: &mut AlphaBeta<E>, board: Board, depth: u32, alpha: Value, beta: Value,
        ) -> Value = search_node;
    }
}

/// The value of `board` in 1/128 disc for the side to move: exact between `alpha` and `beta`, else a bound.
#[inline(always)]
fn search_node<C: Nodes, E: Evaluate>(
    cpu: C,
    search: &mut AlphaBeta<E>,
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
    if board.empty_count() == 1 {
        let square = crate::bits::first_square(moves);
        return -board.after(square, cpu.flips(square, board.player, board.opponent)).final_score() * DISC;
    }
    if depth == 1 {
        let mut children = Children::new();
        evaluate(cpu, search, board, moves, &mut children);
        let best = children.iter().map(|(_, value)| value).fold(-INFINITY, Value::max);
        return best.clamp(-MAX_VALUE, MAX_VALUE);
    }
    search_moves(cpu, search, board, depth, (alpha, beta), moves)
}

#[inline(always)]
fn evaluate<C: Nodes, E: Evaluate>(
    cpu: C,
    search: &mut AlphaBeta<E>,
    board: Board,
    moves: u64,
    children: &mut Children,
) {
    search.evaluator.evaluate_children(cpu, board, moves, children);
    search.nodes += children.count as u64;
}

#[inline(always)]
fn search_moves<C: Nodes, E: Evaluate>(
    cpu: C,
    search: &mut AlphaBeta<E>,
    board: Board,
    depth: u32,
    (mut alpha, mut beta): (Value, Value),
    moves: u64,
) -> Value {
    search.poll();
    if search.stopped {
        return alpha;
    }
    let tt_entry = search.table.probe(board);
    if search.selectivity.accepts(u32::from(tt_entry.depth), depth) {
        if tt_entry.lower() == tt_entry.upper() || tt_entry.lower() >= beta {
            return tt_entry.lower();
        }
        if tt_entry.upper() <= alpha {
            return tt_entry.upper();
        }
        alpha = alpha.max(tt_entry.lower());
        beta = beta.min(tt_entry.upper());
    }
    if let Some(bound) = probcut(cpu, search, board, depth, (alpha, beta)) {
        return bound;
    }
    let mut children = Children::new();
    evaluate(cpu, search, board, moves, &mut children);
    if let Some(at) = tt_entry
        .best()
        .and_then(|tt_move| children.squares[..children.count].iter().position(|&s| s == tt_move))
    {
        children.values[at] = Value::MAX;
    }
    let (value, best) = search_children(cpu, search, board, depth, (alpha, beta), &mut children);
    if !search.stopped {
        search.table.store(board, depth, (alpha, beta), value, best);
    }
    value
}

/// The best value, and the move that has it.
#[inline(always)]
fn search_children<C: Nodes, E: Evaluate>(
    cpu: C,
    search: &mut AlphaBeta<E>,
    board: Board,
    depth: u32,
    (alpha, beta): (Value, Value),
    children: &mut Children,
) -> (Value, Option<Square>) {
    let mut best = (-INFINITY, None);
    for i in 0..children.count {
        let square = pick_next(children, i);
        let child = board.after_unverified(square, cpu.flips(square, board.player, board.opponent));
        let floor = alpha.max(best.0);
        let mut value = INFINITY;
        if i > 0 {
            value = -cpu.search_node(search, child, depth - 1, -floor - 1, -floor);
        }
        if i == 0 || floor < value && value < beta {
            value = -cpu.search_node(search, child, depth - 1, -beta, -floor);
        }
        if search.stopped {
            return (alpha, None);
        }
        if value > best.0 {
            best = (value, Some(square));
            if value >= beta {
                break;
            }
        }
    }
    best
}

/// Swaps the best of the children from index `i` on to index `i`.
#[inline(always)]
fn pick_next(children: &mut Children, i: usize) -> Square {
    let mut best = i;
    for j in i + 1..children.count {
        if children.values[j] > children.values[best] {
            best = j;
        }
    }
    children.values.swap(i, best);
    children.squares.swap(i, best);
    children.squares[i]
}

/// ProbCut: the bound claimed when a shallow search lies a margin beyond a null window.
#[inline(always)]
fn probcut<C: Nodes, E: Evaluate>(
    cpu: C,
    search: &mut AlphaBeta<E>,
    board: Board,
    depth: u32,
    (alpha, beta): (Value, Value),
) -> Option<Value> {
    let confidence = search.selectivity.confidence?;
    if depth < MIN_PROBCUT_DEPTH || beta > alpha + 1 {
        return None;
    }
    let margin = (confidence * standard_error(board.empty_count())) as Value;
    let (above, below) = (beta + margin, alpha - margin);
    let shallow = shallow_depth(depth);
    if above < MAX_VALUE
        && cpu.search_node(search, board, shallow, above - 1, above) >= above
        && !search.stopped
    {
        return Some(beta);
    }
    if below > -MAX_VALUE
        && cpu.search_node(search, board, shallow, below, below + 1) <= below
        && !search.stopped
    {
        return Some(alpha);
    }
    None
}
