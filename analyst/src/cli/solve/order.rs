//! The order of a node's moves.

use std::sync::atomic::{AtomicU64, Ordering};

use outflank::board::{Board, Move, Score};
use outflank::eval::Evaluator;
use outflank::limits::Limits;
use outflank::mcts::Search;
use smallvec::SmallVec;

/// Playouts that order the moves of a node.
const ORDER_PLAYOUTS: u64 = 300;

/// The moves of a node; few have more.
pub(super) type Children = SmallVec<[Child; 16]>;

/// A move of a node of the parallel search.
pub(super) struct Child {
    pub(super) mv: Move,
    pub(super) board: Board,
    /// Estimate in discs, for the side that moves.
    pub(super) value: f32,
    key: f32,
}

/// The moves of a node, the most promising first: the best of an earlier search, then high values and few
/// replies.
pub(super) fn ordered(
    order: &mut Search<&'static Evaluator>,
    nodes: &AtomicU64,
    board: Board,
    alpha: Score,
    known: Option<Move>,
) -> Children {
    order.clear();
    order.advance_to(board);
    let before = order.counters().nodes;
    order.run(Limits::playouts(ORDER_PLAYOUTS));
    nodes.fetch_add(order.counters().nodes - before, Ordering::Relaxed);
    let estimates = order.root_moves();
    let mut children: Children = board
        .children()
        .filter_map(|(square, child)| {
            let mv = Move::on(square);
            let estimate = estimates.iter().find(|estimate| estimate.mv == mv)?;
            let value = order.discs(estimate.minimax);
            let window = alpha as f32;
            let key =
                value.clamp(window - 30.0, window + 12.0) - 0.6 * child.legal_moves().count_ones() as f32;
            let key = if known == Some(mv) { f32::INFINITY } else { key };
            Some(Child { mv, board: child, value, key })
        })
        .collect();
    children.sort_by(|a, b| b.key.total_cmp(&a.key));
    children
}
