//! An estimate from mobility, corners, stable edges and parity, weighed by hand.
//!
//! The first games that the trainer learns from are played with it, and it is the baseline that what was learned
//! must beat. It does not ship.

use crate::bits::{Squares, COLUMN_A, COLUMN_H, CORNERS, ROW_1, ROW_8};
use crate::board::Board;
use crate::cpu::Cpu;
use crate::eval::{Children, Evaluate, Value, DISC, MAX_VALUE};

/// Estimates positions by rules of thumb.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handmade;

impl Evaluate for Handmade {
    #[inline(always)]
    fn evaluate_children<C: Cpu>(&self, cpu: C, board: Board, moves: u64, children: &mut Children) {
        children.count = 0;
        for square in Squares(moves) {
            let child = board.after(square, cpu.flips(square, board.player, board.opponent));
            let value = -evaluate(cpu, child);
            children.push(square, value);
        }
    }
}

impl Handmade {
    /// The estimate of `board` for its player, who has just moved.
    pub fn evaluate_moved<C: Cpu>(self, cpu: C, board: Board) -> Value {
        -evaluate(cpu, board.pass())
    }
}

/// Weights in units of 1/128 disc, set by hand and never tuned: this evaluation is the baseline that a learned
/// one must beat.
const MOBILITY: Value = 5 * DISC;
const POTENTIAL_MOBILITY: Value = DISC / 2;
const CORNER: Value = 10 * DISC;
const X_SQUARE: Value = 5 * DISC;
const C_SQUARE: Value = 2 * DISC;
const STABLE_EDGE_DISC: Value = DISC;
const LAST_MOVE: Value = 2 * DISC;

/// The estimate of `board` for the side to move.
#[inline(always)]
fn evaluate<C: Cpu>(cpu: C, board: Board) -> Value {
    let Board { player, opponent } = board;
    let empties = board.empties();
    let mobility = count(cpu.legal_moves(player, opponent)) - count(cpu.legal_moves(opponent, player));
    let potential = count(neighbours(opponent) & empties) - count(neighbours(player) & empties);
    let corners = count(player & CORNERS) - count(opponent & CORNERS);
    let (x, c) = squares_beside_empty_corners(empties);
    let value = MOBILITY * mobility * 4 / (4 + i32::min(8, count(empties) / 8))
        + POTENTIAL_MOBILITY * potential
        + CORNER * corners
        + X_SQUARE * (count(opponent & x) - count(player & x))
        + C_SQUARE * (count(opponent & c) - count(player & c))
        + STABLE_EDGE_DISC * (count(stable_on_edges(player)) - count(stable_on_edges(opponent)))
        + if count(empties) % 2 == 1 { LAST_MOVE } else { -LAST_MOVE };
    value.clamp(-MAX_VALUE, MAX_VALUE)
}

#[inline(always)]
fn count(bits: u64) -> Value {
    bits.count_ones() as Value
}

/// The squares next to a disc in any of the 8 directions, those discs' own squares included.
#[inline(always)]
fn neighbours(discs: u64) -> u64 {
    let rows = discs | discs << 8 | discs >> 8;
    rows | (rows & !COLUMN_H) << 1 | (rows & !COLUMN_A) >> 1
}

/// The X and the C squares next to an empty corner.
#[inline(always)]
fn squares_beside_empty_corners(empties: u64) -> (u64, u64) {
    let corners = empties & CORNERS;
    let beside = (corners & COLUMN_A) << 1 | (corners & COLUMN_H) >> 1;
    let vertical = (corners & ROW_1) << 8 | (corners & ROW_8) >> 8;
    let x = (beside & ROW_1) << 8 | (beside & ROW_8) >> 8;
    (x, beside | vertical)
}

/// The discs of one side on an edge that form an unbroken row from one of its own corners.
#[inline(always)]
fn stable_on_edges(discs: u64) -> u64 {
    let mut along_rows = discs & CORNERS;
    let mut along_columns = along_rows;
    for _ in 0..6 {
        along_rows |= discs & (along_rows << 1 & !COLUMN_A | along_rows >> 1 & !COLUMN_H) & (ROW_1 | ROW_8);
        along_columns |= discs & (along_columns << 8 | along_columns >> 8) & (COLUMN_A | COLUMN_H);
    }
    along_rows | along_columns
}

#[cfg(test)]
mod tests;
