//! Flip counts of a move on the last empty square: a table look-up for each of its four lines.

use std::arch::x86_64::_pext_u64;

use super::rays::RAYS;
use crate::square::Square;

/// One square's four lines: masks for [`_pext_u64`], and the offset of each line's counts in the table.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Lines {
    /// Column, falling and rising diagonal.
    masks: [u64; 3],
    /// Row, column, falling and rising diagonal.
    starts: [u16; 4],
}

/// Entries for lines of 1 to 8 squares, each square of them and each configuration. An entry counts flips: in
/// the low byte for a move of the side with the set bits, in the high byte for a move of the other side.
const COUNTS: usize = 3586;

struct LastFlips {
    lines: [Lines; 64],
    counts: [u16; COUNTS],
}

static LAST_FLIPS: LastFlips = last_flip_tables();

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

const fn last_flip_tables() -> LastFlips {
    let mut lines = [Lines { masks: [0; 3], starts: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let rays = &RAYS.0[square];
        lines[square].starts[0] = counts_start(8, square % 8) as u16;
        let mut axis = 0;
        while axis < 3 {
            let lane = [2, 3, 1][axis];
            let mask = rays[lane] | rays[lane + 4] | 1 << square;
            lines[square].masks[axis] = mask;
            let start = counts_start(mask.count_ones() as usize, rays[lane + 4].count_ones() as usize);
            lines[square].starts[axis + 1] = start as u16;
            axis += 1;
        }
        square += 1;
    }
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
    LastFlips { lines, counts }
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

#[inline]
#[target_feature(enable = "bmi2")]
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
        both += count(axis + 1, _pext_u64(player, lines.masks[axis]));
    }
    (both & 0xff, both >> 8)
}
