//! The board as people see it.

use crate::board::Board;
use crate::game::Color;
use crate::square::Square;

/// The position with `X` for black, `O` for white, `'` where the side to move, which is `to_move`, may play, and `.`
/// on the other empty squares; columns above, rows at the left.
pub(super) fn drawing(board: Board, to_move: Color) -> String {
    let (own, other) = match to_move {
        Color::Black => ('X', 'O'),
        Color::White => ('O', 'X'),
    };
    let legal = board.legal_moves();
    let mut drawing = String::from("  a b c d e f g h");
    for square in Square::all() {
        if square.column() == 0 {
            drawing.push_str(&format!("\n{}", square.row() + 1));
        }
        let symbol = match square.bit() {
            bit if board.player & bit != 0 => own,
            bit if board.opponent & bit != 0 => other,
            bit if legal & bit != 0 => '\'',
            _ => '.',
        };
        drawing.extend([' ', symbol]);
    }
    drawing.push('\n');
    drawing
}

#[cfg(test)]
mod tests {
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
}
