//! The features of a position: configurations of patterns and numbers of legal moves, each with a weight.

use outflank::board::Board;
use outflank::eval::patterns::{Indices, LANES, OFFSET_OF_LANE};
use outflank::eval::ANCHOR_PLIES;

/// The number of phase anchors, each of which has weights of its own.
pub const ANCHORS: usize = outflank::eval::ANCHORS;

/// The share of each phase anchor at a ply.
pub fn anchor_shares(ply: usize) -> [f32; ANCHORS] {
    outflank::eval::anchor_shares(&ANCHOR_PLIES, ply).map(|share| f32::from(share) / 64.0)
}

/// The features of a position, seen by the side that is not to move; each is an index into a table of
/// weights.
pub fn active_features(board: Board) -> [usize; LANES] {
    let indices = Indices::of(board.pass()).0;
    std::array::from_fn(|lane| OFFSET_OF_LANE[lane] + usize::from(indices[lane]))
}
