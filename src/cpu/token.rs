//! The operations of every CPU token.

use crate::square::Square;

/// A token that proves that the CPU has a set of instructions, with the primitives written for them.
///
/// # Safety
/// `flips` returns discs of the opponent only, and `legal_moves` returns empty squares only: pattern indices
/// built from them are used without bounds checks.
pub unsafe trait Cpu: Copy + Send + Sync + 'static {
    /// The legal moves of `player`, as a bitboard.
    fn legal_moves(self, player: u64, opponent: u64) -> u64;

    /// The legal moves in four positions.
    fn legal_moves_x4(self, players: &[u64; 4], opponents: &[u64; 4]) -> [u64; 4];

    /// The discs of `opponent` that a move of `player` on the empty `square` flips; 0 if it is illegal.
    fn flips(self, square: Square, player: u64, opponent: u64) -> u64;

    /// The largest of eight values, none of which may be NaN.
    fn highest(self, lanes: &[f32; 8]) -> f32;

    /// Stores `value` in one lane.
    fn replace(self, lanes: &mut [f32; 8], lane: usize, value: f32);

    /// Adds `times` to the visits of one lane and `result` to its sum.
    fn visit(self, visits: &mut [i32; 8], sums: &mut [f32; 8], lane: usize, times: i32, result: f32);

    /// The highest score of all lanes, and the first lane that has it.
    fn select(self, lanes: &Lanes, scoring: Scoring) -> (f32, usize);

    /// A mask of the numbers that equal `value`.
    fn eq_mask(self, numbers: &[u64; 4], value: u64) -> u32;

    /// Prefetches the cache line of `value`.
    fn prefetch<T>(self, value: &T);
}

/// The statistics of eight child slots, in the layout that [`Cpu::select`] reads.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Lanes {
    /// The minimax value of each child's subtree.
    pub minimax: [f32; 8],
    /// The static evaluation plus the results of all visits.
    pub sum: [f32; 8],
    /// The number of playouts through each child.
    pub visits: [i32; 8],
    /// Priors, each the upper half of an `f32`; minus infinity for a proven child.
    pub prior: [u16; 8],
}

/// The weights in a lane's score: `minimax_weight * minimax + mean_weight * sum / (visits + 1) +
/// exploration * (prior / (visits + 1)) ^ (3/4)`, minus infinity for a proven child.
///
/// The power is taken of the bits of the numbers, which are nearly their logarithms: within an eighth,
/// without a root, and the same on every CPU.
#[derive(Clone, Copy, Debug)]
pub struct Scoring {
    /// Weight of the minimax value.
    pub minimax_weight: f32,
    /// Weight of the mean result.
    pub mean_weight: f32,
    /// The bits of the weight of exploration.
    pub exploration: i32,
}
