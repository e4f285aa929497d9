//! Moves and flips with plain 64-bit arithmetic, for machines without AVX2.

use super::Cpu;
use crate::bits::{COLUMN_A, COLUMN_H};
use crate::square::Square;

/// Any machine.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// The four axes: how far a step towards `h8` shifts, and the squares from which neither a step along the axis
/// nor one against it wraps around an edge.
const AXES: [(u32, u64); 4] =
    [(1, !(COLUMN_A | COLUMN_H)), (7, !(COLUMN_A | COLUMN_H)), (8, !0), (9, !(COLUMN_A | COLUMN_H))];

/// All squares of `through` that are reached from `from` by steps of `shift` towards `h8` without a gap.
#[inline(always)]
fn fill_up(from: u64, through: u64, shift: u32) -> u64 {
    let mut filled = through & (from << shift);
    filled |= through & (filled << shift);
    let pairs = through & (through << shift);
    filled |= pairs & (filled << (2 * shift));
    filled | pairs & (filled << (2 * shift))
}

/// The same towards `a1`.
#[inline(always)]
fn fill_down(from: u64, through: u64, shift: u32) -> u64 {
    let mut filled = through & (from >> shift);
    filled |= through & (filled >> shift);
    let pairs = through & (through >> shift);
    filled |= pairs & (filled >> (2 * shift));
    filled | pairs & (filled >> (2 * shift))
}

impl Cpu for Portable {
    #[inline(always)]
    fn legal_moves(self, player: u64, opponent: u64) -> u64 {
        let mut moves = 0;
        for (shift, inner) in AXES {
            let through = opponent & inner;
            moves |= fill_up(player, through, shift) << shift;
            moves |= fill_down(player, through, shift) >> shift;
        }
        moves & !(player | opponent)
    }

    #[inline(always)]
    fn legal_moves_of_four(self, players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4] {
        std::array::from_fn(|lane| self.legal_moves(players[lane], opponents[lane]))
    }

    #[inline(always)]
    fn flips(self, square: Square, player: u64, opponent: u64) -> u64 {
        let mut flips = 0;
        for (shift, inner) in AXES {
            let through = opponent & inner;
            let up = fill_up(square.bit(), through, shift);
            if (up << shift) & player != 0 {
                flips |= up;
            }
            let down = fill_down(square.bit(), through, shift);
            if (down >> shift) & player != 0 {
                flips |= down;
            }
        }
        flips
    }

    #[inline(always)]
    fn first_max(self, lanes: &[f32; 8]) -> (f32, usize) {
        let mut best = (lanes[0], 0);
        for (lane, &value) in lanes.iter().enumerate() {
            if value > best.0 {
                best = (value, lane);
            }
        }
        best
    }

    #[inline(always)]
    fn last_flips(self, square: Square, player: u64) -> (u32, u32) {
        let opponent = !(player | square.bit());
        (self.flips(square, player, opponent).count_ones(), self.flips(square, opponent, player).count_ones())
    }
}
