//! The value of a node, and how it follows from the children.

use super::tree::{Block, BlockId, Tree, CLOSED, SLOTS};
use crate::board::Score;
use crate::bounds::Bounds;
use crate::cpu::Cpu;

/// The value and the proven bounds of a node, for the side to move there.
#[derive(Clone, Copy)]
pub(super) struct NodeValue {
    /// Tanh-scaled, -1 to 1.
    pub(super) minimax: f32,
    pub(super) bounds: Bounds,
}

impl NodeValue {
    /// Nothing is proven.
    pub(super) const fn unproven(minimax: f32) -> Self {
        Self { minimax, bounds: Bounds::UNKNOWN }
    }

    /// The node of these bounds, whose tanh-scaled value is their sign.
    fn proven(bounds: Bounds) -> Self {
        Self { minimax: bounds.sign().unwrap_or(0) as f32, bounds }
    }

    pub(super) fn exact(score: Score) -> Self {
        Self::proven(Bounds::exact(score))
    }

    /// From a score whose sign is proven and whose size is only a bound.
    pub(super) fn solved(score: Score) -> Self {
        let mut node_value = Self::exact(score);
        if score > 0 {
            node_value.bounds.upper = 64;
        } else if score < 0 {
            node_value.bounds.lower = -64;
        }
        node_value
    }

    pub(super) const fn negated(self) -> Self {
        Self { minimax: -self.minimax, bounds: self.bounds.negated() }
    }
}

/// Stores the value of a child in its slot; `node_value` is for the side to move at the parent.
#[inline(always)]
pub(super) fn store(block: &mut Block, slot: usize, node_value: NodeValue) {
    block.lanes.minimax[slot] = node_value.minimax;
    block.lower[slot] = node_value.bounds.lower;
    block.upper[slot] = node_value.bounds.upper;
    if node_value.bounds.sign().is_some() {
        block.lanes.prior[slot] = CLOSED;
    }
}

/// The best child's minimax value, for the side to move at the node whose children start with `first`.
#[inline(always)]
pub(super) fn best_minimax<C: Cpu>(cpu: C, tree: &Tree, first: BlockId) -> f32 {
    let mut best = -2.0;
    for (_, block) in tree.siblings(first) {
        let max = cpu.highest(&block.lanes.minimax);
        best = if max > best { max } else { best };
    }
    best
}

/// The value of a node for the side to move there, from its children.
#[inline(always)]
pub(super) fn best_of<C: Cpu>(cpu: C, tree: &Tree, first: BlockId) -> NodeValue {
    let mut bounds = Bounds { lower: -64, upper: -64 };
    for (_, block) in tree.siblings(first) {
        for slot in 0..SLOTS {
            bounds.lower = bounds.lower.max(block.lower[slot]);
            bounds.upper = bounds.upper.max(block.upper[slot]);
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
