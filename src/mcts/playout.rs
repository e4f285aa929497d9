//! Playouts: select a leaf, expand it, carry its value up.

use super::expansion::{after, expand, widen};
use super::node_value::{best_minimax, best_of, store, NodeValue};
use super::parameters::Parameters;
use super::search::{Root, Search};
use super::tree::BlockId;
use crate::board::Board;
use crate::bounds::Bounds;
use crate::cpu::{hot_functions, Cpu, Scoring};
use crate::endgame::NearNodes;
use crate::eval::Evaluate;

/// A move at a node.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The block that holds the move.
    block: BlockId,
    lane: usize,
}

/// Visits of a node at which its moves beyond the best eight join the choice. Their priors are so small that
/// they would hardly be chosen before; until then they cost no memory.
const WIDENING_VISITS: i32 = 16;

/// A move gets one playout and another for each so many visits that it has had, before its node looks at all
/// moves again: the way down to it is then shared, and what was just read is still in the cache.
const VISITS_A_PLAYOUT: i32 = 5;

/// But not more than these.
const MOST_IN_A_ROW: i32 = 1000;

hot_functions! {
    // The inner loop of the search.
    pub(super) trait Playouts {
        // Does playouts from the root until the work given is done, the root is proven or the tree is full.
        fn playouts<E: Evaluate>(search: &mut Search<E>) = playouts;
        // Does up to `count` playouts from a node that has children.
        fn playouts_from<E: Evaluate>(search: &mut Search<E>, node: Node, count: i32) -> BackupDelta
            = playouts_from;
    }
}

/// A node with children, on the way down.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// First block of its children.
    first: BlockId,
    visits: i32,
    /// Plies from the root.
    depth: u32,
}

/// What comes up from some playouts to a node, for the side to move there.
#[derive(Clone, Copy)]
pub(super) struct BackupDelta {
    /// What the node is worth now; its bounds only where `proves` says so.
    verdict: NodeValue,
    /// Sum of the playouts' results.
    sum: f32,
    /// How many playouts.
    visits: i32,
    /// Whether bounds may have changed; most playouts prove nothing.
    proves: bool,
}

impl BackupDelta {
    const NOTHING: Self = Self { verdict: NodeValue::UNKNOWN, sum: 0.0, visits: 0, proves: false };

    /// From the playout that made a leaf a node.
    fn of_leaf(verdict: NodeValue) -> Self {
        Self { verdict, sum: verdict.minimax, visits: 1, proves: verdict.bounds != Bounds::UNKNOWN }
    }
}

#[inline(always)]
fn playouts<C: NearNodes + Playouts, E: Evaluate>(cpu: C, search: &mut Search<E>) {
    if search.root.first == BlockId::NONE {
        let Some((first, verdict)) = playout(cpu, search, search.root.board, 0) else { return };
        search.root =
            Root { first, visits: 1, bounds: verdict.bounds, value: verdict.minimax, ..search.root };
    }
    let Root { first, visits, .. } = search.root;
    if first == BlockId::NONE {
        return;
    }
    let arrival = cpu.playouts_from(search, Node { first, visits, depth: 0 }, i32::MAX);
    let root = &mut search.root;
    root.visits += arrival.visits;
    root.value = arrival.verdict.minimax;
    if arrival.proves {
        root.bounds = arrival.verdict.bounds;
    }
}

#[inline(always)]
fn playouts_from<C: NearNodes + Playouts, E: Evaluate>(
    cpu: C,
    search: &mut Search<E>,
    node: Node,
    count: i32,
) -> BackupDelta {
    let Node { first, visits, depth } = node;
    let mut up = BackupDelta::NOTHING;
    while up.visits < count && !search.work.stops && up.verdict.bounds.sign().is_none() {
        let visits = visits + up.visits;
        if search.tree[first].widens && (visits >= WIDENING_VISITS || depth == 0) {
            widen(cpu, search, first);
        }
        let step = select(cpu, search, first, visits);
        let arrival = playouts_through(cpu, search, node, step, count - up.visits);
        if arrival.visits == 0 {
            break;
        }
        let Step { block, lane } = step;
        let block = &mut search.tree[block];
        cpu.visit(&mut block.lanes.visits, &mut block.lanes.sum, lane, arrival.visits, -arrival.sum);
        up.visits += arrival.visits;
        up.sum -= arrival.sum;
        if arrival.proves {
            store(block, lane, arrival.verdict.negated());
            up.verdict = best_of(cpu, &search.tree, first);
            up.proves = true;
        } else {
            cpu.replace(&mut block.lanes.minimax, lane, -arrival.verdict.minimax);
        }
    }
    if up.verdict.bounds.sign().is_none() {
        up.verdict.minimax = best_minimax(cpu, &search.tree, first);
    }
    up
}

/// Does up to `most` playouts through one move of a node; none if there is no room.
#[inline(always)]
fn playouts_through<C: NearNodes + Playouts, E: Evaluate>(
    cpu: C,
    search: &mut Search<E>,
    node: Node,
    step: Step,
    most: i32,
) -> BackupDelta {
    let Step { block: id, lane } = step;
    let block = &search.tree[id];
    let (first, visits, depth) = (block.child[lane], block.lanes.visits[lane], node.depth + 1);
    if first != BlockId::NONE {
        let in_a_row = (1 + visits / VISITS_A_PLAYOUT).min(MOST_IN_A_ROW);
        return cpu.playouts_from(search, Node { first, visits, depth }, in_a_row.min(most));
    }
    let board = after(cpu, search.tree[node.first].board, block.square[lane]);
    let Some((leaf, verdict)) = playout(cpu, search, board, depth) else { return BackupDelta::NOTHING };
    search.tree[id].child[lane] = leaf;
    BackupDelta::of_leaf(verdict)
}

/// Makes a leaf a node; `None` if there is no room.
#[inline(always)]
fn playout<C: NearNodes, E: Evaluate>(
    cpu: C,
    search: &mut Search<E>,
    board: Board,
    depth: u32,
) -> Option<(BlockId, NodeValue)> {
    let expanded = expand(cpu, search, board, depth);
    match expanded {
        Some((leaf, _)) => search.count_playout(depth, leaf == BlockId::NONE),
        None => search.work.fill_up(),
    }
    expanded
}

/// The child with the best sum of value and exploration (PUCT: Rosin 2011, as in AlphaZero).
#[inline(always)]
fn select<C: Cpu, E>(cpu: C, search: &Search<E>, first: BlockId, visits: i32) -> Step {
    let Parameters { exploration, minimax_share, .. } = search.parameters;
    let scoring = Scoring {
        minimax_weight: minimax_share,
        mean_weight: 1.0 - minimax_share,
        exploration: exploration * ((visits + 1) as f32).sqrt(),
    };
    let mut best = (f32::NEG_INFINITY, Step { block: first, lane: 0 });
    let mut id = first;
    while id != BlockId::NONE {
        let block = &search.tree[id];
        let (score, lane) = cpu.select(&block.lanes, scoring);
        if score > best.0 {
            best = (score, Step { block: id, lane });
        }
        id = block.next;
    }
    best.1
}
