//! The last four empties, a function for each count.
//!
//! Moves are ordered by parity: the side that moves first in a region with an odd number of empties tends to
//! move last there. The four quadrants approximate the regions; with at most five empties only singleton
//! regions count. The empties are passed down, already ordered, so that the order does not wait for the
//! flips.

use super::last_flips::last_flips;
use crate::bits::{first_square, with_neighbours, COLUMN_A, COLUMN_H, CORNERS};
use crate::board::{Board, Score};
use crate::cpu::{hot_functions, Cpu};
use crate::square::Square;

hot_functions! {
    // The nodes with three and four empties.
    pub(crate) trait LastNodes {
        // A null-window search with the 3 empties of `empties`, those of `singletons` first: above `alpha` a
        // lower bound of the score, else an upper bound.
        fn solve_3(nodes: &mut u64, board: Board, empties: u64, singletons: u64, alpha: Score)
            -> Score = solve_3;
        // The same with 4 empties; the caller counts the node.
        fn solve_4(nodes: &mut u64, board: Board, empties: u64, alpha: Score) -> Score = solve_4;
    }
}

/// The squares of all quadrants with an odd number of `empties`.
#[inline(always)]
pub(super) fn odd_parity_quadrants(empties: u64) -> u64 {
    let mut odd = empties ^ (empties >> 1);
    odd ^= odd >> 2;
    odd ^= odd >> 8;
    odd ^= odd >> 16;
    // Each quadrant's parity is the bit of its first square; spread it over the 4 columns and 4 rows.
    (odd & 0x0000_0011_0000_0011) * 0x0f0f_0f0f
}

/// The squares of `empties` without a neighbour among them.
#[inline(always)]
pub(super) fn singletons(empties: u64) -> u64 {
    let sides = (empties & !COLUMN_H) << 1 | (empties & !COLUMN_A) >> 1;
    let row = empties | sides;
    empties & !(sides | row << 8 | row >> 8)
}

/// The move of `moves` to try first: singletons before others, then corners.
#[inline(always)]
pub(super) fn first_to_try(moves: u64, singletons: u64) -> Square {
    let first = if moves & singletons != 0 { moves & singletons } else { moves };
    first_square(if first & CORNERS != 0 { first & CORNERS } else { first })
}

/// Below any score: no move.
const NONE: Score = -127;

/// The score with one empty, without branches, which would be unpredictable.
#[inline(always)]
fn solve_1(player: u64, square: Square) -> Score {
    let discs = player.count_ones() as Score;
    let (mine, theirs) = last_flips(square, player);
    // If neither side can play, the empty square goes to the side with more of the other 63.
    let is_mine = (mine != 0) | ((theirs == 0) & (discs >= 32));
    let flipped = if mine != 0 { mine as Score } else { -(theirs as Score) };
    2 * (discs + flipped + Score::from(is_mine)) - 64
}

/// The neighbours of each square.
static NEIGHBOURS: [u64; 64] = {
    let mut all = [0; 64];
    let mut index = 0;
    while index < 64 {
        let square: u64 = 1 << index;
        all[index] = with_neighbours(square) & !square;
        index += 1;
    }
    all
};

/// The flips of a move; skips the computation if no neighbour is the opponent's.
#[inline(always)]
fn flips<C: Cpu>(cpu: C, square: Square, board: Board) -> u64 {
    if NEIGHBOURS[square.index()] & board.opponent == 0 {
        return 0;
    }
    cpu.flips(square, board.player, board.opponent)
}

/// A null-window search with two empties: above `alpha` a lower bound of the score, else an upper bound.
#[inline(always)]
fn solve_2<C: Cpu>(cpu: C, nodes: &mut u64, board: Board, alpha: Score, a: Square, b: Square) -> Score {
    *nodes += 1;
    let score = play_2(cpu, nodes, board, alpha, a, b);
    if score != NONE {
        return score;
    }
    let score = play_2(cpu, nodes, board.pass(), -alpha - 1, a, b);
    if score != NONE {
        return -score;
    }
    board.final_score()
}

/// The same for a side that may not pass: [`NONE`] if it has no move.
#[inline(always)]
fn play_2<C: Cpu>(cpu: C, nodes: &mut u64, board: Board, alpha: Score, a: Square, b: Square) -> Score {
    let flips_a = flips(cpu, a, board);
    let mut best = NONE;
    if flips_a != 0 {
        *nodes += 1;
        best = -solve_1(board.opponent ^ flips_a, b);
        if best > alpha {
            return best;
        }
    }
    let flips_b = flips(cpu, b, board);
    if flips_b != 0 {
        *nodes += 1;
        best = best.max(-solve_1(board.opponent ^ flips_b, a));
    }
    best
}

#[inline(always)]
fn solve_3<C: Cpu>(
    cpu: C,
    nodes: &mut u64,
    mut board: Board,
    empties: u64,
    singletons: u64,
    mut alpha: Score,
) -> Score {
    *nodes += 1;
    let mut a = first_to_try(empties, singletons);
    let others = empties ^ a.bit();
    let (mut b, mut c) = (first_square(others), last_square(others));
    let mut sign = 1;
    loop {
        let mut best = NONE;
        for _ in 0..3 {
            let flips = cpu.flips(a, board.player, board.opponent);
            if flips != 0 {
                best = best.max(-solve_2(cpu, nodes, board.after(a, flips), -alpha - 1, b, c));
                if best > alpha {
                    return sign * best;
                }
            }
            (a, b, c) = (b, c, a);
        }
        if best != NONE {
            return sign * best;
        }
        if sign < 0 {
            return -board.final_score();
        }
        sign = -1;
        board = board.pass();
        alpha = -alpha - 1;
    }
}

#[inline(always)]
fn solve_4<C: LastNodes>(cpu: C, nodes: &mut u64, board: Board, empties: u64, alpha: Score) -> Score {
    let singletons = singletons(empties);
    let a = first_to_try(empties, singletons);
    let b = first_to_try(empties ^ a.bit(), singletons);
    let others = empties ^ a.bit() ^ b.bit();
    let mut best = NONE;
    for square in [a, b, first_square(others), last_square(others)] {
        let flips = flips(cpu, square, board);
        if flips != 0 {
            let child = board.after(square, flips);
            // A move into a region of two leaves a singleton.
            let (empties, singletons) = (empties ^ square.bit(), singletons | NEIGHBOURS[square.index()]);
            best = best.max(-cpu.solve_3(nodes, child, empties, singletons, -alpha - 1));
            if best > alpha {
                return best;
            }
        }
    }
    if best != NONE {
        return best;
    }
    if cpu.legal_moves(board.opponent, board.player) == 0 {
        return board.final_score();
    }
    -cpu.solve_4(nodes, board.pass(), empties, -alpha - 1)
}

#[inline(always)]
fn last_square(bits: u64) -> Square {
    Square::new((63 - bits.leading_zeros() % 64) as u8)
}
