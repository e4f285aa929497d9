use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::time::Duration;

use super::super::budget::Goal;
use super::super::report::{are_twins, MoveReport};
use super::*;
use outflank::bounds::Bounds;
use outflank::game::Game;
use outflank::obf::ObfPosition;
use outflank::random_games;
use outflank::rng::Rng;

fn small() -> Searcher {
    Searcher::new(Memory { tree: 4 << 20, solver: 1 << 20 })
}

/// Positions of random games with this many empties.
fn positions(empties: u32, count: usize, seed: u64) -> Vec<Board> {
    let mut rng = Rng::new(seed);
    (0..count).map(|_| random_games::position(&mut rng, empties)).collect()
}

fn assert_sound(report: &Report) {
    let best = report.best().expect("a position with a move");
    for entry in &report.moves {
        let Bounds { lower, upper } = entry.bounds;
        assert!(lower <= upper && (f32::from(lower)..=f32::from(upper)).contains(&entry.value), "{entry:?}");
        assert!(entry.value <= best.value, "{entry:?} above {best:?}");
        assert!(lower <= best.bounds.upper, "{entry:?} is proven better than {best:?}");
        assert_eq!(entry.line[0], entry.mv);
        let mut board = report.board;
        for mv in &entry.line {
            let next = mv.square().map_or_else(
                || (board.legal_moves() == 0).then(|| board.pass()),
                |square| board.play(square),
            );
            board = next.expect("a legal line");
        }
    }
}

/// No proof of one report may exclude what another proves.
fn assert_agree(one: &Report, other: &Report) {
    for entry in &one.moves {
        let twin = other.of(entry.mv).expect("the same legal moves");
        assert!(entry.bounds.lower <= twin.bounds.upper, "{entry:?} {twin:?}");
        assert!(twin.bounds.lower <= entry.bounds.upper, "{entry:?} {twin:?}");
    }
}

fn never_contradict(count: usize, playouts: u64) {
    for (index, empties) in [7, 10, 12, 14].into_iter().enumerate() {
        for board in positions(empties, count, 7 + index as u64) {
            let exact = small().search(board, Budget::exact(Goal::EveryScore));
            let sign = small().search(board, Budget::exact(Goal::EverySign));
            let hint = small().search(board, Budget::playouts(playouts));
            let report = small().search(board, Budget::playouts(playouts).best_only());
            let mut warm = small();
            for report in [&exact, &sign, &hint, &report] {
                assert_sound(report);
                assert_agree(&exact, report);
            }
            assert!(exact.moves.iter().all(MoveReport::is_exact));
            for budget in [Budget::playouts(20), Budget::exact(Goal::Score), Budget::playouts(200)] {
                let report = warm.search(board, budget);
                assert_sound(&report);
                assert_agree(&exact, &report);
            }
            let value = exact.value();
            assert_eq!(value.signum(), f32::from(sign.bounds().lower.signum()));
            if hint.best().is_some_and(MoveReport::is_exact) {
                assert_eq!(hint.value(), value);
                let best = hint.best().expect("a move").mv;
                assert_eq!(exact.of(best).expect("legal").value, value, "the hint names a best move");
            }
        }
    }
}

#[test]
fn hint_analysis_and_solve_never_contradict_each_other() {
    never_contradict(6, 300);
}

#[test]
#[ignore = "minutes: cargo test --release -p analyst --lib never_contradict -- --ignored"]
fn hint_analysis_and_solve_never_contradict_each_other_in_1000_positions() {
    never_contradict(250, 2_000);
}

#[test]
fn openings_and_midgames_have_a_value_and_a_line_for_every_move() {
    for empties in [60, 50, 40, 30, 22] {
        for board in positions(empties, 2, 3) {
            let report = small().search(board, Budget::playouts(1_000));
            assert_sound(&report);
            assert_eq!(report, small().search(board, Budget::playouts(1_000)), "the same every time");
        }
    }
}

#[test]
fn values_with_24_empties_are_near_the_exact_scores() {
    let text = std::fs::read_to_string("../tests/perfect/positions.obf").expect("scored positions");
    let positions = ObfPosition::parse_all(&text).expect("positions");
    let mut searcher = small();
    let errors = positions.iter().take(8).map(|position| {
        let report = searcher.search(position.board, Budget::playouts(20_000));
        (report.value() - position.best_score().expect("a score") as f32).abs()
    });
    let mean = errors.sum::<f32>() / 8.0;
    assert!(mean <= 2.0, "{mean} discs");
}

#[test]
fn a_pass_is_a_move_and_a_finished_game_has_none() {
    let passing = Board::new(0b010, 0b001).unwrap();
    let report = small().search(passing, Budget::playouts(100));
    assert_eq!(report.best().map(|best| best.mv), Some(Move::PASS));
    assert_eq!(report.moves[0].line.len(), 2);
    assert_eq!((report.value(), report.moves[0].is_exact()), (-64.0, true));
    let over = small().search(Board::new(7, 0).unwrap(), Budget::playouts(100));
    assert_eq!((over.moves.len(), over.value()), (0, 64.0));
}

#[test]
fn a_raised_stop_ends_every_search_with_a_legal_move() {
    let stop = Stop::default();
    stop.raise();
    let mut searcher = Searcher::with_host(Memory { tree: 4 << 20, solver: 1 << 20 }, stop, None);
    for goal in [Goal::Estimate, Goal::Score, Goal::EveryScore] {
        let board = positions(24, 1, 5)[0];
        let report = searcher.search(board, Budget { playouts: u64::MAX, ..Budget::exact(goal) });
        assert_sound(&report);
        assert!(report.playouts < 10_000);
    }
}

#[test]
fn a_forced_wipe_out_is_proven() {
    let board = Game::from_transcript("c4c3f5f4c2c6f3g6b7d3").expect("legal").board();
    let report = small().search(board, Budget::playouts(500));
    let best = report.best().expect("a move");
    assert_eq!((best.mv.to_string().as_str(), best.value), ("h7", 64.0));
}

/// Lends a solver of its own and counts what it is asked.
struct Counting(Solver, Arc<AtomicU64>);

impl super::Prove for Counting {
    fn prove(&mut self, board: Board, alpha: i32, beta: i32, deadline: &Deadline) -> Solution {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.solve(board, alpha, beta, deadline)
    }

    fn speed(&self) -> f64 {
        1.0
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

#[test]
fn a_lent_solver_proves_what_a_time_or_a_goal_asks_for_and_no_playouts() {
    const MINUTE: Duration = Duration::from_secs(60);
    let asked = Arc::default();
    let lent = Counting(Solver::new(1 << 20), Arc::clone(&asked));
    let count = || asked.load(Ordering::Relaxed);
    let mut searcher = small().with_prover(Box::new(lent));
    for board in positions(11, 3, 2) {
        let exact = small().search(board, Budget::exact(Goal::EveryScore));
        let before = count();
        let by_playouts = searcher.search(board, Budget::playouts(200));
        assert_eq!(count(), before);
        let by_goal = searcher.search(board, Budget::exact(Goal::EveryScore));
        assert!(count() > before);
        let before = count();
        let by_time = searcher.search(board, Budget::time(MINUTE).best_only());
        assert!(count() > before);
        for report in [&by_playouts, &by_goal, &by_time] {
            assert_sound(report);
            assert_agree(&exact, report);
        }
        assert_eq!([by_goal.value(), by_time.value()], [exact.value(); 2]);
    }
}

#[test]
fn moves_that_mirror_each_other_have_one_value() {
    let report = small().search(Board::START, Budget::playouts(500));
    assert!(report.moves.iter().all(|entry| entry.value == report.value()), "{report:?}");
    // White may play next to black's disc, opposite to it or diagonally: three different moves.
    let after = Board::START.play("f5".parse().unwrap()).unwrap();
    let moves: Vec<_> = Squares(after.legal_moves()).map(Move::on).collect();
    let twins = moves.iter().flat_map(|&one| moves.iter().map(move |&other| are_twins(after, one, other)));
    assert_eq!(twins.filter(|&are| are).count(), 3);
}
