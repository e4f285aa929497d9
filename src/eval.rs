//! The learned static evaluation: sums of pattern weights that change with the stage of the game.
//!
//! A position is always evaluated as the child of a move, for the side that has just moved, so that all
//! children of a node share one pass and no sign or side is exchanged on the way. All arithmetic is in
//! integers: every machine and every build computes the same values.

mod children;
pub mod coder;
mod learned;
pub mod packed;
pub mod patterns;
mod weights;

use std::hint::black_box;
use std::mem::MaybeUninit;
use std::ops::Deref;
use std::sync::LazyLock;

use crate::bits::first_square;
use crate::board::Board;
use crate::cpu::{hot_functions, Cpu, Portable};
use crate::memory::{Table, Zeroed};
use crate::square::Square;
pub use children::{Children, GROUP, MAX_MOVES};
pub use learned::{
    anchor_shares, Learned, Value, ANCHORS, ANCHOR_PLIES, DISC, MAX_VALUE, MAX_WEIGHT, PLIES, STEP,
    WEIGHT_UNITS_PER_DISC,
};
use patterns::{
    add_outer, index_of_moves, Indices, CONFIGURATIONS, HALF_ROWS, INSTANCES, LANES, OFFSET_OF_LANE, OUTER,
};

/// A static evaluation.
pub trait Evaluate: Send + Sync {
    /// Estimates every child of `board` at once; `moves` are its legal moves, at least one. Other squares of
    /// `moves` have no meaning and do no harm.
    fn evaluate_children<C: LearnedSums>(&self, cpu: C, board: Board, moves: u64, children: &mut Children);

    /// The estimate of `board` for its player, who has just moved; not for hot code. By default that of the
    /// opponent's best move.
    fn evaluate_position(&self, board: Board) -> Value {
        let (board, mut children) = (board.pass(), Children::new());
        self.evaluate_children(Portable, board, board.legal_moves(), &mut children);
        -children.iter().map(|(_, value)| value).max().unwrap_or(board.final_score() * DISC)
    }

    /// Edge-pattern partial evaluations of the children of `board`, each from its square and position, for
    /// the side that has just moved: cheap enough for move ordering near the end. By default all are 0.
    ///
    /// # Safety
    /// The result may be called only with a square that is empty on `board` and the position after a
    /// move there.
    #[inline(always)]
    unsafe fn edge_values(&self, _board: Board) -> impl Fn(Square, Board) -> Value {
        |_, _| 0
    }
}

/// A pointer to an evaluator evaluates like the evaluator.
impl<P: Deref<Target: Evaluate + Sized> + Send + Sync> Evaluate for P {
    #[inline(always)]
    fn evaluate_children<C: LearnedSums>(&self, cpu: C, board: Board, moves: u64, children: &mut Children) {
        (**self).evaluate_children(cpu, board, moves, children);
    }

    fn evaluate_position(&self, board: Board) -> Value {
        (**self).evaluate_position(board)
    }

    #[inline(always)]
    unsafe fn edge_values(&self, board: Board) -> impl Fn(Square, Board) -> Value {
        // SAFETY: the caller's promise.
        unsafe { (**self).edge_values(board) }
    }
}

/// The weights of one configuration at both phase anchors of a stage, 8 bits each, the earlier anchor in the
/// lower half: in steps, biased by [`BIAS`]. Cache misses of these tables took a fifth of the time, so
/// two bytes are faster than four, though weights must be spread to 16 bits before they are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StageWeights(u16);

/// Stages of the game, each between two phase anchors. Each stage has its own table, so that a search touches
/// half of the memory of a table with all anchors.
const STAGES: usize = ANCHORS - 1;

/// Bias that maps the smallest weight to 0, in quantisation steps.
const BIAS: i16 = MAX_WEIGHT / STEP;

const _: () = assert!(2 * BIAS < 1 << 8);
const _: () = assert!(LANES * 2 * (BIAS as usize) < 1 << 16);

// SAFETY: zero is a valid integer.
unsafe impl Zeroed for StageWeights {}

/// The stage of each ply, and the share of the stage's later anchor in 64ths.
static STAGE_OF_PLY: [(usize, Value); PLIES] = {
    let mut stages = [(0, 0); PLIES];
    let mut ply = 0;
    while ply < PLIES {
        let shares = anchor_shares(&ANCHOR_PLIES, ply);
        let mut stage = 0;
        while shares[stage] == 0 && stage + 1 < STAGES {
            stage += 1;
        }
        stages[ply] = (stage, shares[stage + 1] as Value);
        ply += 1;
    }
    stages
};

/// Estimates positions by the learned weights.
pub struct Evaluator {
    /// Stage by stage, each as long as [`CONFIGURATIONS`].
    weights: Table<StageWeights>,
    ply_biases: [Value; PLIES],
}

impl Evaluator {
    /// An evaluator with the learned weights, which it unpacks.
    pub fn new() -> Self {
        Self::from_learned(&packed::unpack(weights::WEIGHTS))
    }

    /// The evaluator with the learned weights that the whole program shares, unpacked on first use.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Evaluator> = LazyLock::new(Evaluator::new);
        &SHIPPED
    }

    /// An evaluator with these weights, rounded to steps and clamped to [`MAX_WEIGHT`].
    pub fn from_learned(learned: &Learned) -> Self {
        let mut weights = Table::<StageWeights>::new(STAGES * CONFIGURATIONS);
        for (stage, table) in weights.chunks_exact_mut(CONFIGURATIONS).enumerate() {
            let anchors = learned.anchors[stage].iter().zip(&learned.anchors[stage + 1]);
            for (entry, (&earlier, &later)) in table.iter_mut().zip(anchors) {
                entry.0 = biased(earlier) | biased(later) << 8;
            }
        }
        let in_discs = |bias: i16| Value::from(bias) * (DISC / WEIGHT_UNITS_PER_DISC);
        Self { weights, ply_biases: learned.ply_biases.map(in_discs) }
    }

    /// The estimate of `board` for its player, who has just moved, from scratch.
    pub fn evaluate(&self, board: Board) -> Value {
        let ply = PLIES - 1 - board.empty_count().min(60) as usize;
        let (weights, later_share) = self.stage(ply);
        // SAFETY: these are the indices of a board, whose discs are disjoint.
        let sums = unsafe { sums(weights, pairs(&Indices::of(board))) };
        interpolate(sums, later_share) + self.ply_biases[ply]
    }

    /// The weights to use at a ply, and the share of the later anchor in 64ths.
    #[inline(always)]
    fn stage(&self, ply: usize) -> (&[StageWeights; CONFIGURATIONS], Value) {
        let (stage, later_share) = STAGE_OF_PLY[ply];
        // SAFETY: the table is as long as all stages together.
        (unsafe { &*self.weights.as_ptr().add(stage * CONFIGURATIONS).cast() }, later_share)
    }
}

/// A weight as it is stored: in steps, biased by [`BIAS`].
fn biased(weight: i16) -> u16 {
    ((weight.clamp(-MAX_WEIGHT, MAX_WEIGHT) + MAX_WEIGHT + STEP / 2) / STEP) as u16
}

/// Two indices to a number, the earlier lane in the lower half: half as many loads.
#[inline(always)]
fn pairs(indices: &Indices) -> &[u32; LANES / 2] {
    // SAFETY: an `Indices` starts with an array of that size, and its alignment is larger.
    unsafe { &*std::ptr::from_ref(indices).cast() }
}

/// The sums of the weights of all lanes at both phase anchors, from the [`pairs`] of their indices. If only
/// those of the [`OUTER`] lanes are given, the weights of the others count as 0.
///
/// # Safety
/// The indices must be those of a board: each below its pattern's number of configurations.
#[inline(always)]
unsafe fn sums<const N: usize>(weights: &[StageWeights; CONFIGURATIONS], pairs: &[u32; N]) -> u32 {
    // Written out, so that each lane's offset is a constant of the instruction that loads.
    macro_rules! sum_of_lanes {
        // SAFETY: the caller's promise.
        ($($lane:literal)*) => { 0 $(+ unsafe { weight::<$lane>(weights, pairs) })* };
    }
    // The same value in both halves.
    let others = if 2 * N == OUTER {
        (LANES - OUTER) as u32 * BIAS as u32 * 65537
    } else {
        sum_of_lanes!(
            16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47
        )
    };
    others + sum_of_lanes!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
}

/// The ply after a move on `board`.
#[inline(always)]
fn ply_of_children(board: Board) -> usize {
    PLIES.saturating_sub(board.empty_count() as usize).min(PLIES - 1)
}

/// The weights of one lane at both anchors, 16 bits each. They are not negative, so no sum carries into the
/// upper half, and one addition adds both.
///
/// # Safety
/// The lane's index must be below its pattern's number of configurations. That of a board is: no square adds
/// more than twice the place value of its digit, since no square holds discs of both sides, and numbers of
/// moves are capped.
#[inline(always)]
unsafe fn weight<const LANE: usize>(weights: &[StageWeights; CONFIGURATIONS], pairs: &[u32]) -> u32 {
    let index = (pairs[LANE / 2] >> (16 * (LANE % 2))) as u16;
    let configuration = const { OFFSET_OF_LANE[LANE] } + usize::from(index);
    debug_assert!(configuration < CONFIGURATIONS);
    // SAFETY: the caller's promise, and every pattern's configurations end within the table.
    let both = u32::from(unsafe { weights.get_unchecked(configuration) }.0);
    (both | both << 8) & 0x00ff_00ff
}

impl Evaluate for Evaluator {
    fn evaluate_position(&self, board: Board) -> Value {
        self.evaluate(board)
    }

    #[inline(always)]
    unsafe fn edge_values(&self, board: Board) -> impl Fn(Square, Board) -> Value {
        let (weights, later_share) = self.stage(ply_of_children(board));
        // Every disc counts once, a disc of the opponent once more. `black_box` stores the whole sum at once,
        // so that it is computed in a register.
        let mut discs = [0; 4];
        add_outer(&mut discs, !board.empties());
        let discs = black_box(discs);
        move |square, child| {
            let row = 64 * (square.index() / 4) + (4 << (square.index() % 4));
            let mut sum = std::array::from_fn(|lane| discs[lane] + HALF_ROWS[row + lane]);
            add_outer(&mut sum, child.player);
            // SAFETY: both types have 32 bytes, and any bits are valid numbers. All discs of the child are
            // counted once, with those of `board` or as the disc placed, and its player's once more: these
            // are the indices of a board.
            let sums = unsafe {
                let pairs = std::mem::transmute::<[u64; 4], [u32; OUTER / 2]>(black_box(sum));
                sums(weights, &pairs)
            };
            interpolate(sums, later_share)
        }
    }

    #[inline(always)]
    fn evaluate_children<C: LearnedSums>(&self, cpu: C, board: Board, moves: u64, children: &mut Children) {
        cpu.evaluate_learned(self, board, moves, children);
    }
}

hot_functions! {
    // The learned evaluation, compiled once for all searches. The methods of [`Evaluate`] require it of every
    // token, whichever evaluator they belong to, so that searches are generic over the evaluator.
    pub trait LearnedSums {
        // [`Evaluate::evaluate_children`] of an [`Evaluator`].
        fn evaluate_learned(evaluator: &Evaluator, board: Board, moves: u64, children: &mut Children)
            = evaluate_learned;
    }
}

#[inline(always)]
fn evaluate_learned<C: Cpu>(
    cpu: C,
    evaluator: &Evaluator,
    board: Board,
    moves: u64,
    children: &mut Children,
) {
    // A disc on an occupied square would index beyond the table.
    let moves = moves & board.empties();
    let parent = Indices::of_discs(board);
    let ply = ply_of_children(board);
    let ((weights, later_share), ply_bias) = (evaluator.stage(ply), evaluator.ply_biases[ply]);
    let mut batch = [const { MaybeUninit::<Indices>::uninit() }; GROUP];
    let (mut moved, mut others) = ([0; GROUP], [0; GROUP]);
    children.count = moves.count_ones() as usize;
    let mut left = moves;
    let squares = children.squares.as_chunks_mut::<GROUP>().0;
    let values = children.values.as_chunks_mut::<GROUP>().0;
    for (squares, values) in squares.iter_mut().zip(values) {
        // Hidden from the compiler, which would write out each loop for the largest number.
        let count = black_box(GROUP.min(left.count_ones() as usize));
        // First all indices, then all moves, then all sums: in between, the indices go from vector
        // registers through memory, which is faster than taking them out one by one.
        for number in 0..count {
            let square = first_square(left);
            left &= left - 1;
            let flips = cpu.flips(square, board.player, board.opponent);
            batch[number].write(parent.after(square, flips));
            moved[number] = board.player ^ flips ^ square.bit();
            others[number] = board.opponent ^ flips;
            squares[number] = square;
        }
        for start in (0..count).step_by(4) {
            let four = |boards: &[u64; GROUP]| std::array::from_fn(|lane| boards[start + lane]);
            let (moved, others) = (four(&moved), four(&others));
            // Hidden from the compiler, which would count bits in vector registers, with twice the work.
            let own = black_box(cpu.legal_moves_x4(&moved, &others));
            let other = black_box(cpu.legal_moves_x4(&others, &moved));
            for lane in 0..4 {
                let indices = batch[start + lane].as_mut_ptr();
                // SAFETY: only written, so the indices of unused children may be uninitialised.
                unsafe {
                    (*indices).0[INSTANCES] = index_of_moves(own[lane]);
                    (*indices).0[INSTANCES + 1] = index_of_moves(other[lane]);
                }
            }
        }
        for (value, indices) in values.iter_mut().zip(&batch[..count]) {
            // SAFETY: the first loop has written as many. The indices of a board after a disc on an empty
            // square and flips of the opponent's discs are those of a board.
            *value = unsafe { sums(weights, pairs(indices.assume_init_ref())) } as Value;
        }
        // The whole group at once; the values of unused ones have no meaning.
        for value in values {
            *value = interpolate(*value as u32, later_share) + ply_bias;
        }
        if left == 0 {
            break;
        }
    }
}

/// The value at a ply from biased sums; the share of the later anchor is in 64ths.
#[inline(always)]
fn interpolate(sums: u32, later_share: Value) -> Value {
    let (earlier, later) = (sums as u16 as Value - TOTAL_BIAS, (sums >> 16) as Value - TOTAL_BIAS);
    ((earlier * (64 - later_share) + later * later_share) * STEP_VALUE) >> 6
}

/// The bias of a sum of [`LANES`] biased weights, in steps.
const TOTAL_BIAS: Value = LANES as Value * BIAS as Value;

/// One step of a weight as a [`Value`].
const STEP_VALUE: Value = DISC / WEIGHT_UNITS_PER_DISC * STEP as Value;

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
