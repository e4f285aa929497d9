//! Stable discs: they can never be flipped again and bound the score of the other side.

use std::sync::LazyLock;

use crate::bits::{COLUMN_A, COLUMN_A_TO_TOP, COLUMN_H, ROW_1, ROW_8};

/// The own discs that no sequence of moves on the edge can flip, for every configuration `256 * own + other`
/// of an edge.
pub(super) struct EdgeTable(Box<[u8; 1 << 16]>);

impl EdgeTable {
    /// The shared table, computed at first use.
    pub(super) fn shared() -> &'static Self {
        static SHARED: LazyLock<EdgeTable> = LazyLock::new(EdgeTable::computed);
        &SHARED
    }

    fn computed() -> Self {
        let mut table = Box::new([0; 1 << 16]);
        // Descending, since a move only adds to the occupied squares: its result is in the table already.
        for occupied in (0..256usize).rev() {
            for own in (0..=occupied).filter(|own| own & !occupied == 0) {
                let other = occupied ^ own;
                table[own << 8 | other] = stable_on_edge(&table, own, other);
            }
        }
        Self(table)
    }

    #[inline(always)]
    fn stable(&self, own: u64, other: u64) -> u64 {
        u64::from(self.0[(own << 8 | other) as usize & 0xffff])
    }
}

/// The own discs that survive every move of either side; `table` holds the edges after each move.
fn stable_on_edge(table: &[u8; 1 << 16], own: usize, other: usize) -> u8 {
    let mut stable = own as u8;
    for square in (0..8).filter(|square| (own | other) >> square & 1 == 0) {
        let flips = edge_flips(square, own, other);
        stable &= table[(own ^ flips | 1 << square) << 8 | (other ^ flips)];
        let flips = edge_flips(square, other, own);
        stable &= table[(own ^ flips) << 8 | (other ^ flips | 1 << square)];
    }
    stable
}

fn edge_flips(square: usize, mover: usize, other: usize) -> usize {
    let mut flips = 0;
    let mut run = 0;
    for up in square + 1..8 {
        if other >> up & 1 == 0 {
            flips |= if mover >> up & 1 == 1 { run } else { 0 };
            break;
        }
        run |= 1 << up;
    }
    run = 0;
    for down in (0..square).rev() {
        if other >> down & 1 == 0 {
            flips |= if mover >> down & 1 == 1 { run } else { 0 };
            break;
        }
        run |= 1 << down;
    }
    flips
}

/// Gathers column `a` into 8 bits.
#[inline(always)]
fn column_a(bits: u64) -> u64 {
    (bits & COLUMN_A).wrapping_mul(COLUMN_A_TO_TOP) >> 56
}

/// Spreads 8 bits over column `a`.
#[inline(always)]
fn to_column_a(bits: u64) -> u64 {
    let low = (bits & 0x0f).wrapping_mul(0x0020_4081) & 0x0101_0101;
    let high = (bits >> 4).wrapping_mul(0x0020_4081) & 0x0101_0101;
    low | high << 32
}

/// Discs of `own` that are proven stable; there may be more.
#[inline(always)]
pub(super) fn stable_discs(edges: &EdgeTable, own: u64, other: u64) -> u64 {
    let top = edges.stable(own & ROW_1, other & ROW_1);
    let bottom = edges.stable(own >> 56, other >> 56) << 56;
    let left = to_column_a(edges.stable(column_a(own), column_a(other)));
    let right = to_column_a(edges.stable(column_a(own >> 7), column_a(other >> 7))) << 7;
    let mut stable = top | bottom | left | right;

    let [full_row, full_column, full_7, full_9] = full_lines(own | other);
    let inner = own & !(COLUMN_A | COLUMN_H | ROW_1 | ROW_8);
    stable |= inner & full_row & full_column & full_7 & full_9;
    loop {
        let row = full_row | stable << 1 | stable >> 1;
        let column = full_column | stable << 8 | stable >> 8;
        let diagonal_7 = full_7 | stable << 7 | stable >> 7;
        let diagonal_9 = full_9 | stable << 9 | stable >> 9;
        let more = stable | inner & row & column & diagonal_7 & diagonal_9;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// The squares whose row, column and diagonals have no empty square.
#[inline(always)]
fn full_lines(discs: u64) -> [u64; 4] {
    let mut row = discs & discs >> 4;
    row &= row >> 2;
    row &= row >> 1;
    let row = (row & COLUMN_A) * 0xff;
    let mut column = discs & discs.rotate_right(32);
    column &= column.rotate_right(16);
    column &= column.rotate_right(8);
    // Along a diagonal, squares whose neighbour would be off the board count it as full.
    let mut up_7 = discs & (0xff01_0101_0101_0101 | discs >> 7);
    let mut down_7 = discs & (0x8080_8080_8080_80ff | discs << 7);
    up_7 &= 0xffff_0303_0303_0303 | up_7 >> 14;
    down_7 &= 0xc0c0_c0c0_c0c0_ffff | down_7 << 14;
    up_7 &= 0xffff_ffff_0f0f_0f0f | up_7 >> 28;
    down_7 &= 0xf0f0_f0f0_ffff_ffff | down_7 << 28;
    let mut up_9 = discs & (0xff80_8080_8080_8080 | discs >> 9);
    let mut down_9 = discs & (0x0101_0101_0101_01ff | discs << 9);
    up_9 &= 0xffff_c0c0_c0c0_c0c0 | up_9 >> 18;
    down_9 &= 0x0303_0303_0303_ffff | down_9 << 18;
    up_9 &= 0xffff_ffff_f0f0_f0f0 | up_9 >> 36;
    down_9 &= 0x0f0f_0f0f_ffff_ffff | down_9 << 36;
    [row, column, up_7 & down_7, up_9 & down_9]
}
