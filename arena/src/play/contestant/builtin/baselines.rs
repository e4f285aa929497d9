//! Bots that search one ply.

use outflank::bits::{Squares, CORNERS};
use outflank::board::{Board, Score};
use outflank::rng::Rng;
use outflank::square::{Square, SquareClass};

/// Value of a move to a corner for `mobility`, in ordinary moves.
const CORNER_MOVE: Score = 10;

/// The value of a move, given the position after it.
pub(super) type Worth = fn(Square, Board) -> Score;

/// The value of a move for `mobility`: few replies are good, and corners weigh more, for either side.
pub(super) fn mobility_worth(square: Square, after: Board) -> Score {
    let is_corner = square.class() == SquareClass::Corner;
    CORNER_MOVE * Score::from(is_corner) - weighed_moves(after)
}

/// A legal move of the highest value; ties are broken at random.
pub(super) fn best(board: Board, rng: &mut Rng, worth: Worth) -> Option<Square> {
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

/// A square's value by its class: corners are stable, the squares next to them concede them.
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

/// The total value of a set of squares.
pub(super) fn squares_worth(squares: u64) -> Score {
    Squares(squares).map(square_worth).sum()
}

/// The number of legal moves of the side to move; those to corners count [`CORNER_MOVE`] times.
fn weighed_moves(board: Board) -> Score {
    let moves = board.legal_moves();
    let corners = (moves & CORNERS).count_ones();
    moves.count_ones() as Score + (CORNER_MOVE - 1) * corners as Score
}
