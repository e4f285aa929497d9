//! The even positions on which the solver's speed is measured, and solves of those with the fewest empties.

use std::collections::BTreeSet;

use outflank::clock::Deadline;
use outflank::endgame::Solver;
use outflank::obf::ObfPosition;

/// Positions for each number of empties.
const COUNT: usize = 40;

fn positions() -> Vec<ObfPosition> {
    ObfPosition::parse_all(include_str!("balanced/positions.obf")).expect("a well-formed file")
}

#[test]
fn each_number_of_empties_has_its_positions() {
    let all = positions();
    let distinct: BTreeSet<_> =
        all.iter().map(|position| (position.board.player(), position.board.opponent())).collect();
    assert_eq!(distinct.len(), all.len());
    assert_eq!(all.len(), 9 * COUNT);
    for (empties, group) in (16..=24).zip(all.chunks(COUNT)) {
        for position in group {
            assert_eq!(position.board.empty_count(), empties);
            assert_ne!(position.board.legal_moves(), 0);
        }
    }
}

#[test]
fn win_draw_loss_is_the_sign_of_the_score() {
    let mut solver = Solver::new(4 << 20);
    for position in &positions()[..10] {
        solver.clear();
        let sign = solver.solve_wld(position.board, Deadline::Never).bounds.sign();
        solver.clear();
        let score = solver.solve(position.board, -64, 64, Deadline::Never).bounds.score();
        assert_eq!(sign, score.map(i32::signum), "{position}");
    }
}
