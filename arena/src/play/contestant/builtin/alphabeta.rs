//! Alpha-beta to a fixed depth over a hand-made evaluation that no version of the bot shares: a baseline that
//! stays the same.

use outflank::board::{Board, Score};
use outflank::rng::Rng;
use outflank::square::Square;

use super::baselines::{square_worth, squares_worth};

/// Value of one move of mobility difference; a corner is worth 100.
const MOVE_WORTH: Score = 10;
/// More than any sum of square values; the value of a disc in a finished game.
const DISC_OF_A_FINISHED_GAME: Score = 100_000;
/// Beyond every value.
const INFINITE: Score = 100 * DISC_OF_A_FINISHED_GAME;

/// The best move at `depth` plies (at least 1); ties are broken at random.
pub(super) fn choose(board: Board, depth: u32, rng: &mut Rng) -> Option<Square> {
    let mut moves: Vec<_> = board.children().collect();
    for last in (1..moves.len()).rev() {
        moves.swap(last, rng.below(last + 1));
    }
    // A stable sort keeps the random order of equal squares.
    moves.sort_by_key(|&(square, _)| -square_worth(square));
    let mut best = None;
    let mut alpha = -INFINITE;
    for (square, after) in moves {
        let value = -search(after, depth - 1, -INFINITE, -alpha);
        if value > alpha {
            alpha = value;
            best = Some(square);
        }
    }
    best
}

/// The value of a position for the side that moved to it; `depth` counts that move.
pub(super) fn value_before(after: Board, depth: u32) -> Score {
    -search(after, depth - 1, -INFINITE, INFINITE)
}

fn search(board: Board, depth: u32, mut alpha: Score, beta: Score) -> Score {
    if depth == 0 {
        return evaluate(board);
    }
    let mut children: Vec<_> = board.children().collect();
    if children.is_empty() {
        if board.pass().legal_moves() == 0 {
            return DISC_OF_A_FINISHED_GAME * board.final_score();
        }
        return -search(board.pass(), depth, -beta, -alpha);
    }
    children.sort_by_key(|&(square, _)| -square_worth(square));
    for (_, child) in children {
        alpha = alpha.max(-search(child, depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The static evaluation for the side to move.
fn evaluate(board: Board) -> Score {
    let (own, others) = (board.legal_moves(), board.pass().legal_moves());
    if own == 0 && others == 0 {
        return DISC_OF_A_FINISHED_GAME * board.final_score();
    }
    let mobility = own.count_ones() as Score - others.count_ones() as Score;
    squares_worth(board.player()) - squares_worth(board.opponent()) + MOVE_WORTH * mobility
}
