use super::*;

#[test]
fn the_last_move_stands_in_brackets() {
    let drawing = Diagram(&Game::from_transcript("f5f6d3g5h5").unwrap()).to_string();
    let expected = "  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . . X . . . .
4 . . . X X . . .
5 . . . X X X X(X)
6 . . . . . O . .
7 . . . . . . . .
8 . . . . . . . .
";
    assert_eq!(drawing, expected);
}

#[test]
fn the_start_has_no_last_move() {
    let drawing = Diagram(&Game::new()).to_string();
    assert!(!drawing.contains('('), "{drawing}");
    assert!(drawing.contains("4 . . . O X . . .\n5 . . . X O . . .\n"), "{drawing}");
}
