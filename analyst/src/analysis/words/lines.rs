//! What happens in an expected line.

use outflank::board::{Board, Move};
use outflank::square::Square;

/// Plies within which a corner must fall for it to count.
const SOON: usize = 6;

/// The positions after each move of a line, seen by the side to move there, up to the first illegal one; each
/// with the move and whether the opponent of the first mover made it.
fn positions(board: Board, line: &[Move]) -> impl Iterator<Item = (Move, bool, Board)> + '_ {
    line.iter().enumerate().scan(board, |board, (ply, &mv)| {
        *board = mv.square().map_or(Some(board.pass()), |square| board.play(square))?;
        Some((mv, ply % 2 == 1, *board))
    })
}

/// Whether the opponent takes a corner soon in the line that begins with one's own move.
pub(super) fn loses(board: Board, line: &[Move], corner: Square) -> bool {
    positions(board, line).take(SOON).any(|(mv, is_opponent, _)| is_opponent && mv == Move::on(corner))
}

/// The legal moves of the side to move after `plies` plies of a line; `None` if the line or the game is over
/// by then.
pub(super) fn moves_after(board: Board, line: &[Move], plies: usize) -> Option<u32> {
    let (.., after) = positions(board, line).nth(plies.checked_sub(1)?)?;
    (!after.is_over()).then(|| after.legal_moves().count_ones())
}

/// The opponent's answer in a line, and one's own moves after it; `None` if the line is too short or the
/// opponent passes.
pub(super) fn answer(board: Board, line: &[Move]) -> Option<(Square, u32)> {
    let (mv, _, after) = positions(board, line).nth(1)?;
    (!after.is_over()).then_some((mv.square()?, after.legal_moves().count_ones()))
}
