//! A search of a few plies for forced wipe-outs.
//!
//! The tree search finds wipe-outs late: a side with few discs has many moves, which the evaluation rates
//! highly, and the move that threatens the wipe-out has almost no prior.

use crate::bits::Squares;
use crate::board::Board;
use crate::square::Square;

/// A side with more discs is rarely wiped out within six plies.
const FEW_DISCS: u32 = 12;

/// Moves of the side that wipes out: five plies.
const MOST_ATTACKS: u32 = 3;

/// Most positions visited for each number of attacks; a wipe-out beyond them is ignored.
const NODES: u32 = 16_000;

/// A square of `playable` that wipes the opponent out by force, and the plies that this takes: 1 to 5.
pub fn winner(board: Board, playable: u64) -> Option<(Square, u32)> {
    (1..=MOST_ATTACKS).find_map(|attacks| {
        let mut nodes = NODES;
        find(board, playable, attacks, &mut nodes).map(|square| (square, 2 * attacks - 1))
    })
}

/// The squares of `playable` after which the mover cannot be wiped out within six plies; if there are none,
/// those after which it survives longest.
pub fn spared(board: Board, playable: u64) -> u64 {
    let mut left = playable;
    for attacks in 1..=MOST_ATTACKS {
        let mut nodes = NODES;
        let mut is_lost = |square: Square| {
            board
                .play(square)
                .is_some_and(|after| find(after, after.legal_moves(), attacks, &mut nodes).is_some())
        };
        let spared =
            Squares(left).filter(|&square| !is_lost(square)).fold(0, |set, square| set | square.bit());
        if spared == 0 {
            break;
        }
        left = spared;
    }
    left
}

/// A square of `playable` with which the side to move wipes the opponent out in `attacks` moves of its own.
fn find(board: Board, playable: u64, attacks: u32, nodes: &mut u32) -> Option<Square> {
    if *nodes == 0 || board.opponent.count_ones() > FEW_DISCS {
        return None;
    }
    *nodes -= 1;
    Squares(playable).find(|&square| {
        board
            .play(square)
            .is_some_and(|after| after.player == 0 || attacks > 1 && is_helpless(after, attacks - 1, nodes))
    })
}

/// Whether the opponent wipes the side to move out by force in `attacks` moves.
fn is_helpless(board: Board, attacks: u32, nodes: &mut u32) -> bool {
    let mut falls = |after: Board| find(after, after.legal_moves(), attacks, nodes).is_some();
    match board.legal_moves() {
        0 => falls(board.pass()),
        replies => Squares(replies).all(|square| board.play(square).is_some_and(&mut falls)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    /// The position after a transcript, and its legal moves.
    fn position(transcript: &str) -> (Board, u64) {
        let board = Game::from_transcript(transcript).unwrap().board();
        (board, board.legal_moves())
    }

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn a_move_that_loses_all_discs_in_three_plies_is_not_spared() {
        for (transcript, lost, holds) in
            [("c4c3f5f4c2c6f3g6b7", "d3", "c5"), ("e6f4c3e7g4c4e8f7c5d7g8", "f5", "e3")]
        {
            let (board, legal) = position(transcript);
            let spared = spared(board, legal);
            assert_eq!(spared & square(lost).bit(), 0, "{transcript}");
            assert_ne!(spared & square(holds).bit(), 0, "{transcript}");
        }
    }

    #[test]
    fn the_move_that_wipes_out_whatever_is_answered_is_found() {
        let (board, legal) = position("c4c3f5f4c2c6f3g6b7d3");
        assert_eq!(winner(board, legal), Some((square("h7"), 3)));
        assert_eq!(winner(board, legal & !square("h7").bit()), None);
    }

    #[test]
    fn a_side_without_a_way_out_keeps_its_moves() {
        let (board, legal) = position("c4c3f5f4c2c6f3g6b7d3h7");
        assert_eq!(spared(board, legal), legal);
    }

    #[test]
    fn quiet_positions_are_left_alone() {
        for transcript in ["", "f5", "f5d6c3d3c4f4f6g5"] {
            let (board, legal) = position(transcript);
            assert_eq!((winner(board, legal), spared(board, legal)), (None, legal), "{transcript}");
        }
    }
}
