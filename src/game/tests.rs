use super::*;

/// Black wipes white out with the ninth disc.
const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

#[test]
fn transcripts_round_trip() {
    let game = Game::from_transcript("f5d6c3 d3C4").unwrap();
    assert_eq!(game.transcript(), "f5d6c3d3c4");
    assert_eq!(game.to_move(), Color::White);
    assert_eq!(game.moves_played(), 5);
}

#[test]
fn a_wipe_out_ends_the_game_and_all_squares_count() {
    let mut game = Game::from_transcript(WIPE_OUT).unwrap();
    assert!(game.is_over());
    assert_eq!(game.discs(Color::White), 0);
    assert_eq!(game.black_score(), 64);
    assert_eq!(game.leader(), Some(Color::Black));
    assert_eq!(game.play(Square::new(0)), Err(GameError::GameOver { number: 10 }));
}

#[test]
fn a_side_without_a_move_passes_by_itself() {
    // White's only disc stands on a1 behind black's on b1: black cannot flip it, white plays c1.
    let board = Board { player: 0b010, opponent: 0b001 };
    let game = Game::from_position(board, Color::Black);
    assert_eq!(game.history(), [(Color::Black, Move::PASS)]);
    assert_eq!(game.to_move(), Color::White);
    assert_eq!(game.board(), board.pass());
}

#[test]
fn refusals_say_what_and_where() {
    let message = |transcript| Game::from_transcript(transcript).unwrap_err().to_string();
    assert_eq!(message("f5f6e6a1"), "move 4: white may not play a1");
    assert_eq!(message("f5z"), "byte 2: expected a square such as `d3`");
    assert_eq!(message(&format!("{WIPE_OUT}a1")), "move 10: the game is already over");
}
