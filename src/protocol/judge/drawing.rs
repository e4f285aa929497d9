//! Drawings of the board for people.

use crate::board::Board;
use crate::game::Color;
use crate::square::Square;

/// The position in the style of the judge's sample: `X` for black, `O` for white, `'` for a legal move of
/// `to_move`.
pub(super) fn drawing(board: Board, to_move: Color) -> String {
    let (own, other) = match to_move {
        Color::Black => ('X', 'O'),
        Color::White => ('O', 'X'),
    };
    let legal = board.legal_moves();
    const FRAME: &str = "  +---+---+---+---+---+---+---+---+\n";
    let mut drawing = format!("    a   b   c   d   e   f   g   h\n{FRAME}");
    for square in Square::all() {
        if square.column() == 0 {
            drawing.push_str(&format!("{} |", square.row() + 1));
        }
        let symbol = match square.bit() {
            bit if board.player & bit != 0 => own,
            bit if board.opponent & bit != 0 => other,
            bit if legal & bit != 0 => '\'',
            _ => ' ',
        };
        drawing.extend([' ', symbol, ' ', '|']);
        if square.column() == 7 {
            drawing.push('\n');
            drawing.push_str(FRAME);
        }
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_shows_discs_and_legal_moves() {
        assert_eq!(
            drawing(Board::START, Color::Black),
            concat!(
                "    a   b   c   d   e   f   g   h\n",
                "  +---+---+---+---+---+---+---+---+\n",
                "1 |   |   |   |   |   |   |   |   |\n",
                "  +---+---+---+---+---+---+---+---+\n",
                "2 |   |   |   |   |   |   |   |   |\n",
                "  +---+---+---+---+---+---+---+---+\n",
                "3 |   |   |   | ' |   |   |   |   |\n",
                "  +---+---+---+---+---+---+---+---+\n",
                "4 |   |   | ' | O | X |   |   |   |\n",
                "  +---+---+---+---+---+---+---+---+\n",
                "5 |   |   |   | X | O | ' |   |   |\n",
                "  +---+---+---+---+---+---+---+---+\n",
                "6 |   |   |   |   | ' |   |   |   |\n",
                "  +---+---+---+---+---+---+---+---+\n",
                "7 |   |   |   |   |   |   |   |   |\n",
                "  +---+---+---+---+---+---+---+---+\n",
                "8 |   |   |   |   |   |   |   |   |\n",
                "  +---+---+---+---+---+---+---+---+\n",
            )
        );
    }

    #[test]
    fn colours_do_not_depend_on_the_side_to_move() {
        let board = Board::START;
        let discs = |drawing: String| drawing.replace('\'', " ");
        assert_eq!(discs(drawing(board, Color::Black)), discs(drawing(board.pass(), Color::White)));
        assert_ne!(drawing(board, Color::Black), drawing(board.pass(), Color::White));
    }
}
