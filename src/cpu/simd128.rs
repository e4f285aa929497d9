//! The primitives with WebAssembly's SIMD128: the baseline of a build that has it, chosen at build time.
//!
//! There are no shifts by lane, so the two lanes of a register hold a position and its mirror image: one step
//! up in the mirror image is one step down on the board.

use std::arch::wasm32::*;

use super::token::{Cpu, Lanes, Scoring};
use crate::bits::{ray, COLUMN_A, COLUMN_H};
use crate::square::Square;

/// A WebAssembly engine with SIMD128; without it, the module would not have been loaded.
#[derive(Clone, Copy, Debug)]
pub struct Simd128;

// SAFETY: moves are masked with the empty squares; flips are runs of the opponent's discs between the move's
// square and an anchor.
unsafe impl Cpu for Simd128 {
    #[inline(always)]
    fn legal_moves(self, player: u64, opponent: u64) -> u64 {
        let inner = opponent & !(COLUMN_A | COLUMN_H);
        let (from, through) = (with_mirror(player), with_mirror(inner));
        let moves = v128_or(
            v128_or(step_up::<7>(from, through), step_up::<9>(from, through)),
            step_up::<8>(from, with_mirror(opponent)),
        );
        (or_with_mirror(moves) | row_moves(player, inner)) & !(player | opponent)
    }

    #[inline(always)]
    fn legal_moves_x4(self, players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4] {
        let [low, high] = [0, 2].map(|at| {
            let player = u64x2(players[at], players[at + 1]);
            let opponent = u64x2(opponents[at], opponents[at + 1]);
            moves_of_two(player, opponent)
        });
        [lane::<0>(low), lane::<1>(low), lane::<0>(high), lane::<1>(high)]
    }

    #[inline(always)]
    fn flips(self, square: Square, player: u64, opponent: u64) -> u64 {
        let rays = &RAYS[square.index()];
        let (players, opponents) = (with_mirror(player), with_mirror(opponent));
        let mut flips = u64x2_splat(0);
        for &[ray, mirrored] in &rays.pairs {
            flips = v128_or(flips, flips_up(u64x2(ray, mirrored), players, opponents));
        }
        or_with_mirror(flips) | row_flips(rays.row, player, opponent)
    }

    #[inline(always)]
    fn highest(self, lanes: &[f32; 8]) -> f32 {
        let [low, high] = halves(lanes);
        max_of_lanes(low, high)
    }

    /// Writes whole registers: the lanes are soon read together, and a wide load stalls on a narrower store.
    #[inline(always)]
    fn replace(self, lanes: &mut [f32; 8], lane: usize, value: f32) {
        let [low, high] = halves(lanes);
        let [in_low, in_high] = masks_of_lane(lane);
        let value = f32x4_splat(value);
        store(lanes, [v128_bitselect(value, low, in_low), v128_bitselect(value, high, in_high)]);
    }

    #[inline(always)]
    fn visit(self, visits: &mut [i32; 8], sums: &mut [f32; 8], lane: usize, count: i32, result: f32) {
        let masks = masks_of_lane(lane);
        let [low, high] = halves(sums);
        let [result_low, result_high] = masks.map(|mask| v128_and(f32x4_splat(result), mask));
        store(sums, [f32x4_add(low, result_low), f32x4_add(high, result_high)]);
        let [low, high] = whole_halves(visits);
        let [count_low, count_high] = masks.map(|mask| v128_and(i32x4_splat(count), mask));
        let sum = [i32x4_add(low, count_low), i32x4_add(high, count_high)];
        // SAFETY: the array is two registers long; stores need no alignment.
        unsafe {
            v128_store(visits.as_mut_ptr().cast(), sum[0]);
            v128_store(visits.as_mut_ptr().add(4).cast(), sum[1]);
        }
    }

    #[inline(always)]
    fn select(self, lanes: &Lanes, scoring: Scoring) -> (f32, usize) {
        let (minimax, sum, visits) =
            (halves(&lanes.minimax), halves(&lanes.sum), whole_halves(&lanes.visits));
        // SAFETY: the array is a register long; loads need no alignment.
        let prior = unsafe { v128_load(lanes.prior.as_ptr().cast()) };
        let priors = [u32x4_extend_low_u16x8(prior), u32x4_extend_high_u16x8(prior)];
        let [low, high] = [0, 1].map(|half| {
            let visits = f32x4_convert_i32x4(i32x4_add(visits[half], i32x4_splat(1)));
            let prior = u32x4_shl(priors[half], 16);
            let share = i32x4_sub(prior, visits);
            let exploration =
                i32x4_sub(i32x4_add(i32x4_splat(scoring.exploration), share), i32x4_shr(share, 2));
            let per_visit = f32x4_div(f32x4_splat(1.0), visits);
            let mean = f32x4_mul(f32x4_mul(f32x4_splat(scoring.mean_weight), sum[half]), per_visit);
            let minimax = f32x4_mul(f32x4_splat(scoring.minimax_weight), minimax[half]);
            let scores = f32x4_add(f32x4_add(minimax, mean), exploration);
            // Only the prior of a proven child has a sign.
            v128_bitselect(prior, scores, i32x4_shr(prior, 31))
        });
        let max = max_of_lanes(low, high);
        let equal = |scores| u32::from(i32x4_bitmask(f32x4_eq(scores, f32x4_splat(max))));
        let best = equal(low) | equal(high) << 4 | 0x100;
        (max, best.trailing_zeros() as usize & 7)
    }

    #[inline(always)]
    fn eq_mask(self, numbers: &[u64; 4], value: u64) -> u32 {
        let value = u64x2_splat(value);
        let equal =
            |at: usize| u32::from(i64x2_bitmask(i64x2_eq(u64x2(numbers[at], numbers[at + 1]), value)));
        equal(0) | equal(2) << 2
    }

    /// WebAssembly has no prefetch.
    #[inline(always)]
    fn prefetch<T>(self, _: &T) {}
}

/// A bitboard in the low lane and its mirror image in the high one: row 1 becomes row 8.
#[inline(always)]
fn with_mirror(bits: u64) -> v128 {
    let bits = u64x2_splat(bits);
    i8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(bits, bits)
}

/// The low lane and the mirror image of the high one.
#[inline(always)]
fn or_with_mirror(lanes: v128) -> u64 {
    let mirrored = i8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0>(lanes, lanes);
    u64x2_extract_lane::<0>(v128_or(lanes, mirrored))
}

#[inline(always)]
fn lane<const LANE: usize>(lanes: v128) -> u64 {
    u64x2_extract_lane::<LANE>(lanes)
}

/// The squares behind unbroken runs of `through` that start next to `from`, `SHIFT` bits a step.
#[inline(always)]
fn step_up<const SHIFT: u32>(from: v128, through: v128) -> v128 {
    let mut filled = v128_and(through, u64x2_shl(from, SHIFT));
    filled = v128_or(filled, v128_and(through, u64x2_shl(filled, SHIFT)));
    let pairs = v128_and(through, u64x2_shl(through, SHIFT));
    filled = v128_or(filled, v128_and(pairs, u64x2_shl(filled, 2 * SHIFT)));
    filled = v128_or(filled, v128_and(pairs, u64x2_shl(filled, 2 * SHIFT)));
    u64x2_shl(filled, SHIFT)
}

/// The squares behind such runs towards `a1`.
#[inline(always)]
fn step_down<const SHIFT: u32>(from: v128, through: v128) -> v128 {
    let mut filled = v128_and(through, u64x2_shr(from, SHIFT));
    filled = v128_or(filled, v128_and(through, u64x2_shr(filled, SHIFT)));
    let pairs = v128_and(through, u64x2_shr(through, SHIFT));
    filled = v128_or(filled, v128_and(pairs, u64x2_shr(filled, 2 * SHIFT)));
    filled = v128_or(filled, v128_and(pairs, u64x2_shr(filled, 2 * SHIFT)));
    u64x2_shr(filled, SHIFT)
}

/// The legal moves in the positions of both lanes.
#[inline(always)]
fn moves_of_two(player: v128, opponent: v128) -> v128 {
    let inner = v128_and(opponent, u64x2_splat(!(COLUMN_A | COLUMN_H)));
    let mut moves = v128_or(step_up::<1>(player, inner), step_down::<1>(player, inner));
    moves = v128_or(moves, v128_or(step_up::<7>(player, inner), step_down::<7>(player, inner)));
    moves = v128_or(moves, v128_or(step_up::<8>(player, opponent), step_down::<8>(player, opponent)));
    moves = v128_or(moves, v128_or(step_up::<9>(player, inner), step_down::<9>(player, inner)));
    v128_andnot(moves, v128_or(player, opponent))
}

/// Moves along rows, with the squares taken among them; `inner` are the opponent's discs off columns a and h.
#[inline(always)]
fn row_moves(player: u64, inner: u64) -> u64 {
    // A carry runs through a run of discs up to the square behind it, which is in the same row: no disc of
    // `inner` is on column h.
    let up = (inner + (player << 1 & inner)) & !inner;
    let mut down = inner & (player >> 1);
    down |= inner & (down >> 1);
    let pairs = inner & (inner >> 1);
    down |= pairs & (down >> 2);
    down |= pairs & (down >> 2);
    up | down >> 1
}

/// In each lane, the first square of the ray without an opponent's disc is the lowest such bit; if it is the
/// player's, the squares below it flip.
#[inline(always)]
fn flips_up(ray: v128, player: v128, opponent: v128) -> v128 {
    let stops = v128_andnot(ray, opponent);
    let anchor = v128_and(v128_and(stops, i64x2_neg(stops)), player);
    // Without an anchor, nothing is subtracted, and 0 leaves no flips.
    let no_anchor = i64x2_eq(anchor, u64x2_splat(0));
    let below = i64x2_sub(i64x2_add(anchor, i64x2_splat(-1)), no_anchor);
    v128_and(below, ray)
}

/// The flips to the right and to the left of a square.
#[inline(always)]
fn row_flips([right, left]: [u64; 2], player: u64, opponent: u64) -> u64 {
    let stops = right & !opponent;
    let anchor = stops & stops.wrapping_neg() & player;
    let up = anchor.wrapping_sub(u64::from(anchor != 0)) & right;
    let stops = left & !opponent;
    // The highest stop; with none, the lowest bit is used: it is no anchor, since `left` lies above it.
    let highest = 1 << 63 >> ((stops | 1).leading_zeros());
    let is_anchored = highest & stops & player != 0;
    let down = if is_anchored { left & !(highest | (highest - 1)) } else { 0 };
    up | down
}

#[inline(always)]
fn halves(lanes: &[f32; 8]) -> [v128; 2] {
    // SAFETY: the array is two registers long; loads need no alignment.
    unsafe { [v128_load(lanes.as_ptr().cast()), v128_load(lanes.as_ptr().add(4).cast())] }
}

#[inline(always)]
fn whole_halves(lanes: &[i32; 8]) -> [v128; 2] {
    // SAFETY: the array is two registers long; loads need no alignment.
    unsafe { [v128_load(lanes.as_ptr().cast()), v128_load(lanes.as_ptr().add(4).cast())] }
}

#[inline(always)]
fn store(lanes: &mut [f32; 8], [low, high]: [v128; 2]) {
    // SAFETY: the array is two registers long; stores need no alignment.
    unsafe {
        v128_store(lanes.as_mut_ptr().cast(), low);
        v128_store(lanes.as_mut_ptr().add(4).cast(), high);
    }
}

/// All bits set in one of eight lanes.
#[inline(always)]
fn masks_of_lane(lane: usize) -> [v128; 2] {
    let lane = i32x4_splat(lane as i32);
    [i32x4_eq(i32x4(0, 1, 2, 3), lane), i32x4_eq(i32x4(4, 5, 6, 7), lane)]
}

#[inline(always)]
fn max_of_lanes(low: v128, high: v128) -> f32 {
    let four = f32x4_pmax(low, high);
    let two = f32x4_pmax(four, i32x4_shuffle::<2, 3, 0, 1>(four, four));
    f32x4_extract_lane::<0>(f32x4_pmax(two, i32x4_shuffle::<1, 0, 3, 2>(two, two)))
}

/// The rays from a square.
#[derive(Clone, Copy)]
struct SquareRays {
    /// In steps of 7, 8 and 9 bits: towards row 8 on the board, and on its mirror image from the square's.
    pairs: [[u64; 2]; 3],
    /// Along the row: to the right and to the left.
    row: [u64; 2],
}

static RAYS: [SquareRays; 64] = all_rays();

const fn all_rays() -> [SquareRays; 64] {
    let mut rays = [SquareRays { pairs: [[0; 2]; 3], row: [0; 2] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 3 {
            let column_step = axis - 1;
            rays[square as usize].pairs[axis as usize] =
                [ray(square, column_step, 1), ray(square ^ 56, column_step, 1)];
            axis += 1;
        }
        rays[square as usize].row = [ray(square, 1, 0), ray(square, -1, 0)];
        square += 1;
    }
    rays
}
