use super::*;
use crate::game::Game;

/// The position after a transcript, and its legal moves.
fn position(transcript: &str) -> (Board, u64) {
    let board = Game::from_transcript(transcript).unwrap().board();
    (board, board.legal_moves())
}

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

#[test]
fn a_move_that_loses_all_discs_in_three_plies_is_not_spared() {
    for (transcript, lost, holds) in
        [("c4c3f5f4c2c6f3g6b7", "d3", "c5"), ("e6f4c3e7g4c4e8f7c5d7g8", "f5", "e3")]
    {
        let (board, legal) = position(transcript);
        let spared = spared(board, legal);
        assert_eq!(spared & square(lost).bit(), 0, "{transcript}");
        assert_ne!(spared & square(holds).bit(), 0, "{transcript}");
    }
}

#[test]
fn the_move_that_wipes_out_whatever_is_answered_is_found() {
    let (board, legal) = position("c4c3f5f4c2c6f3g6b7d3");
    assert_eq!(winner(board, legal), Some((square("h7"), 3)));
    assert_eq!(winner(board, legal & !square("h7").bit()), None);
}

#[test]
fn a_side_without_a_way_out_keeps_its_moves() {
    let (board, legal) = position("c4c3f5f4c2c6f3g6b7d3h7");
    assert_eq!(spared(board, legal), legal);
}

#[test]
fn quiet_positions_are_left_alone() {
    for transcript in ["", "f5", "f5d6c3d3c4f4f6g5"] {
        let (board, legal) = position(transcript);
        assert_eq!((winner(board, legal), spared(board, legal)), (None, legal), "{transcript}");
    }
}
