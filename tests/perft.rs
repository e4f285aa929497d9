//! Perft from the start against published leaf counts, with both conventions for passes.

use outflank::board::Board;
use outflank::perft::{perft, PassCosts};

fn assert_leaves(depth: u32, if_passes_cost_a_ply: u64, if_passes_are_free: u64) {
    assert_eq!(perft(Board::START, depth, PassCosts::APly), if_passes_cost_a_ply, "depth {depth}");
    assert_eq!(perft(Board::START, depth, PassCosts::Nothing), if_passes_are_free, "depth {depth}");
}

#[test]
fn plies_1_to_9() {
    let both = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216];
    for (depth, leaves) in (1..).zip(both) {
        assert_leaves(depth, leaves, leaves);
    }
    assert_leaves(9, 3_005_288, 3_005_320);
}

#[test]
fn ply_10() {
    assert_leaves(10, 24_571_284, 24_571_420);
}

#[test]
fn ply_11_with_passes_that_cost_a_ply() {
    assert_eq!(perft(Board::START, 11, PassCosts::APly), 212_258_800);
}
