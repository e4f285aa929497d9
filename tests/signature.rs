//! The bench signature, which fails on unintended changes of behaviour, and the variety of its positions.

use outflank::bench;
use outflank::board::Board;

/// The number that `cargo lab signature` prints.
const SIGNATURE: u64 = 668_663;

#[test]
fn the_signature_is_unchanged() {
    let signature = bench::signature();
    assert_eq!(
        signature, SIGNATURE,
        "\nThe engine behaves differently: its bench signature is {signature} instead of {SIGNATURE}.\n\
         If it is meant to play differently: set SIGNATURE in tests/signature.rs to {signature} in the same \
         commit, and give the match or measurement that supports it in the message, with the trailer \
         `Bench: {signature}`.\n\
         If it is a refactoring: it has a bug.\n"
    );
}

/// Whether the side to move has a move that forces the opponent to pass.
fn can_force_a_pass(board: Board) -> bool {
    board.children().any(|(_, child)| child.legal_moves() == 0 && !child.is_over())
}

/// Whether the side to move can take the opponent's last disc.
fn can_wipe_out(board: Board) -> bool {
    board.children().any(|(_, child)| child.player() == 0)
}

/// Whether some moves, but not all, let the opponent wipe the side to move out.
fn is_threatened(board: Board) -> bool {
    let lost = board.children().filter(|&(_, child)| can_wipe_out(child)).count();
    lost > 0 && lost < board.children().count()
}

#[test]
fn the_positions_cover_all_phases_of_the_game() {
    let positions: Vec<Board> = bench::positions().collect();
    let count = |is_wanted: fn(Board) -> bool| positions.iter().filter(|&&board| is_wanted(board)).count();
    assert_eq!(positions.len(), 30);
    assert_eq!(count(Board::is_over), 0);
    assert!(count(|board| board.empty_count() >= 48) >= 5, "openings");
    assert!(count(|board| (21..48).contains(&board.empty_count())) >= 10, "midgames");
    assert!(count(|board| (12..=20).contains(&board.empty_count())) >= 5, "positions for the solver");
    assert!(count(|board| board.legal_moves() == 0) >= 1, "the side to move must pass");
    assert!(count(can_force_a_pass) >= 2, "the opponent may have to pass");
    assert!(count(is_threatened) >= 2, "the opponent threatens to wipe the side to move out");
    assert!(count(can_wipe_out) >= 1, "the side to move can wipe the opponent out");
}
