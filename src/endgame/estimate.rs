//! The learned estimate of a position after a few plies, and a memory for what is asked again and again.

use super::deep::EndgameNodes;
use super::middle::Leaf;
use super::table::hash;
use crate::board::Board;
use crate::eval::{Children, Evaluate, Evaluator, Value, DISC};

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

/// Of how many positions the children's estimates are remembered, 336 KB in all: a quarter of them are asked for again.
const JUDGED: usize = 1024;

/// Estimates positions, and remembers what it has lately told of their children, by a signature of position and moves.
/// Signatures stand together, so that the many that nothing is known of are found out in 8 KB.
pub struct Estimator {
    signatures: Vec<u64>,
    children: Vec<Children>,
}

impl Estimator {
    pub(super) fn new() -> Self {
        Self { signatures: vec![0; JUDGED], children: vec![Children::new(); JUDGED] }
    }

    /// The estimates of all children, each for the side that has just moved.
    #[inline(always)]
    pub(super) fn children<C: EndgameNodes>(&mut self, cpu: C, board: Board, moves: u64) -> &Children {
        let (place, signature) = hash(board);
        let signature = signature ^ moves;
        let (known, children) = (&mut self.signatures[place % JUDGED], &mut self.children[place % JUDGED]);
        if *known != signature {
            *known = signature;
            Evaluator::shipped().evaluate_children(cpu, board, moves, children);
        }
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
        return Estimate { value, mean };
    }
    let mut children = children.clone();
    if leaf.poll_estimate() {
        return Estimate { value: alpha, mean };
    }
    children.sort();
    let mut value = -64 * DISC;
    for (square, _) in children.iter() {
        let child = board.after_unverified(square, cpu.flips(square, board.player, board.opponent));
        value = value.max(-cpu.shallow(leaf, estimator, child, depth - 1, [-beta, -alpha]).value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    Estimate { value, mean }
}
