//! Flip counts of a move on the last empty square: a table look-up for each of its four lines.
//!
//! A multiplication collects the discs of a line in the highest bits. PEXT would save an instruction, but it
//! takes dozens of cycles on AMD's Zen and Zen 2.

use crate::bits::{ray, COLUMN_A, COLUMN_A_TO_TOP};
use crate::square::Square;

/// One square's four lines: how to collect the discs of each, and the offset of its counts in the table.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct SquareLines {
    /// Column, falling and rising diagonal.
    masks: [u64; 3],
    /// Multiplied by it, the discs of such a line come to the highest bits, in the line's order.
    factors: [u64; 3],
    /// Row, column, falling and rising diagonal.
    starts: [u16; 4],
    /// The right shift that brings them to the lowest bits.
    shifts: [u8; 3],
}

/// Entries for lines of 1 to 8 squares, each square of them and each configuration. An entry counts flips: in
/// the low byte for a move of the side with the set bits, in the high byte for a move of the other side.
const COUNTS: usize = 3586;

struct LastFlips {
    lines: [SquareLines; 64],
    counts: [u16; COUNTS],
}

static LAST_FLIPS: LastFlips = LastFlips { lines: all_lines(), counts: all_counts() };

/// Offset of the counts for a move on square `place` of a line of `length` squares.
const fn counts_start(length: usize, place: usize) -> usize {
    let mut start = 0;
    let mut shorter = 1;
    while shorter < length {
        start += shorter << shorter;
        shorter += 1;
    }
    start + (place << length)
}

const fn all_lines() -> [SquareLines; 64] {
    let mut lines = [SquareLines { masks: [0; 3], factors: [0; 3], starts: [0; 4], shifts: [0; 3] }; 64];
    let mut square = 0;
    while square < 64 {
        let column = square % 8;
        let line = &mut lines[square as usize];
        line.starts[0] = counts_start(8, column as usize) as u16;
        let mut axis = 0;
        while axis < 3 {
            // Up the column, and to the right on both diagonals.
            let (column_step, row_step) = [(0, 1), (1, 1), (1, -1)][axis];
            let before = ray(square, -column_step, -row_step);
            let (place, mask) =
                (before.count_ones(), before | 1 << square | ray(square, column_step, row_step));
            let length = mask.count_ones();
            line.masks[axis] = mask;
            line.factors[axis] = if axis == 0 {
                COLUMN_A_TO_TOP >> column
            } else {
                COLUMN_A << (8 - length) >> (column as u32 - place)
            };
            line.shifts[axis] = (64 - length) as u8;
            line.starts[axis + 1] = counts_start(length as usize, place as usize) as u16;
            axis += 1;
        }
        square += 1;
    }
    lines
}

const fn all_counts() -> [u16; COUNTS] {
    let mut counts = [0; COUNTS];
    let mut length = 1;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            let mut pattern = 0;
            while pattern < 1 << length {
                let index = counts_start(length, place) + pattern;
                counts[index] = line_flips(length, place, pattern) | line_flips(length, place, !pattern) << 8;
                pattern += 1;
            }
            place += 1;
        }
        length += 1;
    }
    counts
}

/// The flips on a line, full except for `place`, by a move there of the side with the set bits.
const fn line_flips(length: usize, place: usize, pattern: usize) -> u16 {
    let mut up = place + 1;
    while up < length && pattern >> up & 1 == 0 {
        up += 1;
    }
    let flips_up = if up < length { up - place - 1 } else { 0 };
    let mut down = place;
    while down > 0 && pattern >> (down - 1) & 1 == 0 {
        down -= 1;
    }
    let flips_down = if down > 0 { place - down } else { 0 };
    (flips_up + flips_down) as u16
}

/// The numbers of discs that a move on `square`, the only empty square, flips: by the side whose discs are
/// `player`, and by the other side.
#[inline(always)]
pub(super) fn last_flips(square: Square, player: u64) -> (u32, u32) {
    let lines = &LAST_FLIPS.lines[square.index()];
    let row = player >> (square.index() & 56) & 0xff;
    // SAFETY: a configuration of n squares is below 2^n, and `counts_start` leaves that many entries behind
    // every offset.
    let count = |line: usize, pattern: u64| unsafe {
        u32::from(*LAST_FLIPS.counts.get_unchecked(lines.starts[line] as usize + pattern as usize))
    };
    let mut both = count(0, row);
    for axis in 0..3 {
        let line = (player & lines.masks[axis]).wrapping_mul(lines.factors[axis]);
        both += count(axis + 1, line >> (lines.shifts[axis] % 64));
    }
    (both & 0xff, both >> 8)
}
