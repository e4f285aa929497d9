use super::*;

const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; \
                     G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4; A4:-22; G2:-24;";

#[test]
fn a_line_reads_and_prints_the_same() {
    let position: ObfPosition = FFO_1.parse().unwrap();
    assert_eq!(position.to_move, Color::Black);
    assert_eq!(position.board.empty_count(), 14);
    assert_eq!(position.scores.len(), 8);
    assert_eq!(position.best_score(), Some(18));
    assert_eq!(position.to_string(), FFO_1);
}

#[test]
fn white_to_move_swaps_the_sides() {
    let black: ObfPosition = FFO_1[..66].parse().unwrap();
    let white: ObfPosition = format!("{} O", &FFO_1[..64]).parse().unwrap();
    assert_eq!(white.board, black.board.pass());
    assert_eq!(white.to_string(), format!("{} O;", &FFO_1[..64]));
}

#[test]
fn blank_lines_and_comments_are_skipped_but_counted() {
    let text = format!("% known scores\r\n\r\n{FFO_1}\r\n# more\n{FFO_1}");
    assert_eq!(ObfPosition::parse_all(&text).unwrap().len(), 2);
    let error = ObfPosition::parse_all(&format!("{text}\n\nXO X")).unwrap_err();
    assert_eq!(error.to_string(), "line 7: expected 64 squares, not 2");
}

#[test]
fn bad_lines_say_what_was_expected() {
    let start = &FFO_1[..64];
    for (line, reason) in [
        ("what".to_string(), "expected 64 squares, a blank and the side to move, not `what`"),
        (format!("{start} Z"), "expected X or O to move, not `Z`"),
        (format!("?{} X", &start[1..]), "a1: expected X, O or -, not `?`"),
        (format!("{start} X; a1"), "expected MOVE:SCORE, such as `d3:+4`, not `a1`"),
        (format!("{start} X; z9:+4"), "expected MOVE:SCORE, such as `d3:+4`, not `z9:+4`"),
        (format!("{start} X; g8:+65"), "g8: a score is from -64 to 64, not 65"),
        (format!("{start} X; d4:+6"), "d4 is no legal move of this position"),
        (format!("{start} X; PS:+6"), "pass is no legal move of this position"),
    ] {
        assert_eq!(line.parse::<ObfPosition>().unwrap_err(), reason);
    }
}
