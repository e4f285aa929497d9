//! The FFO endgame suite: positions with published scores of all moves.

use outflank::clock::Deadline;
use outflank::endgame::Solver;
use outflank::obf::ObfPosition;

/// The positions with the numbers `first` to `last`.
fn positions(first: usize, last: usize) -> impl Iterator<Item = (usize, ObfPosition)> {
    let all = ObfPosition::parse_all(include_str!("ffo/positions.obf")).expect("a well-formed file");
    assert_eq!(all.len(), 59);
    (1..).zip(all).skip(first - 1).take(last + 1 - first)
}

fn assert_solved(first: usize, last: usize) {
    let mut solver = Solver::new(16 << 20);
    for (number, position) in positions(first, last) {
        solver.new_turn();
        let outcome = solver.solve(position.board, -64, 64, Deadline::Never);
        let best = position.best_score();
        assert_eq!(outcome.bounds.score(), best, "FFO {number}");
        let known = position.scores.iter().find(|(mv, _)| Some(*mv) == outcome.best);
        assert!(known.is_none_or(|&(_, score)| Some(score) == best), "FFO {number}: {:?}", outcome.best);
    }
}

#[test]
fn positions_1_to_30_are_solved() {
    assert_solved(1, 30);
}

#[test]
fn positions_31_to_40_are_solved() {
    assert_solved(31, 40);
}

#[test]
fn every_move_of_positions_1_to_12_has_its_score() {
    let mut solver = Solver::new(16 << 20);
    for (number, position) in positions(1, 12) {
        for (mv, score) in position.scores {
            let square = mv.square().expect("these positions have no passes");
            let child = position.board.play(square).expect("a legal move");
            let outcome = solver.solve(child, -64, 64, Deadline::Never);
            assert_eq!(outcome.bounds.score(), Some(-score), "FFO {number} {mv}");
        }
    }
}

#[test]
fn win_draw_loss_of_positions_1_to_23_is_proven() {
    let mut solver = Solver::new(16 << 20);
    for (number, position) in positions(1, 23) {
        let outcome = solver.solve_wld(position.board, Deadline::Never);
        assert_eq!(outcome.bounds.sign(), position.best_score().map(i32::signum), "FFO {number}");
    }
}
