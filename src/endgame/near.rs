//! Null-window searches near the leaves: no transposition table, no clock.

use super::last::{first_to_try, odd_parity_quadrants, singletons, LastNodes};
use super::move_list::MoveList;
use super::ordering::{near_score, Weights};
use super::search::SearchContext;
use crate::bits::first_square;
use crate::board::{Board, Score};
use crate::cpu::hot_functions;
use crate::square::Square;

hot_functions! {
    // The nodes near the leaves.
    pub(crate) trait NearNodes: LastNodes {
        // The score of a position with at most 16 empties, better fewer than ten: exact between `alpha` and
        // `beta`, else a bound outside. `guess` is what is tested first.
        fn solve_leaf(context: &mut SearchContext, board: Board, alpha: Score, beta: Score, guess: Score)
            -> Score = solve_leaf;
        // A null-window search with at most 16 empties, `moves` being the legal moves: above `alpha` a lower
        // bound of the score, else an upper bound.
        fn search_near(context: &mut SearchContext, board: Board, moves: u64, alpha: Score)
            -> Score = search_near;
        // The same with up to 5 empties, `empties`.
        fn solve_5(context: &mut SearchContext, board: Board, empties: u64, moves: u64, alpha: Score)
            -> Score = solve_5;
    }
}

#[inline(always)]
fn search_near<C: NearNodes>(
    cpu: C,
    context: &mut SearchContext,
    board: Board,
    moves: u64,
    alpha: Score,
) -> Score {
    let empties = board.empty_count();
    if empties <= 5 {
        return cpu.solve_5(context, board, board.empties(), moves, alpha);
    }
    context.nodes += 1;
    if let Some(bound) = context.stability_cutoff(board, alpha, empties) {
        return bound;
    }
    if moves == 0 {
        return pass(cpu, context, board, alpha);
    }
    context.cached(board, alpha, |context| {
        if empties <= 8 {
            search_moves::<C, 8>(cpu, context, board, alpha, moves)
        } else {
            search_moves::<C, 16>(cpu, context, board, alpha, moves)
        }
    })
}

#[inline(always)]
fn search_moves<C: NearNodes, const N: usize>(
    cpu: C,
    context: &mut SearchContext,
    board: Board,
    alpha: Score,
    moves: u64,
) -> Score {
    let empties = board.empties();
    let is_last_ply = empties.count_ones() <= 6;
    let search = |context: &mut SearchContext, square: Square, child: Board, replies| {
        if is_last_ply {
            -cpu.solve_5(context, child, empties ^ square.bit(), replies, -alpha - 1)
        } else {
            -cpu.search_near(context, child, replies, -alpha - 1)
        }
    };
    // A single move needs no ordering.
    if moves & (moves - 1) == 0 {
        let square = first_square(moves);
        let child = board.after(square, cpu.flips(square, board.player, board.opponent));
        return search(context, square, child, cpu.legal_moves(child.player, child.opponent));
    }
    let odd = odd_parity_quadrants(empties);
    let mut list = MoveList::<N>::new();
    list.fill(
        cpu,
        board,
        moves,
        |_| (),
        |square, child| near_score(cpu, &Weights::WITHOUT_TT, square, child, odd, 0),
    );
    let mut best = -64;
    while let Some((square, child, replies)) = list.pick_next() {
        best = best.max(search(context, square, child, replies));
        if best > alpha {
            break;
        }
    }
    best
}

#[inline(always)]
fn solve_5<C: NearNodes>(
    cpu: C,
    context: &mut SearchContext,
    board: Board,
    empties: u64,
    moves: u64,
    alpha: Score,
) -> Score {
    let count = empties.count_ones();
    context.nodes += 1;
    if count == 4 {
        return cpu.solve_4(&mut context.nodes, board, empties, alpha);
    }
    if let Some(bound) = context.stability_cutoff(board, alpha, count) {
        return bound;
    }
    if moves == 0 {
        return pass(cpu, context, board, alpha);
    }
    context.cached(board, alpha, |context| {
        let singletons = singletons(empties);
        let mut untried = moves;
        let mut best = -64;
        loop {
            let square = first_to_try(untried, singletons);
            let child = board.after(square, cpu.flips(square, board.player, board.opponent));
            let empties = empties ^ square.bit();
            let score = if count == 5 {
                context.nodes += 1;
                -cpu.solve_4(&mut context.nodes, child, empties, -alpha - 1)
            } else {
                let replies = cpu.legal_moves(child.player, child.opponent);
                -cpu.solve_5(context, child, empties, replies, -alpha - 1)
            };
            best = best.max(score);
            untried ^= square.bit();
            if best > alpha || untried == 0 {
                return best;
            }
        }
    })
}

#[inline(always)]
fn pass<C: NearNodes>(cpu: C, context: &mut SearchContext, board: Board, alpha: Score) -> Score {
    let moves = cpu.legal_moves(board.opponent, board.player);
    if moves == 0 {
        board.final_score()
    } else {
        -cpu.search_near(context, board.pass(), moves, -alpha - 1)
    }
}

/// A null-window driver in the manner of MTD(f), from `guess` on.
#[inline(always)]
fn solve_leaf<C: NearNodes>(
    cpu: C,
    context: &mut SearchContext,
    board: Board,
    alpha: Score,
    beta: Score,
    mut guess: Score,
) -> Score {
    let (mut lower, mut upper) = (-64, 64);
    let moves = cpu.legal_moves(board.player, board.opponent);
    while lower < upper && lower < beta && upper > alpha {
        let bound = guess.clamp(lower.max(alpha), upper.min(beta) - 1);
        let score = cpu.search_near(context, board, moves, bound);
        if score > bound {
            lower = score;
            guess = score;
        } else {
            upper = score;
            guess = score - 1;
        }
    }
    if lower >= beta || lower == upper {
        lower
    } else {
        upper
    }
}
