//! What is known of a node, and how its children decide it.

use super::tree::{Block, BlockId, Tree, CLOSED, LANES};
use crate::board::Score;
use crate::bounds::Bounds;
use crate::cpu::Cpu;

/// What is known of a node, for the side to move there.
#[derive(Clone, Copy)]
pub(super) struct NodeValue {
    /// Squashed to -1..=1.
    pub(super) minimax: f32,
    pub(super) bounds: Bounds,
}

impl NodeValue {
    /// Nothing is known.
    pub(super) const UNKNOWN: Self = Self { minimax: 0.0, bounds: Bounds::UNKNOWN };

    /// The node of these bounds, whose tanh-scaled value is their sign.
    fn proven(bounds: Bounds) -> Self {
        Self { minimax: bounds.sign().unwrap_or(0) as f32, bounds }
    }

    pub(super) fn exact(score: Score) -> Self {
        Self::proven(Bounds::exact(score))
    }

    /// From a score of which only the sign is sure, the rest being a bound.
    pub(super) fn solved(score: Score) -> Self {
        let mut verdict = Self::exact(score);
        if score > 0 {
            verdict.bounds.upper = 64;
        } else if score < 0 {
            verdict.bounds.lower = -64;
        }
        verdict
    }

    pub(super) const fn negated(self) -> Self {
        Self { minimax: -self.minimax, bounds: self.bounds.negated() }
    }
}

/// Writes what is known of a child into its lane, `verdict` being for the side to move at its parent.
#[inline(always)]
pub(super) fn store(block: &mut Block, lane: usize, verdict: NodeValue) {
    block.lanes.minimax[lane] = verdict.minimax;
    block.lower[lane] = verdict.bounds.lower;
    block.upper[lane] = verdict.bounds.upper;
    if verdict.bounds.sign().is_some() {
        block.lanes.prior[lane] = CLOSED;
    }
}

/// The best child's minimax value, for the side to move at the node whose children start with `first`.
#[inline(always)]
pub(super) fn best_minimax<C: Cpu>(cpu: C, tree: &Tree, first: BlockId) -> f32 {
    let mut best = -2.0;
    for (_, block) in tree.siblings(first) {
        let max = cpu.max(&block.lanes.minimax);
        best = if max > best { max } else { best };
    }
    best
}

/// What a node is worth to the side that moves there, judged by its children.
#[inline(always)]
pub(super) fn best_of<C: Cpu>(cpu: C, tree: &Tree, first: BlockId) -> NodeValue {
    let mut bounds = Bounds { lower: -64, upper: -64 };
    for (_, block) in tree.siblings(first) {
        for lane in 0..LANES {
            bounds.lower = bounds.lower.max(block.lower[lane]);
            bounds.upper = bounds.upper.max(block.upper[lane]);
        }
        if block.widens {
            bounds.upper = 64;
        }
    }
    if bounds.sign().is_some() {
        return NodeValue::proven(bounds);
    }
    NodeValue { minimax: best_minimax(cpu, tree, first), bounds }
}
