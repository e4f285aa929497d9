//! Bitboards: sets of squares as `u64`, their iteration, and the 8 symmetries of the board.

use crate::square::Square;

/// Every square of column `a`.
pub const COLUMN_A: u64 = 0x0101_0101_0101_0101;
/// Every square of column `h`.
pub const COLUMN_H: u64 = COLUMN_A << 7;
/// A multiplication by it brings column `a` to the highest byte, row 1 to the lowest bit of that.
pub const COLUMN_A_TO_TOP: u64 = 0x0102_0408_1020_4080;
/// Every square of row `1`.
pub const ROW_1: u64 = 0xff;
/// Every square of row `8`.
pub const ROW_8: u64 = ROW_1 << 56;
/// a1, h1, a8 and h8.
pub const CORNERS: u64 = (COLUMN_A | COLUMN_H) & (ROW_1 | ROW_8);

/// The squares beyond a square, as far as the edge, in steps of -1 to 1 columns and rows.
pub const fn ray(square: i32, column_step: i32, row_step: i32) -> u64 {
    let (mut column, mut row) = (square % 8 + column_step, square / 8 + row_step);
    let mut ray = 0;
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        ray |= 1 << (8 * row + column);
        column += column_step;
        row += row_step;
    }
    ray
}

/// The squares of `bits` and their neighbours.
#[inline(always)]
pub const fn with_neighbours(bits: u64) -> u64 {
    let row = bits | (bits & !COLUMN_H) << 1 | (bits & !COLUMN_A) >> 1;
    row | row << 8 | row >> 8
}

/// Iterates over the squares of a bitboard, from `a1` to `h8`.
#[derive(Clone, Copy, Debug)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = first_square(self.0);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// The lowest square of a non-empty bitboard.
#[inline(always)]
pub const fn first_square(bits: u64) -> Square {
    debug_assert!(bits != 0);
    Square::new((bits.trailing_zeros() & 63) as u8)
}

/// Mirrors the rows: row `1` becomes row `8`.
#[inline(always)]
pub const fn flip_rows(bits: u64) -> u64 {
    bits.swap_bytes()
}

/// Mirrors the columns: column `a` becomes column `h`.
#[inline(always)]
pub const fn flip_columns(bits: u64) -> u64 {
    bits.swap_bytes().reverse_bits()
}

/// Mirrors along the main diagonal: `b1` becomes `a2`.
#[inline(always)]
pub const fn transpose(bits: u64) -> u64 {
    let swap = (bits ^ (bits >> 28)) & 0x0000_0000_f0f0_f0f0;
    let bits = bits ^ swap ^ (swap << 28);
    let swap = (bits ^ (bits >> 14)) & 0x0000_cccc_0000_cccc;
    let bits = bits ^ swap ^ (swap << 14);
    let swap = (bits ^ (bits >> 7)) & 0x00aa_00aa_00aa_00aa;
    bits ^ swap ^ (swap << 7)
}

/// One of the 8 symmetries of the board; 0 is the identity.
///
/// Bit 0 mirrors the columns, then bit 1 mirrors the rows, then bit 2 transposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// Maps every square to itself.
    pub const IDENTITY: Self = Self(0);

    /// All 8 symmetries, the identity first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// The symmetry with this number, from 0 to 7.
    ///
    /// # Panics
    /// If `number` is 8 or more.
    pub const fn nth(number: u8) -> Self {
        assert!(number < 8, "there are 8 symmetries");
        Self(number)
    }

    /// The image of a bitboard.
    pub const fn apply(self, mut bits: u64) -> u64 {
        if self.0 & 1 != 0 {
            bits = flip_columns(bits);
        }
        if self.0 & 2 != 0 {
            bits = flip_rows(bits);
        }
        if self.0 & 4 != 0 {
            bits = transpose(bits);
        }
        bits
    }

    /// The image of a square.
    pub const fn apply_to(self, square: Square) -> Square {
        first_square(self.apply(square.bit()))
    }

    /// The inverse symmetry.
    pub const fn inverse(self) -> Self {
        // The transposition comes last, so the inverse mirrors rows where this one mirrors columns.
        if self.0 & 4 != 0 {
            Self(4 | (self.0 & 1) << 1 | (self.0 & 2) >> 1)
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_iterated_in_index_order() {
        let names: Vec<String> = Squares(CORNERS).map(|square| square.to_string()).collect();
        assert_eq!(names, ["a1", "h1", "a8", "h8"]);
        assert_eq!(Squares(0).next(), None);
        assert_eq!(Squares(u64::MAX).count(), 64);
    }

    #[test]
    fn mirrors_and_the_transposition_map_every_square() {
        for square in Square::all() {
            let (column, row) = (square.column(), square.row());
            let bit_at = |column, row| Square::at(column, row).unwrap().bit();
            assert_eq!(flip_columns(square.bit()), bit_at(7 - column, row));
            assert_eq!(flip_rows(square.bit()), bit_at(column, 7 - row));
            assert_eq!(transpose(square.bit()), bit_at(row, column));
        }
    }

    #[test]
    fn there_are_eight_symmetries_and_each_has_its_inverse() {
        let bits = 0x0123_4567_89ab_cdef;
        let mut images: Vec<u64> = Symmetry::all().map(|symmetry| symmetry.apply(bits)).collect();
        for symmetry in Symmetry::all() {
            assert_eq!(symmetry.inverse().apply(symmetry.apply(bits)), bits, "{symmetry:?}");
            for square in Square::all() {
                assert_eq!(symmetry.apply_to(square).bit(), symmetry.apply(square.bit()));
            }
        }
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
    }
}
