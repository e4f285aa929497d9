use outflank::rng::Rng;

use super::*;
use crate::replay::Step;

/// A game of two random movers from the start.
fn random_game(seed: u64) -> Replay {
    let mut rng = Rng::new(seed);
    let mut game = Game::new();
    let mut steps = Vec::new();
    while !game.is_over() {
        let (before, color) = (game.clone(), game.to_move());
        let moves: Vec<_> = game.board().children().map(|(square, _)| square).collect();
        let square = moves[rng.below(moves.len())];
        game.play(square).unwrap();
        steps.push(Step { color, square: Some(square), before, after: game.clone(), turn: None });
    }
    Replay { steps }
}

/// The slow, obvious twin of the solver.
fn negamax(board: Board) -> Score {
    match board.children().map(|(_, child)| -negamax(child)).max() {
        Some(best) => best,
        None if board.is_over() => board.final_score(),
        None => -negamax(board.pass()),
    }
}

#[test]
fn values_are_those_of_perfect_play() {
    let mut losses = 0;
    for seed in 0..6 {
        let replay = random_game(seed);
        let exact = solve(&replay, Depth { empties: 7, nodes: u64::MAX });
        for (step, exact) in replay.steps.iter().zip(exact) {
            if step.before.board().empty_count() > 7 {
                assert_eq!(exact, None);
                continue;
            }
            let exact = exact.unwrap();
            assert_eq!(exact.best, negamax(step.before.board()));
            let after = step.before.board().play(step.square.unwrap()).unwrap();
            assert_eq!(exact.played, -negamax(after));
            assert!(exact.loss() >= 0);
            losses += exact.loss();
        }
    }
    assert!(losses > 0, "random movers throw discs away");
}

#[test]
fn a_small_budget_leaves_early_positions_unknown() {
    let replay = random_game(1);
    let exact = solve(&replay, Depth { empties: 30, nodes: 50 });
    assert_eq!(exact.first(), Some(&None));
    assert!(exact.last().unwrap().is_some());
}

#[test]
fn the_result_changes_with_its_sign() {
    let exact = |best, played| Exact { best, played };
    assert!(exact(2, 0).changes_result() && exact(0, -2).changes_result() && exact(2, -2).changes_result());
    assert!(!exact(64, 2).changes_result() && !exact(-2, -64).changes_result());
    assert_eq!(exact(2, -4).loss(), 6);
}
