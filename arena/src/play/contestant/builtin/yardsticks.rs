//! Bots that look no further than the position after their move.

use outflank::bits::{Squares, CORNERS};
use outflank::board::{Board, Score};
use outflank::rng::Rng;
use outflank::square::{Square, SquareClass};

/// How many ordinary moves a move to a corner is worth to [`mobility`].
const CORNER_MOVE: Score = 10;

/// Any legal move.
pub(super) fn random(board: Board, rng: &mut Rng) -> Option<Square> {
    best(board, rng, |_, _| 0)
}

/// Most discs after the move.
pub(super) fn greedy(board: Board, rng: &mut Rng) -> Option<Square> {
    best(board, rng, |_, after| -after.disc_difference())
}

/// Best square by a fixed table.
pub(super) fn positional(board: Board, rng: &mut Rng) -> Option<Square> {
    best(board, rng, |square, _| square_worth(square))
}

/// Fewest moves for the opponent, a move to a corner counting for many on either side.
pub(super) fn mobility(board: Board, rng: &mut Rng) -> Option<Square> {
    best(board, rng, mobility_worth)
}

/// What a move is worth to [`mobility`].
pub(super) fn mobility_worth(square: Square, after: Board) -> Score {
    let is_corner = square.class() == SquareClass::Corner;
    CORNER_MOVE * Score::from(is_corner) - weighed_moves(after)
}

/// A legal move of the highest worth, every such move being equally likely.
fn best(board: Board, rng: &mut Rng, worth: impl Fn(Square, Board) -> Score) -> Option<Square> {
    let mut best: Option<(Score, Square)> = None;
    let mut ties = 0;
    for (square, after) in board.children() {
        let worth = worth(square, after);
        match best {
            Some((highest, _)) if worth < highest => continue,
            Some((highest, _)) if worth == highest => ties += 1,
            _ => ties = 1,
        }
        if rng.below(ties) == 0 {
            best = Some((worth, square));
        }
    }
    best.map(|(_, square)| square)
}

/// A square's worth by its class: corners are safe, the squares next to them give them away.
pub(super) const fn square_worth(square: Square) -> Score {
    match square.class() {
        SquareClass::Corner => 100,
        SquareClass::A => 10,
        SquareClass::B => 5,
        SquareClass::Inner => 1,
        SquareClass::C => -20,
        SquareClass::X => -50,
    }
}

/// The summed worth of a set of squares.
pub(super) fn squares_worth(squares: u64) -> Score {
    Squares(squares).map(square_worth).sum()
}

/// The legal moves of the side to move, those to corners counting [`CORNER_MOVE`]-fold.
fn weighed_moves(board: Board) -> Score {
    let moves = board.legal_moves();
    let corners = (moves & CORNERS).count_ones();
    moves.count_ones() as Score + (CORNER_MOVE - 1) * corners as Score
}
