//! Attempts to reach an unchecked table look-up through the library's safe interface.
//!
//! Debug assertions guard every unchecked look-up, so a board with overlapping discs or a move on an occupied
//! square would panic here. A doc test of `Board` shows that other crates cannot access its fields.

#![allow(clippy::unwrap_used)]

use outflank::board::Board;
use outflank::cpu::Portable;
use outflank::eval::{Children, Evaluate, Evaluator, LearnedSums, MAX_MOVES, MAX_VALUE};
use outflank::limits::Limits;
use outflank::mcts::{Parameters, Search};
use outflank::rng::Rng;
use outflank::with_cpu;

/// Boards of random discs, most of them unreachable in a game, and empty and full ones.
fn random_boards() -> impl Iterator<Item = Board> {
    let mut rng = Rng::new(1);
    let ends = [(0, 0), (u64::MAX, 0), (0, u64::MAX), (0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa)];
    let random = (0..200).map(move |i| {
        let (side, occupied) = (rng.next(), if i % 2 == 0 { rng.next() } else { rng.next() | rng.next() });
        (side & occupied, !side & occupied)
    });
    ends.into_iter().chain(random).map(|(player, opponent)| Board::new(player, opponent).unwrap())
}

#[test]
fn overlapping_bitboards_are_rejected() {
    for board in random_boards().filter(|board| board.player() != 0) {
        assert_eq!(Board::new(board.player(), board.opponent() | board.player()), None);
    }
}

#[test]
fn evaluation_look_ups_stay_inside_the_tables_for_any_board_and_moves() {
    let evaluator = Evaluator::shipped();
    let mut children = Children::new();
    for board in random_boards() {
        evaluator.evaluate(board);
        for moves in [u64::MAX, board.empties(), board.legal_moves(), 0] {
            with_cpu!(cpu => evaluator.evaluate_children(cpu, board, moves, &mut children));
            assert!(children.iter().all(|(square, _)| board.empties() & square.bit() != 0));
            evaluator.evaluate_children(Portable, board, moves, &mut children);
            assert_eq!(children.count as u32, (moves & board.empties()).count_ones());
        }
    }
}

/// An evaluator that returns random squares, occupied ones too, and evaluates every board that it gets.
struct Hostile;

impl Evaluate for Hostile {
    fn evaluate_children<C: LearnedSums>(&self, cpu: C, board: Board, moves: u64, children: &mut Children) {
        assert_eq!(board.player() & board.opponent(), 0, "{board:?}");
        Evaluator::shipped().evaluate_children(cpu, board, moves, children);
        let mut rng = Rng::new(board.player() ^ board.opponent().rotate_left(7));
        for index in 0..children.count.min(MAX_MOVES) {
            children.squares[index] = outflank::square::Square::new(rng.below(64) as u8);
            children.values[index] = rng.below(2 * MAX_VALUE as usize) as i32 - MAX_VALUE;
        }
    }
}

#[test]
fn occupied_squares_from_an_evaluator_make_no_discs_overlap() {
    let mut search = Search::new(Hostile, Parameters::default(), 1 << 20);
    for board in random_boards().filter(|board| !board.is_over()) {
        search.clear();
        search.advance_to(board);
        // The first playout expands the root and the second a child. A third could go in circles: positions
        // that moves on occupied squares lead to may be each other's successors.
        search.run(Limits::playouts(2));
    }
}
