//! Parity: the side that plays first into a region with an odd number of empty squares tends to play last there.
//!
//! Regions are approximated by the four quadrants of 4 x 4 squares.

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

/// The quadrant that holds a square.
#[inline(always)]
pub(super) fn quadrant(square: Square) -> u64 {
    0x0f0f_0f0f << (square.index() & 0b100100)
}
