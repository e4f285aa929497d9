//! A search of a few plies for wipe-outs and other early ends that are forced.
//!
//! The tree search finds them late: a side with few discs has many moves, which the evaluation rates highly,
//! and the move that threatens the wipe-out has almost no prior.

use crate::bits::Squares;
use crate::board::Board;
use crate::bounds::Bounds;
use crate::square::Square;

/// How a game ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The loser has no discs.
    WipeOut,
    /// The loser has no discs, or few of them and neither side can move.
    NoMoves,
}

impl End {
    /// Bounds of the winner's score: the empty squares are the winner's.
    pub const fn bounds(self) -> Bounds {
        match self {
            Self::WipeOut => Bounds::exact(64),
            Self::NoMoves => Bounds { lower: 64 - 2 * FEW_DISCS as i8, upper: 64 },
        }
    }

    /// Whether the game has ended so, won by the side that has just moved.
    fn is_reached(self, board: Board) -> bool {
        board.player == 0 || self == Self::NoMoves && board.disc_difference() < 0 && board.is_over()
    }
}

/// A side with more discs is rarely wiped out within six plies.
const FEW_DISCS: u32 = 12;

/// Moves of the side that forces the end: five plies.
const MAX_ATTACKS: u32 = 3;

/// Most positions visited for each number of attacks; an end beyond them is ignored.
const NODES: u32 = 16_000;

/// A square of `playable` that forces an early end with a win, the plies that this takes, 1 to 5, and bounds
/// of the score.
pub fn winner(board: Board, playable: u64) -> Option<(Square, u32, Bounds)> {
    let shortest = |end: End| {
        (1..=MAX_ATTACKS).find_map(|attacks| {
            let square = find(board, playable, attacks, end, &mut { NODES })?;
            Some((square, 2 * attacks - 1, end.bounds()))
        })
    };
    let any = shortest(End::NoMoves)?;
    // A wipe-out is such an end, too, and its score is known.
    shortest(End::WipeOut).or(Some(any))
}

/// The squares of `playable` after which the opponent cannot force this end with a win within six plies; if
/// there are none, those after which it takes longest.
pub fn safe_moves(board: Board, playable: u64, end: End) -> u64 {
    let mut left = playable;
    for attacks in 1..=MAX_ATTACKS {
        let mut nodes = NODES;
        let mut is_lost = |square: Square| {
            board
                .play(square)
                .is_some_and(|after| find(after, after.legal_moves(), attacks, end, &mut nodes).is_some())
        };
        let safe_moves =
            Squares(left).filter(|&square| !is_lost(square)).fold(0, |set, square| set | square.bit());
        if safe_moves == 0 {
            break;
        }
        left = safe_moves;
    }
    left
}

/// A square of `playable` with which the side to move forces this end in `attacks` moves of its own.
fn find(board: Board, playable: u64, attacks: u32, end: End, nodes: &mut u32) -> Option<Square> {
    if *nodes == 0 || board.opponent.count_ones() > FEW_DISCS {
        return None;
    }
    *nodes -= 1;
    Squares(playable).find(|&square| {
        board.play(square).is_some_and(|after| {
            end.is_reached(after) || attacks > 1 && is_forced_loss(after, attacks - 1, end, nodes)
        })
    })
}

/// Whether the opponent forces this end in `attacks` moves against the side to move.
fn is_forced_loss(board: Board, attacks: u32, end: End, nodes: &mut u32) -> bool {
    let mut falls = |after: Board| find(after, after.legal_moves(), attacks, end, nodes).is_some();
    match board.legal_moves() {
        0 => falls(board.pass()),
        replies => Squares(replies).all(|square| board.play(square).is_some_and(&mut falls)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Score;
    use crate::game::Game;

    /// The position after a transcript, and its legal moves.
    fn position(transcript: &str) -> (Board, u64) {
        let board = Game::from_transcript(transcript).unwrap().board();
        (board, board.legal_moves())
    }

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    const BOTH: [End; 2] = [End::WipeOut, End::NoMoves];

    #[test]
    fn a_move_that_loses_all_discs_in_three_plies_is_not_safe() {
        for (transcript, lost, holds) in
            [("c4c3f5f4c2c6f3g6b7", "d3", "c5"), ("e6f4c3e7g4c4e8f7c5d7g8", "f5", "e3")]
        {
            let (board, legal) = position(transcript);
            for end in BOTH {
                let safe_moves = safe_moves(board, legal, end);
                assert_eq!(safe_moves & square(lost).bit(), 0, "{transcript}");
                assert_ne!(safe_moves & square(holds).bit(), 0, "{transcript}");
            }
        }
    }

    #[test]
    fn the_move_that_wipes_out_whatever_is_answered_is_found() {
        let (board, legal) = position("c4c3f5f4c2c6f3g6b7d3");
        assert_eq!(winner(board, legal), Some((square("h7"), 3, Bounds::exact(64))));
        assert_eq!(winner(board, legal & !square("h7").bit()), None);
    }

    /// Black to move has three discs; after c6, white's c1 forces a position in which black has one disc and
    /// neither side can move.
    const BLOCKED: &str = "f5d6c7f4g3g4e3f2c5b8e6f6d3c4c3b3c2b5";

    #[test]
    fn a_move_after_which_a_side_with_few_discs_is_blocked_is_not_safe() {
        let (board, legal) = position(BLOCKED);
        assert_eq!(safe_moves(board, legal, End::WipeOut), legal);
        assert_eq!(safe_moves(board, legal, End::NoMoves), legal & !square("c6").bit());
        let (board, legal) = position(&format!("{BLOCKED}c6"));
        let Bounds { lower, upper } = End::NoMoves.bounds();
        assert_eq!(winner(board, legal), Some((square("c1"), 5, Bounds { lower, upper })));
        let (board, _) = position(&format!("{BLOCKED}c6c1e1g1g5h4"));
        assert!((Score::from(lower)..=Score::from(upper)).contains(&-board.final_score()));
    }

    #[test]
    fn a_side_without_a_way_out_keeps_its_moves() {
        let (board, legal) = position("c4c3f5f4c2c6f3g6b7d3h7");
        for end in BOTH {
            assert_eq!(safe_moves(board, legal, end), legal);
        }
    }

    #[test]
    fn quiet_positions_are_left_alone() {
        for transcript in ["", "f5", "f5d6c3d3c4f4f6g5"] {
            let (board, legal) = position(transcript);
            assert_eq!(winner(board, legal), None, "{transcript}");
            for end in BOTH {
                assert_eq!(safe_moves(board, legal, end), legal, "{transcript}");
            }
        }
    }
}
