//! The primitives in plain 64-bit arithmetic, for a CPU without AVX2.
//!
//! The large ones are not inlined, which costs 1 % of the playouts: every bundle has this path, and a site's
//! compiler would need a fifth longer for code that its CPU does not use.

use super::token::{Cpu, Lanes, Scoring};
use crate::bits::{COLUMN_A, COLUMN_H};
use crate::square::Square;

/// Any CPU.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// The four axes: the shift of one step towards `h8`, and the squares from which no step along the axis, in
/// either direction, wraps around an edge.
const AXES: [(u32, u64); 4] =
    [(1, !(COLUMN_A | COLUMN_H)), (7, !(COLUMN_A | COLUMN_H)), (8, !0), (9, !(COLUMN_A | COLUMN_H))];

/// The unbroken runs of `through` that start next to `from`, in steps of `shift` towards `h8`.
#[inline(always)]
fn fill_up(from: u64, through: u64, shift: u32) -> u64 {
    let mut filled = through & (from << shift);
    filled |= through & (filled << shift);
    let pairs = through & (through << shift);
    filled |= pairs & (filled << (2 * shift));
    filled | pairs & (filled << (2 * shift))
}

/// The unbroken runs of `through` that start next to `from`, towards `a1`.
#[inline(always)]
fn fill_down(from: u64, through: u64, shift: u32) -> u64 {
    let mut filled = through & (from >> shift);
    filled |= through & (filled >> shift);
    let pairs = through & (through >> shift);
    filled |= pairs & (filled >> (2 * shift));
    filled | pairs & (filled >> (2 * shift))
}

// SAFETY: moves are masked with the empty squares, flips with the opponent's discs.
unsafe impl Cpu for Portable {
    #[inline(never)]
    fn legal_moves(self, player: u64, opponent: u64) -> u64 {
        let mut moves = 0;
        for (shift, inner) in AXES {
            let through = opponent & inner;
            moves |= fill_up(player, through, shift) << shift;
            moves |= fill_down(player, through, shift) >> shift;
        }
        moves & !(player | opponent)
    }

    #[inline(never)]
    fn legal_moves_x4(self, players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4] {
        std::array::from_fn(|lane| self.legal_moves(players[lane], opponents[lane]))
    }

    #[inline(never)]
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
    fn highest(self, lanes: &[f32; 8]) -> f32 {
        lanes.iter().fold(lanes[0], |max, &value| if value > max { value } else { max })
    }

    #[inline(always)]
    fn replace(self, lanes: &mut [f32; 8], lane: usize, value: f32) {
        lanes[lane] = value;
    }

    #[inline(always)]
    fn visit(self, visits: &mut [i32; 8], sums: &mut [f32; 8], lane: usize, times: i32, result: f32) {
        visits[lane] += times;
        sums[lane] += result;
    }

    #[inline(never)]
    fn select(self, lanes: &Lanes, scoring: Scoring) -> (f32, usize) {
        let mut best = (f32::NEG_INFINITY, 0);
        for lane in 0..8 {
            // The static evaluation counts as a visit.
            let visits = (lanes.visits[lane] + 1) as f32;
            let prior = i32::from(lanes.prior[lane]) << 16;
            let share = prior.wrapping_sub(visits.to_bits() as i32);
            let exploration = scoring.exploration.wrapping_add(share - (share >> 2));
            let value = scoring.minimax_weight * lanes.minimax[lane]
                + scoring.mean_weight * lanes.sum[lane] * (1.0 / visits);
            let score = value + f32::from_bits(exploration as u32);
            if prior >= 0 && score > best.0 {
                best = (score, lane);
            }
        }
        best
    }

    #[inline(always)]
    fn eq_mask(self, numbers: &[u64; 4], value: u64) -> u32 {
        (0..4).map(|index| u32::from(numbers[index] == value) << index).sum()
    }

    #[inline(always)]
    fn prefetch<T>(self, _: &T) {}
}
