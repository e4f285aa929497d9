//! Parity: the side that plays first into a region with an odd number of empty squares tends to play last there.
//!
//! Regions are approximated by the four quadrants of 4 x 4 squares; with at most five empty squares it is enough to know
//! which of them are regions of their own.

use crate::bits::{first_square, COLUMN_A, COLUMN_H, CORNERS};
use crate::square::Square;

/// The quadrants that hold an odd number of `empties`, as a bitboard.
#[inline(always)]
pub(super) fn odd_quadrants(empties: u64) -> u64 {
    let mut odd = empties ^ (empties >> 1);
    odd ^= odd >> 2;
    odd ^= odd >> 8;
    odd ^= odd >> 16;
    // One bit a quadrant is left, on its first square; spread it over the 4 columns and 4 rows.
    (odd & 0x0000_0011_0000_0011) * 0x0f0f_0f0f
}

/// Those of `squares` that are next to no other of them.
#[inline(always)]
pub(super) fn isolated(squares: u64) -> u64 {
    let sides = (squares & !COLUMN_H) << 1 | (squares & !COLUMN_A) >> 1;
    let row = squares | sides;
    squares & !(sides | row << 8 | row >> 8)
}

/// Which of `squares` to try first: one of those `isolated`, a corner before others.
#[inline(always)]
pub(super) fn first_to_try(squares: u64, isolated: u64) -> Square {
    let front = if squares & isolated != 0 { squares & isolated } else { squares };
    first_square(if front & CORNERS != 0 { front & CORNERS } else { front })
}
