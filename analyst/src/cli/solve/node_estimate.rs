//! Node-count estimates of proofs.

use outflank::board::Board;

/// The nodes that proving a bound is expected to take: the logarithm is linear in the empties and both sides'
/// moves.
pub(super) fn expected_nodes(board: Board) -> u64 {
    let moves = board.legal_moves().count_ones() + board.pass().legal_moves().count_ones();
    2f64.powf((48.0 * f64::from(board.empty_count()) + 17.0 * f64::from(moves)) / 64.0) as u64
}
