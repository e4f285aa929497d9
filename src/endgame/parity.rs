//! Parity: the side that moves first in a region with an odd number of empties tends to move last there.
//!
//! The four quadrants approximate the regions; with at most five empties only singleton regions count.

use crate::bits::{first_square, COLUMN_A, COLUMN_H, CORNERS};
use crate::square::Square;

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
