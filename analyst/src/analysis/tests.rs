use super::*;
use crate::notation::Position;
use crate::search::{Memory, Searcher};
use outflank::bits::Squares;
use outflank::endgame::Solver;
use outflank::game::Game;
use outflank::rng::Rng;

/// A game of random moves.
fn random_game(seed: u64) -> Game {
    let mut rng = Rng::new(seed);
    let mut game = Game::new();
    while !game.is_over() {
        let moves: Vec<_> = Squares(game.board().legal_moves()).collect();
        game.play(moves[rng.below(moves.len())]).expect("legal");
    }
    game
}

fn analysed(game: &Game, plan: Plan) -> (GameRecord, GameAnalysis) {
    let record = GameRecord::from_game(Position::START, game);
    let mut searcher = Searcher::new(Memory { tree: 4 << 20, solver: 1 << 20 });
    let reports: Vec<Report> = record
        .positions()
        .into_iter()
        .map(|Position { board, .. }| {
            searcher.clear();
            searcher.search(board, plan.budget(board))
        })
        .collect();
    let analysis = judge(&record, &reports);
    (record, analysis)
}

#[test]
fn losses_near_the_end_are_the_solvers() {
    let plan = Plan { time: None, playouts: 200, exact_empties: 12 };
    let (_, analysis) = analysed(&random_game(5), plan);
    let mut solver = Solver::new(1 << 20);
    let mut checked = 0;
    for turn in analysis.turns.iter().filter(|turn| turn.board.empty_count() <= 12) {
        let Some(square) = turn.mv.square() else { continue };
        let child = turn.board.play(square).expect("legal");
        let mut exact = |board| {
            solver.solve(board, -64, 64, outflank::limits::Limits::NONE).bounds.score().expect("no limit")
        };
        let (before, after) = (exact(turn.board), -exact(child));
        assert_eq!((turn.before, turn.after, turn.is_exact), (before as f32, after as f32, true));
        assert_eq!(turn.loss, (before - after) as f32);
        checked += 1;
    }
    assert!(checked >= 10, "{checked} positions");
}

#[test]
fn a_curve_has_a_point_for_every_position_and_no_move_gains() {
    let plan = Plan { time: None, playouts: 300, exact_empties: 8 };
    let (record, analysis) = analysed(&random_game(6), plan);
    assert_eq!(analysis.curve.len(), record.moves.len() + 1);
    for (index, turn) in analysis.turns.iter().enumerate() {
        assert!(turn.loss >= 0.0 && turn.after <= turn.before, "{turn:?}");
        let sign = if turn.color == Color::Black { 1.0 } else { -1.0 };
        assert_eq!(analysis.curve[index].value, sign * turn.before);
        assert_eq!(analysis.curve[index + 1].value, sign * turn.after);
    }
}

#[test]
fn what_is_proven_of_a_position_holds_for_its_neighbours() {
    let mut record = GameRecord::from_game(Position::START, &random_game(7));
    let all = record.positions();
    let first = all.iter().position(|at| at.board.empty_count() == 12).expect("no early end");
    record.start = all[first];
    record.moves.drain(..first);
    let mut searcher = Searcher::new(Memory { tree: 1 << 20, solver: 1 << 20 });
    let mut proofs_after = 0;
    for proven in 0..6 {
        // One position is solved; of the others nothing is known but wrong estimates.
        let reports: Vec<Report> = (all[first..].iter().enumerate())
            .map(|(index, &Position { board, .. })| {
                let mut report = searcher.search(board, Budget::exact(Goal::EveryScore));
                for entry in report.moves.iter_mut().filter(|_| index != proven) {
                    (entry.bounds, entry.value) = (Bounds::UNKNOWN, entry.value / 2.0 + 1.0);
                }
                report
            })
            .collect();
        let analysis = judge(&record, &reports);
        assert_eq!(analysis.turns[proven].before, reports[proven].value());
        for pair in analysis.turns.windows(2) {
            assert_eq!(pair[0].bounds[1], pair[1].bounds[0].negated(), "{pair:?}");
            assert_eq!(pair[0].after, -pair[1].before, "{pair:?}");
        }
        let next = &analysis.turns[proven + 1];
        proofs_after += usize::from(next.bounds[0].score().is_some());
    }
    assert_eq!(proofs_after, 6, "a move's score is that of the position after it");
}

#[test]
fn a_first_move_is_as_good_as_any_other() {
    let mut game = Game::new();
    for square in ["c4", "e3", "f5"] {
        game.play(square.parse().expect("a square")).expect("legal");
    }
    let (_, analysis) = analysed(&game, Plan { time: None, playouts: 300, exact_empties: 0 });
    let Turn { loss, best, mv, .. } = &analysis.turns[0];
    assert_eq!((loss, best), (&0.0, mv));
}

#[test]
fn the_deciding_move_is_the_last_that_changed_the_result() {
    let point = |value: i8| CurvePoint { value: f32::from(value), bounds: Bounds::exact(value.into()) };
    let open = CurvePoint { value: 1.0, bounds: Bounds::UNKNOWN };
    assert_eq!(decided_by(&[open, point(4), point(-2), point(-6)]), Some(1));
    assert_eq!(decided_by(&[open, open, point(2), point(2)]), Some(1));
    assert_eq!(decided_by(&[point(2), point(2)]), None);
    assert_eq!(decided_by(&[open, open]), None);
}

#[test]
fn classes_follow_the_loss_and_the_result() {
    for (loss, class) in [
        (0.0, Class::Best),
        (0.5, Class::Good),
        (2.0, Class::Inaccuracy),
        (4.0, Class::Mistake),
        (8.0, Class::Blunder),
        (64.0, Class::Blunder),
    ] {
        assert_eq!(Class::of(loss, false), class);
    }
    assert_eq!(
        [1.9, 2.0, 4.0].map(|loss| Class::of(loss, true)),
        [Class::Good, Class::Mistake, Class::Blunder]
    );
}
