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
mod tests;
