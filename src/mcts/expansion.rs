//! Expansion: evaluates the children of a leaf and stores the best of them.

use super::node_value::{best_of, store, NodeValue};
use super::search::Search;
use super::tree::{prior, BlockId, SLOTS};
use crate::board::{Board, Score};
use crate::cpu::{hot_functions, Cpu};
use crate::endgame::NearNodes;
use crate::eval::{Evaluate, LearnedSums, Value, GROUP};
use crate::square::Square;

/// Leaves with at most this many empty squares are solved instead of expanded: as a win, a draw or a loss.
/// The root itself is always expanded, since the search has to rank its moves.
const EXACT_LEAF_EMPTIES: u32 = 10;

hot_functions! {
    // The leaves of the tree.
    pub(super) trait LeafNodes: LearnedSums {
        // Evaluates a leaf and stores its best children, or finds them in the tree and adds a reference;
        // `None` if the tree is full. `depth` counts the plies from the root; `estimate` is the value of the
        // leaf so far, for the side to move there.
        fn expand<E: Evaluate>(search: &mut Search<E>, board: Board, depth: u32, estimate: f32)
            -> Option<(BlockId, NodeValue)> = expand;
    }
}

/// The position after the move of a slot.
#[inline(always)]
pub(super) fn after<C: Cpu>(cpu: C, board: Board, square: u8) -> Board {
    if square == 64 {
        return board.pass();
    }
    let square = Square::new(square);
    board.after_unverified(square, cpu.flips(square, board.player, board.opponent))
}

#[inline(always)]
fn expand<C: NearNodes + LeafNodes, E: Evaluate>(
    cpu: C,
    search: &mut Search<E>,
    board: Board,
    depth: u32,
    estimate: f32,
) -> Option<(BlockId, NodeValue)> {
    if board.empty_count() <= EXACT_LEAF_EMPTIES && depth > 0 {
        // Where a loss is likely, the test whether the leaf is lost decides more often than the test whether
        // it is won.
        let guess = -Score::from(estimate < 0.0);
        let score = cpu.solve_leaf(&mut search.leaf_context, board, -1, 1, guess);
        return Some((BlockId::NONE, NodeValue::solved(score)));
    }
    cpu.prefetch(search.tree.bucket_of(board));
    // From the second turn on, blocks are reused long after they left the caches. All three lines of the next
    // one arrive while the children are evaluated.
    let block = search.tree.next_released();
    cpu.prefetch(&block.lanes);
    cpu.prefetch(&block.lanes.visits);
    cpu.prefetch(&block.child);
    let moves = cpu.legal_moves(board.player, board.opponent);
    // Few positions are in the tree already. So the children are evaluated before the prefetched bucket is
    // read: evaluating those of known positions needlessly costs less than waiting for the memory.
    // No closure: one that is not inlined is compiled without AVX2.
    let scale = if moves != 0 { Some(evaluate_children(cpu, search, board, moves)) } else { None };
    if let Some(known) = search.tree.lookup(board) {
        let node_value = best_of(cpu, &search.tree, known);
        return Some((known, node_value));
    }
    if let Some(scale) = scale {
        return store_children(search, board, &scale);
    }
    if cpu.legal_moves(board.opponent, board.player) == 0 {
        return Some((BlockId::NONE, NodeValue::exact(board.final_score())));
    }
    // A forced pass offers no choice: the position after it is expanded at once.
    let (child, node_value) = cpu.expand(search, board.pass(), depth, -estimate)?;
    let node_value = node_value.negated();
    let Some(id) = search.tree.allocate() else {
        search.tree.release(child);
        return None;
    };
    let block = &mut search.tree[id];
    block.board = board;
    block.count = 1;
    block.lanes.prior[0] = prior(1.0);
    block.lanes.sum[0] = node_value.minimax;
    block.child[0] = child;
    store(block, 0, node_value);
    search.tree.insert(id);
    Some((id, node_value))
}

/// Stores the best of the children that [`evaluate_children`] has evaluated.
#[inline(always)]
fn store_children<E>(
    search: &mut Search<E>,
    board: Board,
    scale: &PriorScale,
) -> Option<(BlockId, NodeValue)> {
    let first = search.tree.allocate()?;
    let widens = search.children.count > SLOTS;
    let block = &mut search.tree[first];
    block.board = board;
    block.widens = widens;
    fill(search, first, 0, scale);
    search.tree.insert(first);
    let minimax = search.curves.tanh(scale.best);
    Some((first, NodeValue::unproven(minimax)))
}

/// Stores the children that [`expand`] left out; in a full tree nothing changes.
#[inline(always)]
pub(super) fn widen<C: LearnedSums, E: Evaluate>(cpu: C, search: &mut Search<E>, first: BlockId) {
    let board = search.tree[first].board;
    let scale = evaluate_children(cpu, search, board, cpu.legal_moves(board.player, board.opponent));
    let mut chain = BlockId::NONE;
    for start in (SLOTS..search.children.count).step_by(SLOTS).rev() {
        let Some(id) = search.tree.allocate() else {
            search.tree.release(chain);
            return;
        };
        search.tree[id].next = chain;
        fill(search, id, start, &scale);
        chain = id;
    }
    let block = &mut search.tree[first];
    block.widens = false;
    block.next = chain;
}

/// How the children of one node turn into priors.
struct PriorScale {
    best: Value,
    per_weight: f32,
}

/// Evaluates all children into the search's scratch space, the best first.
#[inline(always)]
fn evaluate_children<C: LearnedSums, E: Evaluate>(
    cpu: C,
    search: &mut Search<E>,
    board: Board,
    moves: u64,
) -> PriorScale {
    let Search { evaluator, children, prior_weights, curves, counters, .. } = search;
    evaluator.evaluate_children(cpu, board, moves, children);
    counters.nodes += children.count as u64;
    if children.count > SLOTS {
        children.sort();
    } else {
        children.pad();
    }
    let groups = &children.values.as_chunks::<GROUP>().0[..children.count.div_ceil(GROUP)];
    let best = groups.iter().flatten().copied().fold(Value::MIN, Value::max);
    let mut total = 0.0;
    for (values, prior_weights) in groups.iter().zip(prior_weights.as_chunks_mut::<GROUP>().0) {
        for lane in 0..GROUP {
            prior_weights[lane] = curves.weight(best - values[lane]);
            total += prior_weights[lane];
        }
    }
    PriorScale { best, per_weight: 1.0 / total }
}

/// Fills a block with the children from index `start` on.
#[inline(always)]
fn fill<E>(search: &mut Search<E>, id: BlockId, start: usize, scale: &PriorScale) {
    let Search { tree, children, prior_weights, curves, .. } = search;
    let block = &mut tree[id];
    let count = (children.count - start).min(SLOTS);
    block.count = count as u8;
    for slot in 0..count {
        let value = children.values[start + slot];
        block.square[slot] = children.squares[start + slot].index() as u8;
        block.lanes.prior[slot] = prior(scale.per_weight * prior_weights[start + slot]);
        block.lanes.sum[slot] = curves.tanh(value);
        block.lanes.minimax[slot] = block.lanes.sum[slot];
        block.upper[slot] = 64;
    }
}
