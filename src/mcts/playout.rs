//! One pass through the tree: select a leaf, expand it, back its value up.

use super::*;
use crate::cpu::hot_functions;
use crate::square::Square;
use tree::{Block, Prior};

/// One move on the way from the root to a leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// First block of the node that the move was chosen at.
    first: BlockId,
    /// The block that holds the move.
    block: BlockId,
    lane: usize,
}

/// What is known of a node, for the side to move there.
#[derive(Clone, Copy)]
struct Verdict {
    /// Squashed to -1..=1.
    minimax: f32,
    bounds: Bounds,
}

impl Verdict {
    const fn exact(score: Score) -> Self {
        let bounds = Bounds::exact(score);
        Self { minimax: proven_value(bounds.proof()), bounds }
    }

    const fn negated(self) -> Self {
        Self { minimax: -self.minimax, bounds: self.bounds.negated() }
    }
}

/// The squashed value of a proven result; 0 for a draw and where nothing is proven.
const fn proven_value(proof: Proof) -> f32 {
    match proof {
        Proof::Win => 1.0,
        Proof::Loss => -1.0,
        Proof::Draw | Proof::None => 0.0,
    }
}

hot_functions! {
    /// The inner loop of the search.
    pub(super) trait Playouts {
        /// Does up to `count` playouts and returns how many were done; fewer when the root is proven or the tree
        /// is full.
        fn playouts(search: &mut Search, count: u64) -> u64 = playouts;
    }
}

#[inline(always)]
fn playouts<C: Playouts>(cpu: C, search: &mut Search, count: u64) -> u64 {
    for done in 0..count {
        if search.root.bounds.proof() != Proof::None || !playout(cpu, search) {
            return done;
        }
    }
    count
}

/// Returns whether there was room for the leaf's children.
#[inline(always)]
fn playout<C: Playouts>(cpu: C, search: &mut Search) -> bool {
    search.path.clear();
    let mut board = search.root.board;
    let mut first = search.root.first;
    let mut visits = search.root.visits;
    let mut square = None;
    while first != BlockId::NONE {
        board = search.tree[first].board;
        let step = select(cpu, search, first, visits);
        let block = &search.tree[step.block];
        (first, visits) = (block.child[step.lane], block.visits[step.lane]);
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

#[inline(always)]
fn after<C: Cpu>(cpu: C, board: Board, square: u8) -> Board {
    if square == 64 {
        return board.pass();
    }
    let square = Square::new(square);
    board.after(square, cpu.flips(square, board.player, board.opponent))
}

/// The child with the best sum of value and exploration (PUCT: Rosin 2011, as in AlphaZero).
#[inline(always)]
fn select<C: Cpu>(cpu: C, search: &Search, first: BlockId, visits: i32) -> Step {
    let share = search.parameters.minimax_share;
    let exploration = search.parameters.exploration * ((visits + 1) as f32).sqrt();
    let mut best = (f32::NEG_INFINITY, Step { first, block: first, lane: 0 });
    let mut id = first;
    while id != BlockId::NONE {
        let block = &search.tree[id];
        let mut scores = [0.0; LANES];
        for lane in 0..LANES {
            // The first estimate counts as a visit, so the mean and the exploration share one division.
            let per_visit = 1.0 / (block.visits[lane] + 1) as f32;
            let shared = (1.0 - share) * block.sum[lane] + exploration * block.prior[lane].share();
            scores[lane] = share * block.minimax[lane] + per_visit * shared;
        }
        let (score, lane) = cpu.first_max(&scores);
        if score > best.0 {
            best = (score, Step { first, block: id, lane });
        }
        id = block.next;
    }
    best.1
}

/// Judges a leaf and stores its children; `None` if there is no room for them.
#[inline(always)]
fn expand<C: Playouts>(cpu: C, search: &mut Search, board: Board) -> Option<(BlockId, Verdict)> {
    let moves = cpu.legal_moves(board.player, board.opponent);
    if moves != 0 {
        return expand_moves(cpu, search, board, moves);
    }
    let moves = cpu.legal_moves(board.opponent, board.player);
    if moves == 0 {
        return Some((BlockId::NONE, Verdict::exact(board.final_score())));
    }
    // A pass is no decision: the position behind it is judged at once.
    let (child, verdict) = expand_moves(cpu, search, board.pass(), moves)?;
    let verdict = verdict.negated();
    let Some(id) = search.tree.allocate() else {
        search.tree.discard(child);
        return None;
    };
    let block = &mut search.tree[id];
    block.board = board;
    block.count = 1;
    block.prior[0] = Prior::new(1.0);
    block.sum[0] = verdict.minimax;
    block.child[0] = child;
    store(block, 0, verdict);
    Some((id, verdict))
}

#[inline(always)]
fn expand_moves<C: Playouts>(
    cpu: C,
    search: &mut Search,
    board: Board,
    moves: u64,
) -> Option<(BlockId, Verdict)> {
    let Search { tree, curves, evaluator, children, counters, .. } = search;
    evaluator.evaluate_children(cpu, board, moves, children);
    let count = children.count;
    counters.nodes += count as u64;
    let values = &children.values[..count];
    let best = values.iter().copied().fold(i32::MIN, i32::max);
    let total: f32 = values.iter().map(|&value| curves.weight(best - value)).sum();
    let per_weight = 1.0 / total;

    let first = tree.allocate()?;
    let mut id = first;
    let mut start = 0;
    loop {
        let used = (count - start).min(LANES);
        let block = &mut tree[id];
        block.board = board;
        block.count = used as u8;
        for lane in 0..used {
            let value = values[start + lane];
            block.square[lane] = children.squares[start + lane].index() as u8;
            block.prior[lane] = Prior::new(per_weight * curves.weight(best - value));
            block.sum[lane] = curves.squash(value);
            block.minimax[lane] = block.sum[lane];
            block.upper[lane] = 64;
        }
        start += used;
        if start == count {
            break;
        }
        let Some(next) = tree.allocate() else {
            tree.discard(first);
            return None;
        };
        tree[id].next = next;
        id = next;
    }
    Some((first, Verdict { minimax: curves.squash(best), bounds: Bounds::UNKNOWN }))
}

/// Writes what is known of a child into its lane, `verdict` being for the side to move at its parent.
#[inline(always)]
fn store(block: &mut Block, lane: usize, verdict: Verdict) {
    block.minimax[lane] = verdict.minimax;
    block.lower[lane] = verdict.bounds.lower;
    block.upper[lane] = verdict.bounds.upper;
    if verdict.bounds.proof() != Proof::None {
        block.prior[lane] = Prior::CLOSED;
    }
}

/// Carries a leaf's verdict up to the root: the mean of all playouts, and the best of all children.
#[inline(always)]
fn back_up<C: Cpu>(cpu: C, search: &mut Search, leaf: BlockId, verdict: Verdict) {
    let Search { tree, path, root, .. } = search;
    let mut result = verdict.minimax;
    let mut verdict = verdict;
    let mut child = leaf;
    // Most playouts prove nothing, and then no bounds change on the way up.
    let proves = verdict.bounds != Bounds::UNKNOWN;
    for &Step { first, block: id, lane } in path.iter().rev() {
        result = -result;
        let block = &mut tree[id];
        block.visits[lane] += 1;
        block.sum[lane] += result;
        if child != BlockId::NONE {
            block.child[lane] = child;
            child = BlockId::NONE;
        }
        if proves {
            store(block, lane, verdict.negated());
            verdict = best_of(cpu, tree, first);
        } else {
            block.minimax[lane] = -verdict.minimax;
            verdict.minimax = best_minimax(cpu, tree, first);
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
        let max = cpu.first_max(&block.minimax).0;
        best = if max > best { max } else { best };
    }
    best
}

/// What a node is worth to the side that moves there, judged by its children.
#[inline(always)]
fn best_of<C: Cpu>(cpu: C, tree: &Tree, first: BlockId) -> Verdict {
    let mut bounds = Bounds { lower: -64, upper: -64 };
    for (_, block) in tree.siblings(first) {
        for lane in 0..LANES {
            bounds.lower = bounds.lower.max(block.lower[lane]);
            bounds.upper = bounds.upper.max(block.upper[lane]);
        }
    }
    match bounds.proof() {
        Proof::None => Verdict { minimax: best_minimax(cpu, tree, first), bounds },
        proof => Verdict { minimax: proven_value(proof), bounds },
    }
}
