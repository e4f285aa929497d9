//! Null-window searches with the transposition table, but without static evaluations of every move.

use super::last::odd_parity_quadrants;
use super::move_list::MoveList;
use super::near::NearNodes;
use super::ordering::{frontier_squares, near_score, Weights, SCORE_OFFSET, TT_MOVE_BONUS};
use super::search::SolverSearch;
use super::transposition_table::NO_MOVE;
use crate::board::{Board, Score};
use crate::cpu::hot_functions;
use crate::eval::Evaluate;
use crate::square::Square;

hot_functions! {
    // The nodes with 10 to 12 empties.
    pub(super) trait MidNodes: NearNodes {
        // A null-window search with at most 16 legal moves, `moves`: above `alpha` a lower bound of the
        // score, else an upper bound; without meaning once the search has stopped.
        fn search_mid<E: Evaluate>(search: &mut SolverSearch<'_, E>, board: Board, moves: u64, alpha: Score)
            -> Score = search_mid;
    }
}

/// Up to this many empties the transposition table costs more than it saves; the near-leaf cache is enough
/// there.
const WITHOUT_TT_EMPTIES: u32 = 9;

/// Number of top-ranked moves that are re-ranked by edge patterns, from 11 empties on.
const RERANKED_MOVES: u32 = 4;

/// Units of an edge-pattern value (1/128 disc) in one unit of a move-ordering score.
const EDGE_VALUE_DIVISOR: i32 = 4;

#[inline(always)]
fn search_mid<C: MidNodes, E: Evaluate>(
    cpu: C,
    search: &mut SolverSearch<'_, E>,
    board: Board,
    moves: u64,
    alpha: Score,
) -> Score {
    let empties = board.empty_count();
    if empties <= WITHOUT_TT_EMPTIES {
        return cpu.search_near(&mut search.context, board, moves, alpha);
    }
    if search.context.poll() {
        return alpha;
    }
    search.context.nodes += 1;
    if let Some(bound) = search.context.stability_cutoff(board, alpha, empties) {
        return bound;
    }
    let key = search.table.key(board);
    let tt_entry = search.table.probe(cpu, key);
    if let Some(bound) = tt_entry.and_then(|entry| entry.bounds.cutoff(alpha)) {
        return bound;
    }
    if moves == 0 {
        let replies = cpu.legal_moves(board.opponent, board.player);
        if replies == 0 {
            return board.final_score();
        }
        return -cpu.search_mid(search, board.pass(), replies, -alpha - 1);
    }
    let start = search.context.nodes;
    let tt_move = tt_entry.map_or(NO_MOVE, |entry| entry.best);
    let (odd, frontier) = (odd_parity_quadrants(board.empties()), frontier_squares(board.empties()));
    let score_of = |square: Square, child| {
        let (score, replies) = near_score(cpu, &Weights::WITH_TT, square, child, odd, frontier);
        (if square.index() as u8 == tt_move { TT_MOVE_BONUS } else { score }, replies)
    };
    let mut list = MoveList::<16>::new();
    let children_use_tt = empties > WITHOUT_TT_EMPTIES + 1;
    if children_use_tt {
        list.fill(cpu, board, moves, |child| search.table.prefetch(cpu, child), score_of);
        if moves.count_ones() > RERANKED_MOVES {
            // SAFETY: called with legal moves and their children.
            let edge_value = unsafe { search.evaluator.edge_values(board) };
            let bonus = |_, square, child| edge_value(square, child) / EDGE_VALUE_DIVISOR;
            list.rerank(RERANKED_MOVES, SCORE_OFFSET, bonus);
        }
        // Probed last, so that the prefetched cache lines have arrived.
        if let Some(bound) = search.table.etc_cutoff(cpu, list.children(), alpha) {
            return bound;
        }
    } else {
        list.fill(cpu, board, moves, |_| (), score_of);
    }
    let mut best = -64;
    let mut best_square = NO_MOVE;
    while let Some((square, child, replies)) = list.pick_next() {
        let score = if children_use_tt {
            -cpu.search_mid(search, child, replies, -alpha - 1)
        } else {
            -cpu.search_near(&mut search.context, child, replies, -alpha - 1)
        };
        if search.context.stopped {
            return alpha;
        }
        if score > best || best_square == NO_MOVE {
            best = score;
            best_square = square.index() as u8;
            if score > alpha {
                break;
            }
        }
    }
    search.table.store(cpu, key, alpha, best, best_square, search.context.nodes - start);
    best
}
