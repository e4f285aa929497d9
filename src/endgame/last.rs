//! The last four empty squares, each count in a function of its own.
//!
//! Squares come sorted by parity: those alone in their region first.

use super::deep::EndgameNodes;
use super::parity::odd_quadrants;
use crate::bits::first_square;
use crate::board::{Board, Score};
use crate::cpu::Cpu;
use crate::square::Square;

/// Worse than any score.
const NONE: Score = -127;

/// The score with one empty square.
#[inline(always)]
fn solve_1<C: Cpu>(cpu: C, player: u64, square: Square) -> Score {
    let discs = player.count_ones() as Score;
    let (mine, theirs) = cpu.last_flips(square, player);
    if mine != 0 {
        return 2 * (discs + mine as Score) - 62;
    }
    if theirs != 0 {
        return 2 * (discs - theirs as Score) - 64;
    }
    // Neither can play: the empty square goes to the side with more of the other 63.
    if discs >= 32 {
        2 * discs - 62
    } else {
        2 * discs - 64
    }
}

/// The best of moves on two empty squares; [`NONE`] if there is none.
#[inline(always)]
fn try_2<C: Cpu>(cpu: C, nodes: &mut u64, board: Board, alpha: Score, [a, b]: [Square; 2]) -> Score {
    let mut best = NONE;
    let flips = cpu.flips(a, board.player, board.opponent);
    if flips != 0 {
        *nodes += 1;
        best = -solve_1(cpu, board.opponent ^ flips, b);
        if best > alpha {
            return best;
        }
    }
    let flips = cpu.flips(b, board.player, board.opponent);
    if flips != 0 {
        *nodes += 1;
        best = best.max(-solve_1(cpu, board.opponent ^ flips, a));
    }
    best
}

/// A null-window search with two empty squares: a score above `alpha` is a lower bound, else an upper bound.
#[inline(always)]
fn solve_2<C: Cpu>(cpu: C, nodes: &mut u64, board: Board, alpha: Score, squares: [Square; 2]) -> Score {
    *nodes += 1;
    let best = try_2(cpu, nodes, board, alpha, squares);
    if best != NONE {
        return best;
    }
    let passed = try_2(cpu, nodes, board.pass(), -alpha - 1, squares);
    if passed != NONE {
        -passed
    } else {
        board.final_score()
    }
}

#[inline(always)]
fn try_3<C: Cpu>(cpu: C, nodes: &mut u64, board: Board, alpha: Score, squares: [Square; 3]) -> Score {
    let [a, b, c] = squares;
    let mut best = NONE;
    for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        let flips = cpu.flips(square, board.player, board.opponent);
        if flips != 0 {
            best = best.max(-solve_2(cpu, nodes, board.after(square, flips), -alpha - 1, rest));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// [`solve_2`] with three empty squares: one that is alone in its quadrant goes first.
#[inline(always)]
pub(super) fn solve_3<C: Cpu>(cpu: C, nodes: &mut u64, board: Board, alpha: Score) -> Score {
    *nodes += 1;
    let empties = board.empties();
    // Of three squares, one or three are in odd quadrants.
    let a = first_square(empties & odd_quadrants(empties));
    let others = empties ^ a.bit();
    let squares = [a, first_square(others), last_square(others)];
    let best = try_3(cpu, nodes, board, alpha, squares);
    if best != NONE {
        return best;
    }
    let passed = try_3(cpu, nodes, board.pass(), -alpha - 1, squares);
    if passed != NONE {
        -passed
    } else {
        board.final_score()
    }
}

#[inline(always)]
fn try_4<C: EndgameNodes>(
    cpu: C,
    nodes: &mut u64,
    board: Board,
    alpha: Score,
    squares: [Square; 4],
) -> Score {
    let mut best = NONE;
    for square in squares {
        let flips = cpu.flips(square, board.player, board.opponent);
        if flips != 0 {
            best = best.max(-cpu.solve_3(nodes, board.after(square, flips), -alpha - 1));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// [`solve_2`] with four empty squares: two that are alone in their quadrants go first.
#[inline(always)]
pub(super) fn solve_4<C: EndgameNodes>(cpu: C, nodes: &mut u64, board: Board, alpha: Score) -> Score {
    *nodes += 1;
    let empties = board.empties();
    let odd = empties & odd_quadrants(empties);
    let front = if odd != 0 { odd } else { empties };
    let (a, b) = (first_square(front), last_square(front));
    let others = empties ^ a.bit() ^ b.bit();
    let squares = [a, b, first_square(others), last_square(others)];
    let best = try_4(cpu, nodes, board, alpha, squares);
    if best != NONE {
        return best;
    }
    let passed = try_4(cpu, nodes, board.pass(), -alpha - 1, squares);
    if passed != NONE {
        -passed
    } else {
        board.final_score()
    }
}

#[inline(always)]
fn last_square(bits: u64) -> Square {
    Square::new((63 - bits.leading_zeros() % 64) as u8)
}
