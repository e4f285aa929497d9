//! What a solve will cost, before it is begun: whether it fits into the time that is left.
//!
//! Least squares over 2,300 solves with an empty table, 14 to 22 empty squares, in games of 4-ply searches after random
//! openings: the logarithm of the nodes is linear in the empty squares, both sides' moves and the lead. Half of those
//! solves took between 1/2 and 2 times the forecast, 14 in 100 (of scores: 6) more than 4 times. The solver has come to
//! need a quarter fewer nodes since, so it finishes more often than the forecast says. What the table keeps from a solve
//! that succeeded a turn ago is worth more than all of this: then a solve costs next to nothing.

use crate::board::{Board, Score};

/// The nodes that [`Solver::solve_wld`](super::Solver::solve_wld) is expected to visit with an empty table; `lead` is the
/// expected score in discs, for either side.
pub fn expected_nodes_wld(board: Board, lead: Score) -> u64 {
    power_of_two(48 * empties(board) + 17 * mobility(board) - 11 * i64::from(lead.abs()) - 4)
}

/// The nodes that finding the exact score is expected to visit, with an empty table.
pub fn expected_nodes(board: Board) -> u64 {
    power_of_two(59 * empties(board) + 12 * mobility(board) - 27)
}

fn empties(board: Board) -> i64 {
    i64::from(board.empty_count())
}

/// Both sides' moves.
fn mobility(board: Board) -> i64 {
    i64::from(board.legal_moves().count_ones() + board.pass().legal_moves().count_ones())
}

/// Two to so many 64ths, within 6 %; at least 1.
fn power_of_two(exponent: i64) -> u64 {
    let exponent = exponent.clamp(0, 64 * 56) as u64;
    (64 + exponent % 64) << (exponent / 64) >> 6
}
