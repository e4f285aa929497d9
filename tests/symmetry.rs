//! The rules and the solver are invariant under the symmetries of the board.

use outflank::bits::Symmetry;
use outflank::board::Board;
use outflank::clock::Deadline;
use outflank::endgame::Solver;
use outflank::perft::{perft, PassCosts};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// The positions of a random game, from the start to the end.
fn random_game(rng: &mut SmallRng) -> Vec<Board> {
    let mut positions = vec![Board::START];
    let mut board = Board::START;
    while !board.is_over() {
        let moves: Vec<_> = board.children().collect();
        board = if moves.is_empty() { board.pass() } else { moves[rng.random_range(0..moves.len())].1 };
        positions.push(board);
    }
    positions
}

#[test]
fn moves_and_flips_are_invariant() {
    let mut rng = SmallRng::seed_from_u64(8);
    for board in (0..50).flat_map(|_| random_game(&mut rng)) {
        for symmetry in Symmetry::all() {
            let image = board.transformed(symmetry);
            assert_eq!(image.legal_moves(), symmetry.apply(board.legal_moves()), "{board:?} {symmetry:?}");
            assert_eq!(image.final_score(), board.final_score());
            for (square, child) in board.children() {
                let image_square = symmetry.apply_to(square);
                assert_eq!(
                    image.play(image_square),
                    Some(child.transformed(symmetry)),
                    "{board:?} {symmetry:?}"
                );
            }
        }
    }
}

#[test]
fn perft_is_invariant() {
    let mut rng = SmallRng::seed_from_u64(9);
    let board = random_game(&mut rng)[30];
    let leaves = perft(board, 4, PassCosts::APly);
    for symmetry in Symmetry::all() {
        assert_eq!(perft(board.transformed(symmetry), 4, PassCosts::APly), leaves, "{symmetry:?}");
    }
}

#[test]
fn scores_are_invariant() {
    let mut rng = SmallRng::seed_from_u64(10);
    let mut solver = Solver::new(1 << 20);
    for _ in 0..12 {
        let game = random_game(&mut rng);
        for board in game.into_iter().filter(|board| board.empty_count() == 12) {
            let scores = Symmetry::all().map(|symmetry| {
                solver.clear();
                solver.solve(board.transformed(symmetry), -64, 64, Deadline::Never).bounds.score()
            });
            let scores: Vec<_> = scores.collect();
            assert!(
                scores[0].is_some() && scores.iter().all(|score| *score == scores[0]),
                "{board:?} {scores:?}"
            );
        }
    }
}
