//! The primitives with AVX2: moves and flips compute the four axes in the four lanes of a register.

use std::arch::x86_64::*;
use std::arch::x86_64::{
    _mm256_and_si256 as bits_and, _mm256_andnot_si256 as and_not, _mm256_or_si256 as bits_or,
    _mm256_set1_epi64x as broadcast, _mm256_slli_epi64 as left, _mm256_sllv_epi64 as left_by_lane,
    _mm256_srli_epi64 as right, _mm256_srlv_epi64 as right_by_lane,
};

use super::token::{Cpu, Lanes, Scoring};
use crate::bits::{ray, COLUMN_A, COLUMN_H};
use crate::square::Square;

/// A CPU with AVX2, BMI1, BMI2, FMA, LZCNT and POPCNT (Intel since Haswell, AMD since Zen).
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The token; `None` on a CPU without these instructions.
    pub fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }
}

/// The rays from each square: four towards `h8`, in steps of 1, 7, 8 and 9 squares, then the four opposite
/// ones.
#[repr(align(64))]
struct Rays([[u64; 8]; 64]);

static RAYS: Rays = Rays(all_rays());

const fn all_rays() -> [[u64; 8]; 64] {
    const STEPS: [(i32, i32); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 8 {
            let (column_step, row_step) = STEPS[lane];
            rays[square as usize][lane] = ray(square, column_step, row_step);
            lane += 1;
        }
        square += 1;
    }
    rays
}

/// Calls a function compiled for the instructions of an [`Avx2`] token.
macro_rules! on_avx2 {
    ($call:expr) => {
        // SAFETY: an `Avx2` token exists only on a CPU with these instructions.
        unsafe { $call }
    };
}

// SAFETY: moves are masked with the empty squares; flips are runs of the opponent's discs between the move's
// square and an anchor.
unsafe impl Cpu for Avx2 {
    #[inline(always)]
    fn legal_moves(self, player: u64, opponent: u64) -> u64 {
        on_avx2!(legal_moves(player, opponent))
    }

    #[inline(always)]
    fn legal_moves_x4(self, players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4] {
        on_avx2!(legal_moves_x4(players, opponents))
    }

    #[inline(always)]
    fn flips(self, square: Square, player: u64, opponent: u64) -> u64 {
        on_avx2!(flips(square, player, opponent))
    }

    #[inline(always)]
    fn highest(self, lanes: &[f32; 8]) -> f32 {
        on_avx2!(highest(lanes))
    }

    #[inline(always)]
    fn replace(self, lanes: &mut [f32; 8], lane: usize, value: f32) {
        on_avx2!(replace(lanes, lane, value));
    }

    #[inline(always)]
    fn visit(self, visits: &mut [i32; 8], sums: &mut [f32; 8], lane: usize, times: i32, result: f32) {
        on_avx2!(visit(visits, sums, lane, times, result));
    }

    #[inline(always)]
    fn select(self, lanes: &Lanes, scoring: Scoring) -> (f32, usize) {
        on_avx2!(select(lanes, scoring))
    }

    #[inline(always)]
    fn eq_mask(self, numbers: &[u64; 4], value: u64) -> u32 {
        on_avx2!(eq_mask(numbers, value))
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        // SAFETY: a prefetch neither reads nor writes memory, and every x86-64 CPU has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn or_lanes(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))) as u64
}

#[inline]
#[target_feature(enable = "avx2")]
fn legal_moves(player: u64, opponent: u64) -> u64 {
    let inner = _mm256_set_epi64x(
        !(COLUMN_A | COLUMN_H) as i64,
        -1,
        !(COLUMN_A | COLUMN_H) as i64,
        !(COLUMN_A | COLUMN_H) as i64,
    );
    let step = _mm256_set_epi64x(9, 8, 7, 1);
    let two_steps = _mm256_add_epi64(step, step);
    let from = broadcast(player as i64);
    let through = bits_and(broadcast(opponent as i64), inner);

    let mut up = bits_and(through, left_by_lane(from, step));
    let mut down = bits_and(through, right_by_lane(from, step));
    up = bits_or(up, bits_and(through, left_by_lane(up, step)));
    down = bits_or(down, bits_and(through, right_by_lane(down, step)));
    let pairs_up = bits_and(through, left_by_lane(through, step));
    let pairs_down = right_by_lane(pairs_up, step);
    up = bits_or(up, bits_and(pairs_up, left_by_lane(up, two_steps)));
    down = bits_or(down, bits_and(pairs_down, right_by_lane(down, two_steps)));
    up = bits_or(up, bits_and(pairs_up, left_by_lane(up, two_steps)));
    down = bits_or(down, bits_and(pairs_down, right_by_lane(down, two_steps)));

    let moves = bits_or(left_by_lane(up, step), right_by_lane(down, step));
    or_lanes(moves) & !(player | opponent)
}

/// One position in each lane, and one axis after the other: no reduction across lanes, and shifts by
/// constants are cheap on every CPU.
#[inline]
#[target_feature(enable = "avx2")]
fn legal_moves_x4(players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4] {
    // SAFETY: the arrays are as long as a register; the loads need no alignment.
    let (players, opponents) = unsafe {
        (_mm256_loadu_si256(players.as_ptr().cast()), _mm256_loadu_si256(opponents.as_ptr().cast()))
    };
    let inner = bits_and(opponents, broadcast(!(COLUMN_A | COLUMN_H) as i64));
    let mut moves = _mm256_setzero_si256();
    macro_rules! add_axis {
        ($step:literal, $two_steps:literal, $through:expr) => {
            let mut up = bits_and($through, left::<$step>(players));
            let mut down = bits_and($through, right::<$step>(players));
            up = bits_or(up, bits_and($through, left::<$step>(up)));
            down = bits_or(down, bits_and($through, right::<$step>(down)));
            let pairs_up = bits_and($through, left::<$step>($through));
            let pairs_down = right::<$step>(pairs_up);
            up = bits_or(up, bits_and(pairs_up, left::<$two_steps>(up)));
            down = bits_or(down, bits_and(pairs_down, right::<$two_steps>(down)));
            up = bits_or(up, bits_and(pairs_up, left::<$two_steps>(up)));
            down = bits_or(down, bits_and(pairs_down, right::<$two_steps>(down)));
            moves = bits_or(moves, left::<$step>(up));
            moves = bits_or(moves, right::<$step>(down));
        };
    }
    add_axis!(1, 2, inner);
    add_axis!(7, 14, inner);
    add_axis!(8, 16, opponents);
    add_axis!(9, 18, inner);
    let legal = and_not(bits_or(players, opponents), moves);
    let mut all = [0; 4];
    // SAFETY: the array is as long as a register; the store needs no alignment.
    unsafe { _mm256_storeu_si256(all.as_mut_ptr().cast(), legal) };
    all
}

/// In each lane, the first square of the ray without an opponent's disc ends the run. Towards `h8` that is
/// the lowest such bit, isolated by negation. Towards `a1` it is the highest: smearing these bits downwards
/// leaves the run above them, and the run has an anchor if the player's discs on the ray, as a number, exceed
/// the empty squares.
#[inline]
#[target_feature(enable = "avx2")]
fn flips(square: Square, player: u64, opponent: u64) -> u64 {
    let rays = RAYS.0[square.index()].as_ptr().cast::<__m256i>();
    // SAFETY: a row of `RAYS` is 64 bytes, aligned to 64.
    let (ray_up, ray_down) = unsafe { (_mm256_load_si256(rays), _mm256_load_si256(rays.add(1))) };
    let player = broadcast(player as i64);
    let opponent = broadcast(opponent as i64);
    let zero = _mm256_setzero_si256();

    let stops = and_not(opponent, ray_up);
    let first_stop = bits_and(_mm256_sub_epi64(zero, stops), stops);
    let anchor = bits_and(first_stop, player);
    // Without an anchor, nothing is subtracted, and 0 leaves no flips.
    let no_anchor = _mm256_cmpeq_epi64(anchor, zero);
    let below_anchor = _mm256_sub_epi64(_mm256_add_epi64(anchor, broadcast(-1)), no_anchor);
    let flips_up = bits_and(below_anchor, ray_up);

    let step = _mm256_set_epi64x(9, 8, 7, 1);
    let two_steps = _mm256_add_epi64(step, step);
    let four_steps = _mm256_add_epi64(two_steps, two_steps);
    let stops = and_not(opponent, ray_down);
    let mut beyond = bits_or(stops, right_by_lane(stops, step));
    beyond = bits_or(beyond, right_by_lane(beyond, two_steps));
    beyond = bits_or(beyond, right_by_lane(beyond, four_steps));
    let anchored = _mm256_cmpgt_epi64(bits_and(ray_down, player), and_not(player, stops));
    let flips_down = bits_and(anchored, and_not(beyond, ray_down));

    or_lanes(bits_or(flips_up, flips_down))
}

#[inline]
#[target_feature(enable = "avx2")]
fn max_of_lanes(lanes: __m256) -> f32 {
    let halves = _mm_max_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps::<1>(lanes));
    let pairs = _mm_max_ps(halves, _mm_movehl_ps(halves, halves));
    _mm_cvtss_f32(_mm_max_ss(pairs, _mm_movehdup_ps(pairs)))
}

#[inline]
#[target_feature(enable = "avx2")]
fn highest(lanes: &[f32; 8]) -> f32 {
    // SAFETY: the array is as long as a register; the load needs no alignment.
    max_of_lanes(unsafe { _mm256_loadu_ps(lanes.as_ptr()) })
}

/// All bits set in one lane.
#[inline]
#[target_feature(enable = "avx2")]
fn mask_of_lane(lane: usize) -> __m256i {
    _mm256_cmpeq_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(lane as i32))
}

/// Reads and writes the whole register: the lanes are soon read together, and a wide load stalls on a
/// narrower store that has not retired (store forwarding fails).
#[inline]
#[target_feature(enable = "avx2")]
fn replace(lanes: &mut [f32; 8], lane: usize, value: f32) {
    let mask = _mm256_castsi256_ps(mask_of_lane(lane));
    // SAFETY: the array is eight numbers long; loads and stores need no alignment.
    unsafe {
        let old = _mm256_loadu_ps(lanes.as_ptr());
        let new = _mm256_blendv_ps(old, _mm256_set1_ps(value), mask);
        _mm256_storeu_ps(lanes.as_mut_ptr(), new);
    }
}

/// Whole registers for the same reason as in [`replace`].
#[inline]
#[target_feature(enable = "avx2")]
fn visit(visits: &mut [i32; 8], sums: &mut [f32; 8], lane: usize, times: i32, result: f32) {
    let mask = mask_of_lane(lane);
    // SAFETY: each array is eight numbers long; loads and stores need no alignment.
    unsafe {
        let more = bits_and(mask, _mm256_set1_epi32(times));
        let counted = _mm256_add_epi32(_mm256_loadu_si256(visits.as_ptr().cast()), more);
        _mm256_storeu_si256(visits.as_mut_ptr().cast(), counted);
        let results = _mm256_and_ps(_mm256_set1_ps(result), _mm256_castsi256_ps(mask));
        _mm256_storeu_ps(sums.as_mut_ptr(), _mm256_add_ps(_mm256_loadu_ps(sums.as_ptr()), results));
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn select(lanes: &Lanes, scoring: Scoring) -> (f32, usize) {
    // SAFETY: each array is eight numbers long; the loads need no alignment.
    let (minimax, sum, visits, prior) = unsafe {
        (
            _mm256_loadu_ps(lanes.minimax.as_ptr()),
            _mm256_loadu_ps(lanes.sum.as_ptr()),
            _mm256_loadu_si256(lanes.visits.as_ptr().cast()),
            _mm_loadu_si128(lanes.prior.as_ptr().cast()),
        )
    };
    let visits = _mm256_cvtepi32_ps(_mm256_add_epi32(visits, _mm256_set1_epi32(1)));
    let prior = _mm256_castsi256_ps(_mm256_slli_epi32::<16>(_mm256_cvtepu16_epi32(prior)));
    let share = _mm256_sub_epi32(_mm256_castps_si256(prior), _mm256_castps_si256(visits));
    let exploration = _mm256_sub_epi32(
        _mm256_add_epi32(_mm256_set1_epi32(scoring.exploration), share),
        _mm256_srai_epi32::<2>(share),
    );
    let per_visit = _mm256_div_ps(_mm256_set1_ps(1.0), visits);
    let mean = _mm256_mul_ps(_mm256_mul_ps(_mm256_set1_ps(scoring.mean_weight), sum), per_visit);
    let minimax = _mm256_mul_ps(_mm256_set1_ps(scoring.minimax_weight), minimax);
    let scores = _mm256_add_ps(_mm256_add_ps(minimax, mean), _mm256_castsi256_ps(exploration));
    // Only the prior of a proven child has a sign.
    let scores = _mm256_blendv_ps(scores, prior, prior);
    let max = max_of_lanes(scores);
    let equal = _mm256_cmp_ps::<_CMP_EQ_OQ>(scores, _mm256_set1_ps(max));
    (max, (_mm256_movemask_ps(equal) as u32 | 0x100).trailing_zeros() as usize & 7)
}

#[inline]
#[target_feature(enable = "avx2")]
fn eq_mask(numbers: &[u64; 4], value: u64) -> u32 {
    // SAFETY: the array is as long as a register; the load needs no alignment.
    let numbers = unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) };
    let equal = _mm256_cmpeq_epi64(numbers, broadcast(value as i64));
    _mm256_movemask_pd(_mm256_castsi256_pd(equal)) as u32
}
