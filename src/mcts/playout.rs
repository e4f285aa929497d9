//! Playouts: select a leaf, expand it, back up its value.

use super::expansion::{after, widen, LeafNodes};
use super::node_value::{best_minimax, best_of, store, NodeValue};
use super::parameters::Parameters;
use super::search::{Root, Search};
use super::tree::{BlockId, Tree};
use crate::board::Board;
use crate::bounds::Bounds;
use crate::cpu::{hot_functions, Cpu, Scoring};
use crate::endgame::NearNodes;
use crate::eval::{Evaluate, LearnedSums};

/// A child slot of a node.
#[derive(Clone, Copy, Debug)]
struct ChildRef {
    /// The block that holds the move.
    block: BlockId,
    slot: usize,
}

/// Visits of a node from which on its moves beyond the best eight may be selected. Their priors are too small
/// for an earlier selection, and until then they take no memory.
const WIDENING_VISITS: i32 = 16;

/// Playouts per descent through a child: `1 + visits / VISITS_PER_PLAYOUT`. They share the way down, and the
/// blocks that they read are still in the cache.
const VISITS_PER_PLAYOUT: i32 = 5;

/// Most playouts per descent.
const MAX_PLAYOUTS_PER_DESCENT: i32 = 1000;

/// Change of a child's minimax value, tanh-scaled, that ends its playouts, since its parent may now prefer
/// another move: 0.7 discs in an even position.
const DECISIVE_CHANGE: f32 = 0.035;

hot_functions! {
    // The inner loop of the search.
    pub(super) trait Playouts: LeafNodes {
        // Does playouts from the root until the work given is done, the root is proven or the tree is full.
        fn playouts_from_root<E: Evaluate>(search: &mut Search<E>) = playouts_from_root;
        // Does up to `most` playouts from a node that has children.
        fn playouts_from<E: Evaluate>(search: &mut Search<E>, node: Node, most: i32) -> BackupDelta
            = playouts_from;
        // Stores the children of a node that were left out.
        fn widen<E: Evaluate>(search: &mut Search<E>, node: Node) = widen_node;
    }
}

/// A node with children, during the descent.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// First block of its children.
    first: BlockId,
    visits: i32,
    /// Plies from the root.
    depth: u32,
    /// Tanh-scaled minimax value, for the side to move.
    value: f32,
}

/// The change of a node by some playouts, for the side to move there.
#[derive(Clone, Copy)]
pub(super) struct BackupDelta {
    /// The new value of the node; its bounds are valid if `proves` is set.
    node_value: NodeValue,
    /// Sum of the playouts' results and of what earlier ones regained.
    sum: f32,
    /// Number of playouts.
    visits: i32,
    /// Whether bounds may have changed; most playouts prove nothing.
    proves: bool,
}

impl BackupDelta {
    /// No playouts yet, through a node of this minimax value.
    const fn none(minimax: f32) -> Self {
        Self { node_value: NodeValue::unproven(minimax), sum: 0.0, visits: 0, proves: false }
    }

    /// The change by the playout that expanded a leaf.
    fn of_leaf(node_value: NodeValue) -> Self {
        Self { node_value, sum: node_value.minimax, visits: 1, proves: node_value.bounds != Bounds::UNKNOWN }
    }
}

#[inline(always)]
fn playouts_from_root<C: NearNodes + Playouts, E: Evaluate>(cpu: C, search: &mut Search<E>) {
    if search.root.first == BlockId::NONE {
        let Some((first, node_value)) = playout(cpu, search, search.root.board, 0, 0.0) else { return };
        search.root =
            Root { first, visits: 1, bounds: node_value.bounds, value: node_value.minimax, ..search.root };
    }
    let Root { first, visits, value, .. } = search.root;
    if first == BlockId::NONE {
        return;
    }
    let delta = cpu.playouts_from(search, Node { first, visits, depth: 0, value }, i32::MAX);
    let root = &mut search.root;
    root.visits += delta.visits;
    root.value = delta.node_value.minimax;
    if delta.proves {
        root.bounds = delta.node_value.bounds;
    }
}

#[inline(always)]
fn playouts_from<C: NearNodes + Playouts, E: Evaluate>(
    cpu: C,
    search: &mut Search<E>,
    node: Node,
    count: i32,
) -> BackupDelta {
    let Node { first, visits, depth, value } = node;
    let mut up = BackupDelta::none(value);
    let is_over = |up: &BackupDelta| {
        up.visits >= count
            || up.node_value.bounds.sign().is_some()
            || depth > 0 && (up.node_value.minimax - value).abs() > DECISIVE_CHANGE
    };
    while !is_over(&up) && !search.work.stops {
        let visits = visits + up.visits;
        if search.tree[first].widens && (visits >= WIDENING_VISITS || depth == 0) {
            cpu.widen(search, node);
        }
        let step = select(cpu, search, first, visits);
        let delta = playouts_through(cpu, search, node, step, count - up.visits);
        if delta.visits == 0 {
            break;
        }
        let ChildRef { block, slot } = step;
        let block = &mut search.tree[block];
        cpu.visit(&mut block.lanes.visits, &mut block.lanes.sum, slot, delta.visits, -delta.sum);
        up.visits += delta.visits;
        up.sum -= delta.sum;
        if delta.proves {
            let node = Node { visits: visits + delta.visits, ..node };
            let proven = delta.node_value.negated();
            let (node_value, regained) = back_up_proof(cpu, &mut search.tree, node, step, proven);
            up.node_value = node_value;
            up.sum += regained;
            up.proves = true;
        } else {
            cpu.replace(&mut block.lanes.minimax, slot, -delta.node_value.minimax);
            up.node_value.minimax = best_minimax(cpu, &search.tree, first);
        }
    }
    up
}

/// Stores what was proven of a move. Returns the new value of the node and what the sum of its results gains:
/// the side to move will not play a lost move, so the playouts through it count as that value.
#[inline(never)]
fn back_up_proof<C: Cpu>(
    cpu: C,
    tree: &mut Tree,
    node: Node,
    step: ChildRef,
    proven: NodeValue,
) -> (NodeValue, f32) {
    let Node { first, visits, .. } = node;
    let ChildRef { block, slot } = step;
    let block = &mut tree[block];
    let playouts = block.lanes.visits[slot] as f32;
    // A shared node may have regained more results than it has playouts through this slot.
    let sum = block.lanes.sum[slot].clamp(-playouts - 1.0, playouts + 1.0);
    block.lanes.sum[slot] = sum;
    store(block, slot, proven);
    let node_value = best_of(cpu, tree, first);
    if proven.bounds.sign() != Some(-1) {
        return (node_value, 0.0);
    }
    // The node may have playouts through other moves that lead to it.
    let total: i32 = tree.siblings(first).flat_map(|(_, block)| block.lanes.visits).sum();
    // The sum also holds the static evaluation, which the mean stands for here.
    let results = sum * playouts / (playouts + 1.0);
    (node_value, (playouts * node_value.minimax - results) * (visits as f32 / total as f32).min(1.0))
}

#[inline(always)]
fn widen_node<C: LearnedSums, E: Evaluate>(cpu: C, search: &mut Search<E>, node: Node) {
    widen(cpu, search, node.first);
}

/// Does up to `most` playouts through one child of a node; none if the tree is full.
#[inline(always)]
fn playouts_through<C: NearNodes + Playouts, E: Evaluate>(
    cpu: C,
    search: &mut Search<E>,
    node: Node,
    step: ChildRef,
    most: i32,
) -> BackupDelta {
    let ChildRef { block: id, slot } = step;
    let block = &search.tree[id];
    let (first, visits, depth) = (block.child[slot], block.lanes.visits[slot], node.depth + 1);
    let value = -block.lanes.minimax[slot];
    if first != BlockId::NONE {
        let in_a_row = (1 + visits / VISITS_PER_PLAYOUT).min(MAX_PLAYOUTS_PER_DESCENT);
        return cpu.playouts_from(search, Node { first, visits, depth, value }, in_a_row.min(most));
    }
    let board = after(cpu, search.tree[node.first].board, block.square[slot]);
    let Some((leaf, node_value)) = playout(cpu, search, board, depth, value) else {
        return BackupDelta::none(value);
    };
    search.tree[id].child[slot] = leaf;
    BackupDelta::of_leaf(node_value)
}

/// Expands a leaf; `None` if the tree is full.
#[inline(always)]
fn playout<C: LeafNodes, E: Evaluate>(
    cpu: C,
    search: &mut Search<E>,
    board: Board,
    depth: u32,
    estimate: f32,
) -> Option<(BlockId, NodeValue)> {
    let expanded = cpu.expand(search, board, depth, estimate);
    match expanded {
        Some(_) => search.count_playout(depth),
        None => search.work.fill_up(),
    }
    expanded
}

/// The child with the best sum of value and exploration, which is that of PUCT (Rosin 2011, as in AlphaZero)
/// to the power of 3/4.
#[inline(always)]
fn select<C: Cpu, E>(cpu: C, search: &Search<E>, first: BlockId, visits: i32) -> ChildRef {
    let Parameters { exploration, minimax_weight, .. } = search.parameters;
    let bits = |number: f32| number.to_bits() as i32;
    let scoring = Scoring {
        minimax_weight,
        mean_weight: 1.0 - minimax_weight,
        // Times the visits to the power of 3/8.
        exploration: bits(exploration) + ((3 * (bits((visits + 1) as f32) - bits(1.0))) >> 3),
    };
    let mut best = (f32::NEG_INFINITY, ChildRef { block: first, slot: 0 });
    let mut id = first;
    while id != BlockId::NONE {
        let block = &search.tree[id];
        let (score, slot) = cpu.select(&block.lanes, scoring);
        if score > best.0 {
            best = (score, ChildRef { block: id, slot });
        }
        id = block.next;
    }
    best.1
}
