//! The estimate of a position, learned: sums of pattern weights that change with the stage of the game.
//!
//! Positions are always judged as the child of a move, by the side that has just moved, so that all children
//! of a node share one pass and no sign or side is exchanged on the way. All arithmetic is in integers: every
//! machine and every build gets the same values.

pub mod handmade;
pub mod packed;
pub mod patterns;
mod weights;

use std::sync::LazyLock;

use crate::bits::Squares;
use crate::board::Board;
use crate::cpu::Cpu;
use crate::memory::{Table, Zeroed};
use crate::square::Square;
use patterns::{Indices, CONTENTS, DIGITS, LANES, OFFSET_OF_LANE};

/// An estimated result in units of 1/128 disc ([`DISC`]); each use names the side.
pub type Value = i32;

/// One disc as a [`Value`].
pub const DISC: Value = 128;

/// The largest estimate: all 64 discs.
pub const MAX_VALUE: Value = 64 * DISC;

/// More moves than a side can ever have.
pub const MAX_MOVES: usize = 60;

/// The children of one node, in the order of their squares.
#[derive(Clone, Debug)]
pub struct Children {
    /// How many entries of the arrays are in use.
    pub count: usize,
    /// The square played, `a1` first.
    pub squares: [Square; MAX_MOVES],
    /// The estimate for the side that played it.
    pub values: [Value; MAX_MOVES],
}

impl Children {
    /// No children.
    pub const fn new() -> Self {
        Self { count: 0, squares: [Square::new(0); MAX_MOVES], values: [0; MAX_MOVES] }
    }

    /// Puts the highest values first; equal ones keep their order.
    #[inline(always)]
    pub fn sort(&mut self) {
        for end in 1..self.count {
            let (square, value) = (self.squares[end], self.values[end]);
            let mut at = end;
            while at > 0 && self.values[at - 1] < value {
                self.values[at] = self.values[at - 1];
                self.squares[at] = self.squares[at - 1];
                at -= 1;
            }
            self.values[at] = value;
            self.squares[at] = square;
        }
    }

    /// The entries in use.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Value)> + '_ {
        self.squares.iter().copied().zip(self.values.iter().copied()).take(self.count)
    }

    /// Adds one at the end.
    #[inline(always)]
    pub fn push(&mut self, square: Square, value: Value) {
        self.squares[self.count] = square;
        self.values[self.count] = value;
        self.count += 1;
    }
}

impl Default for Children {
    fn default() -> Self {
        Self::new()
    }
}

/// Whatever estimates positions.
pub trait Evaluate: Send + Sync {
    /// Estimates every child of `board` at once; `moves` are its legal moves, at least one.
    fn evaluate_children<C: Cpu>(&self, cpu: C, board: Board, moves: u64, children: &mut Children);
}

impl<E: Evaluate> Evaluate for &E {
    #[inline(always)]
    fn evaluate_children<C: Cpu>(&self, cpu: C, board: Board, moves: u64, children: &mut Children) {
        E::evaluate_children(self, cpu, board, moves, children);
    }
}

/// The stages of the game, in discs played, for which there are weights; between them they are interpolated.
pub const KNOT_PLIES: [usize; KNOTS] = [0, 22, 40, 58];

/// How many stages have weights of their own.
pub const KNOTS: usize = 4;

/// Units of a weight in one disc.
pub const WEIGHTS_A_DISC: i32 = 32;

/// The largest weight: sums of [`LANES`] weights from 0 to twice this fit 16 bits.
pub const MAX_WEIGHT: i16 = i16::MAX / LANES as i16;

/// One contents of one pattern: 16 bits a knot, each its weight in units of 1/[`WEIGHTS_A_DISC`] disc plus
/// [`MAX_WEIGHT`]. Without signs no sum carries into the next knot, so that one addition adds all knots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Weights(u64);

const _: () = assert!(size_of::<Weights>() == 8);
const _: () = assert!(LANES * 2 * (MAX_WEIGHT as usize) < 1 << 16);

// SAFETY: zero is a valid integer.
unsafe impl Zeroed for Weights {}

/// The share of each knot at a ply, in 64ths; they add up to 64.
pub const fn shares_of_knots(plies: &[usize], ply: usize) -> [i16; 4] {
    let mut shares = [0; 4];
    let mut knot = 0;
    while knot + 2 < plies.len() && ply > plies[knot + 1] {
        knot += 1;
    }
    let (from, to) = (plies[knot], plies[knot + 1]);
    let into = if ply > to { to - from } else { ply - from };
    shares[knot + 1] = (64 * into / (to - from)) as i16;
    shares[knot] = 64 - shares[knot + 1];
    shares
}

static KNOT_SHARES: [[i16; 4]; PLIES] = {
    let mut shares = [[0; 4]; 61];
    let mut ply = 0;
    while ply < PLIES {
        shares[ply] = shares_of_knots(&KNOT_PLIES, ply);
        ply += 1;
    }
    shares
};

/// How many numbers of discs played there are, from none to all 60.
pub const PLIES: usize = 61;

/// What was learned, in units of 1/[`WEIGHTS_A_DISC`] disc for the side that has just moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The weight of every contents of every pattern, knot by knot, each [`CONTENTS`] long.
    pub knots: [Vec<i16>; KNOTS],
    /// What a position is worth by the number of discs played alone: mostly whether the side will have the last
    /// move, which alternates and so is no matter of interpolation.
    pub turns: [i16; PLIES],
}

/// Estimates positions by the learned weights.
pub struct Evaluator {
    weights: Table<Weights>,
    turns: [Value; PLIES],
}

impl Evaluator {
    /// An evaluator with the weights that were learned, unpacked here: about 30 ms of work.
    pub fn new() -> Self {
        Self::from_learned(&packed::unpack(weights::WEIGHTS))
    }

    /// The evaluator with the weights that were learned that all parts of the program share, unpacked at first use.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Evaluator> = LazyLock::new(Evaluator::new);
        &SHIPPED
    }

    /// An evaluator with these weights; those beyond [`MAX_WEIGHT`] are cut off.
    pub fn from_learned(learned: &Learned) -> Self {
        let mut weights = Table::<Weights>::new(CONTENTS);
        for (knot, of_knot) in learned.knots.iter().enumerate() {
            for (entry, &weight) in weights.iter_mut().zip(of_knot) {
                let raised = (weight.clamp(-MAX_WEIGHT, MAX_WEIGHT) + MAX_WEIGHT) as u64;
                entry.0 |= raised << (16 * knot);
            }
        }
        let in_discs = |turn: i16| Value::from(turn) * (DISC / WEIGHTS_A_DISC);
        Self { weights, turns: learned.turns.map(in_discs) }
    }

    /// The estimate of `board` for its player, who has just moved, from scratch.
    pub fn evaluate(&self, board: Board) -> Value {
        let ply = PLIES - 1 - board.empty_count().min(60) as usize;
        interpolate(self.sums(&Indices::of(board)), &KNOT_SHARES[ply]) + self.turns[ply]
    }

    /// The sum of all instances' weights, knot by knot, of the position with these indices.
    #[inline(always)]
    fn sums(&self, indices: &Indices) -> u64 {
        // Written out, so that each lane's offset is a constant of the instruction that loads.
        macro_rules! sum_of_lanes {
            ($($lane:literal)*) => { 0 $(+ self.weight::<$lane>(indices))* };
        }
        sum_of_lanes!(
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
            24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47
        )
    }

    /// The weights of one instance at all knots.
    #[inline(always)]
    fn weight<const LANE: usize>(&self, indices: &Indices) -> u64 {
        let contents = const { OFFSET_OF_LANE[LANE] } + usize::from(indices.0[LANE]);
        debug_assert!(contents < self.weights.len());
        // SAFETY: an index is below its pattern's number of contents, since no square adds to it more than twice
        // its digit's place and no square holds discs of both sides; numbers of moves are cut off.
        unsafe { self.weights.get_unchecked(contents) }.0
    }
}

impl Evaluate for Evaluator {
    #[inline(always)]
    fn evaluate_children<C: Cpu>(&self, cpu: C, board: Board, moves: u64, children: &mut Children) {
        let parent = Indices::of_discs(board, &DIGITS);
        let ply = PLIES.saturating_sub(board.empty_count() as usize).min(PLIES - 1);
        let (shares, turn) = (&KNOT_SHARES[ply], self.turns[ply]);
        children.count = 0;
        let mut left = Squares(moves);
        while left.0 != 0 {
            // First all indices, then all moves, then all sums: in between, the indices go from vector registers
            // through memory, which is faster than taking them out one by one.
            let mut batch = [Indices::EMPTY; BATCH];
            let (mut moved, mut others) = ([0; BATCH], [0; BATCH]);
            let start = children.count;
            for (number, square) in left.by_ref().take(BATCH).enumerate() {
                let indices = &mut batch[number];
                *indices = parent;
                indices.add(&DIGITS[square.index()]);
                let flips = cpu.flips(square, board.player, board.opponent);
                for flipped in Squares(flips) {
                    indices.subtract(&DIGITS[flipped.index()]);
                }
                moved[number] = board.player ^ flips ^ square.bit();
                others[number] = board.opponent ^ flips;
                children.push(square, 0);
            }
            count_moves(cpu, &mut batch, &moved, &others, children.count - start);
            for (indices, value) in batch.iter().zip(&mut children.values[start..children.count]) {
                *value = interpolate(self.sums(indices), shares) + turn;
            }
        }
    }
}

/// Stores in the first `count` of the indices how many moves either side has.
#[inline(always)]
fn count_moves<C: Cpu>(
    cpu: C,
    batch: &mut [Indices; BATCH],
    moved: &[u64; BATCH],
    others: &[u64; BATCH],
    count: usize,
) {
    for start in (0..count).step_by(4) {
        let four = |boards: &[u64; BATCH]| std::array::from_fn(|lane| boards[start + lane]);
        let (moved, others) = (four(moved), four(others));
        let own = cpu.legal_moves_of_four(&moved, &others);
        let other = cpu.legal_moves_of_four(&others, &moved);
        for lane in 0..4 {
            batch[start + lane].set_moves(own[lane], other[lane]);
        }
    }
}

/// Children whose indices are in memory at a time.
const BATCH: usize = 8;

/// The value at a ply with these shares of the knots.
#[inline(always)]
fn interpolate(sums: u64, shares: &[i16; 4]) -> Value {
    let mut value = 0;
    for (knot, &share) in shares.iter().enumerate().take(KNOTS) {
        let sum = (sums >> (16 * knot)) as u16;
        value += (Value::from(sum) - RAISED) * Value::from(share);
    }
    (value * (DISC / WEIGHTS_A_DISC)) >> 6
}

/// What a sum of [`LANES`] raised weights is higher by.
const RAISED: Value = LANES as Value * MAX_WEIGHT as Value;

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluator").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
