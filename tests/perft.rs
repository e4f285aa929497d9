//! The number of leaves of the game tree from the start, in both conventions for passes.

use outflank::board::Board;
use outflank::perft::{perft, PassCosts};

fn counts(depth: u32, where_a_pass_costs_a_ply: u64, where_passes_are_free: u64) {
    assert_eq!(perft(Board::START, depth, PassCosts::APly), where_a_pass_costs_a_ply, "depth {depth}");
    assert_eq!(perft(Board::START, depth, PassCosts::Nothing), where_passes_are_free, "depth {depth}");
}

#[test]
fn plies_1_to_9() {
    let both = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216];
    for (depth, leaves) in (1..).zip(both) {
        counts(depth, leaves, leaves);
    }
    counts(9, 3_005_288, 3_005_320);
}

#[test]
#[ignore = "optimised builds only: minutes without"]
fn ply_10() {
    counts(10, 24_571_284, 24_571_420);
}

#[test]
#[ignore = "optimised builds only: minutes without"]
fn ply_11_where_a_pass_costs_a_ply() {
    assert_eq!(perft(Board::START, 11, PassCosts::APly), 212_258_800);
}
