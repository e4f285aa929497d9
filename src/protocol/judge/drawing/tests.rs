use super::*;

#[test]
fn the_start_shows_discs_and_playable_squares() {
    assert_eq!(
        drawing(Board::START, Color::Black),
        "  a b c d e f g h\n\
         1 . . . . . . . .\n\
         2 . . . . . . . .\n\
         3 . . . ' . . . .\n\
         4 . . ' O X . . .\n\
         5 . . . X O ' . .\n\
         6 . . . . ' . . .\n\
         7 . . . . . . . .\n\
         8 . . . . . . . .\n"
    );
}

#[test]
fn colours_do_not_depend_on_who_is_to_move() {
    let board = Board::START;
    let discs = |drawing: String| drawing.replace('\'', ".");
    assert_eq!(discs(drawing(board, Color::Black)), discs(drawing(board.pass(), Color::White)));
    assert_ne!(drawing(board, Color::Black), drawing(board.pass(), Color::White));
}
