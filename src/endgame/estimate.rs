//! The learned estimate of a position after a few plies, and a memory for what is asked again and again.

use super::deep::EndgameNodes;
use super::middle::Leaf;
use super::table::hash;
use crate::board::Board;
use crate::eval::{Children, Evaluate, Evaluator, Value, DISC};
use crate::memory::{self, Zeroed};

/// What a look ahead says of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The best line's: exact inside the window, else a bound on the proper side.
    pub value: Value,
    /// The mean over all moves, as they are estimated without a look ahead.
    pub mean: Value,
}

impl std::ops::Neg for Estimate {
    type Output = Self;

    fn neg(self) -> Self {
        Self { value: -self.value, mean: -self.mean }
    }
}

/// An estimate one ply deep, which no window limits.
#[derive(Clone, Copy)]
struct Known {
    signature: u64,
    estimate: Estimate,
}

// SAFETY: it is made of integers.
unsafe impl Zeroed for Known {}

const NOTHING: Known = Known { signature: 0, estimate: Estimate { value: 0, mean: 0 } };

/// How many are remembered, 64 KB in all, so that they stay near: a fifth of all estimates are found again, a quarter would
/// be in four times the room.
const KNOWN: usize = 1 << 12;

/// Of how many positions the children's estimates are remembered, 84 KB in all: an eighth of them are asked for again, a
/// fifth would be in 16 times the room.
const JUDGED: usize = 256;

/// Estimates positions, and remembers what it has told of them one ply deep, and lately of their children.
pub struct Estimator {
    evaluator: &'static Evaluator,
    known: memory::Table<Known>,
    /// By a signature of position and moves.
    judged: Vec<(u64, Children)>,
}

impl Estimator {
    pub(super) fn new() -> Self {
        let judged = vec![(0, Children::new()); JUDGED];
        Self { evaluator: Evaluator::shipped(), known: memory::Table::new(KNOWN), judged }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.known.fill(NOTHING);
    }

    /// The estimates of all children, each for the side that has just moved.
    #[inline(always)]
    pub(super) fn children<C: EndgameNodes>(&mut self, cpu: C, board: Board, moves: u64) -> &Children {
        let (place, signature) = hash(board);
        let signature = signature ^ moves;
        let judged = &mut self.judged[place % JUDGED];
        if judged.0 != signature {
            judged.0 = signature;
            self.evaluator.evaluate_children(cpu, board, moves, &mut judged.1);
        }
        &judged.1
    }
}

/// The estimate `depth` plies deep, at least 1; without meaning once the search has stopped.
#[inline(always)]
pub(super) fn shallow<C: EndgameNodes>(
    cpu: C,
    leaf: &mut Leaf,
    estimator: &mut Estimator,
    board: Board,
    depth: u32,
    [mut alpha, beta]: [Value; 2],
) -> Estimate {
    let (place, signature) = hash(board);
    let place = place & (KNOWN - 1);
    let known = estimator.known[place];
    if depth <= 1 && known.signature == signature {
        return known.estimate;
    }
    let moves = cpu.legal_moves(board.player, board.opponent);
    if moves == 0 {
        if cpu.legal_moves(board.opponent, board.player) == 0 {
            let value = board.final_score() * DISC;
            return Estimate { value, mean: value };
        }
        return -cpu.shallow(leaf, estimator, board.pass(), depth, [-beta, -alpha]);
    }
    let children = estimator.children(cpu, board, moves);
    let values = &children.values[..children.count];
    let mean = values.iter().sum::<Value>() / values.len().max(1) as Value;
    if depth <= 1 {
        let value = values.iter().copied().fold(-64 * DISC, Value::max);
        let estimate = Estimate { value, mean };
        estimator.known[place] = Known { signature, estimate };
        return estimate;
    }
    let mut children = children.clone();
    if leaf.poll_estimate() {
        return Estimate { value: alpha, mean };
    }
    children.sort();
    let mut value = -64 * DISC;
    for (square, _) in children.iter() {
        let child = board.after(square, cpu.flips(square, board.player, board.opponent));
        value = value.max(-cpu.shallow(leaf, estimator, child, depth - 1, [-beta, -alpha]).value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    Estimate { value, mean }
}
