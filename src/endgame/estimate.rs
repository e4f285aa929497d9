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

/// Estimates positions, and remembers what it has told of them one ply deep.
pub struct Estimator {
    evaluator: &'static Evaluator,
    known: memory::Table<Known>,
}

impl Estimator {
    pub(super) fn new() -> Self {
        Self { evaluator: Evaluator::shipped(), known: memory::Table::new(KNOWN) }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.known.fill(NOTHING);
    }

    /// The estimates of all children, each for the side that has just moved.
    #[inline(always)]
    pub(super) fn children<C: EndgameNodes>(&self, cpu: C, board: Board, moves: u64) -> Children {
        let mut children = Children::new();
        self.evaluator.evaluate_children(cpu, board, moves, &mut children);
        children
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
    let mut children = estimator.children(cpu, board, moves);
    let values = &children.values[..children.count];
    let mean = values.iter().sum::<Value>() / values.len().max(1) as Value;
    if depth <= 1 {
        let value = values.iter().copied().fold(-64 * DISC, Value::max);
        let estimate = Estimate { value, mean };
        estimator.known[place] = Known { signature, estimate };
        return estimate;
    }
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
