//! One pass through the tree: select a leaf, expand it, back its value up.

use super::*;
use crate::cpu::{hot_functions, Scoring};
use crate::endgame::EndgameNodes;
use expansion::{after, expand, store, widen, Verdict};

/// One move on the way from the root to a leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// First block of the node that the move was chosen at.
    first: BlockId,
    /// The block that holds the move.
    block: BlockId,
    lane: usize,
}

/// Visits of a node at which its moves beyond the best eight join the choice. Their priors are so small that
/// they would hardly be chosen before; until then they cost no memory.
const WIDENING_VISITS: i32 = 16;

hot_functions! {
    /// The inner loop of the search.
    pub(super) trait Playouts {
        /// Does up to `count` playouts and returns how many were done; fewer when the root is proven or the tree
        /// is full.
        fn playouts<E: Evaluate>(search: &mut Search<E>, count: u64) -> u64 = playouts;
    }
}

#[inline(always)]
fn playouts<C: EndgameNodes, E: Evaluate>(cpu: C, search: &mut Search<E>, count: u64) -> u64 {
    for done in 0..count {
        if search.root.bounds.proof() != Proof::None || !playout(cpu, search) {
            return done;
        }
    }
    count
}

/// Returns whether there was room for the leaf's children.
#[inline(always)]
fn playout<C: EndgameNodes, E: Evaluate>(cpu: C, search: &mut Search<E>) -> bool {
    search.path.clear();
    let mut board = search.root.board;
    let mut first = search.root.first;
    let mut visits = search.root.visits;
    let mut square = None;
    while first != BlockId::NONE {
        board = search.tree[first].board;
        if search.tree[first].widens && (visits >= WIDENING_VISITS || search.path.is_empty()) {
            widen(cpu, search, first);
        }
        let step = select(cpu, search, first, visits);
        let block = &search.tree[step.block];
        (first, visits) = (block.child[step.lane], block.lanes.visits[step.lane]);
        square = Some(block.square[step.lane]);
        search.path.push(step);
    }
    if let Some(square) = square {
        board = after(cpu, board, square);
    }
    let Some((leaf, verdict)) = expand(cpu, search, board) else { return false };
    search.counters.playouts += 1;
    search.counters.plies += search.path.len() as u64;
    back_up(cpu, search, leaf, verdict);
    true
}

/// The child with the best sum of value and exploration (PUCT: Rosin 2011, as in AlphaZero).
#[inline(always)]
fn select<C: Cpu, E>(cpu: C, search: &Search<E>, first: BlockId, visits: i32) -> Step {
    let Parameters { exploration, minimax_share, .. } = search.parameters;
    let scoring = Scoring {
        share: minimax_share,
        rest: 1.0 - minimax_share,
        exploration: exploration * ((visits + 1) as f32).sqrt(),
    };
    let mut best = (f32::NEG_INFINITY, Step { first, block: first, lane: 0 });
    let mut id = first;
    while id != BlockId::NONE {
        let block = &search.tree[id];
        let (score, lane) = cpu.select(&block.lanes, scoring);
        if score > best.0 {
            best = (score, Step { first, block: id, lane });
        }
        id = block.next;
    }
    best.1
}

/// Carries a leaf's verdict up to the root: the mean of all playouts, and the best of all children.
#[inline(always)]
fn back_up<C: Cpu, E>(cpu: C, search: &mut Search<E>, leaf: BlockId, verdict: Verdict) {
    let Search { tree, path, root, .. } = search;
    let mut result = verdict.minimax;
    let mut verdict = verdict;
    let mut child = leaf;
    // Most playouts prove nothing, and then no bounds change on the way up.
    let proves = verdict.bounds != Bounds::UNKNOWN;
    for &Step { first, block: id, lane } in path.iter().rev() {
        result = -result;
        let block = &mut tree[id];
        cpu.visit(&mut block.lanes.visits, &mut block.lanes.sum, lane, result);
        if child != BlockId::NONE {
            block.child[lane] = child;
            child = BlockId::NONE;
        }
        if proves {
            store(block, lane, verdict.negated());
            verdict = best_of(cpu, tree, first);
        } else {
            let best = cpu.replace(&mut block.lanes.minimax, lane, -verdict.minimax);
            // Nearly every node has a single block.
            let is_alone = first == id && block.next == BlockId::NONE;
            verdict.minimax = if is_alone { best } else { best_minimax(cpu, tree, first) };
        }
    }
    if child != BlockId::NONE {
        root.first = child;
    }
    root.visits += 1;
    root.value = verdict.minimax;
    if proves {
        root.bounds = verdict.bounds;
    }
}

/// The best child's minimax value, for the side to move at the node whose children start with `first`.
#[inline(always)]
fn best_minimax<C: Cpu>(cpu: C, tree: &Tree, first: BlockId) -> f32 {
    let mut best = -2.0;
    for (_, block) in tree.siblings(first) {
        let max = cpu.max(&block.lanes.minimax);
        best = if max > best { max } else { best };
    }
    best
}

/// What a node is worth to the side that moves there, judged by its children.
#[inline(always)]
pub(super) fn best_of<C: Cpu>(cpu: C, tree: &Tree, first: BlockId) -> Verdict {
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
    match bounds.proof() {
        Proof::None => Verdict { minimax: best_minimax(cpu, tree, first), bounds },
        proof => Verdict { minimax: Verdict::proven(proof), bounds },
    }
}
