//! Searches in slices: the same answers as in one go, at any time, and an end.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use analyst::search::{Budget, Goal, Memory, MoveReport, Report, Searcher, Stop, Thinking};
use outflank::board::{Board, Move};
use outflank::random_games;
use outflank::rng::Rng;

const MEMORY: Memory = Memory { tree: 4 << 20, solver: 1 << 20 };

/// A clock that advances by a millisecond on every read: slices end by work alone.
fn ticking() -> Duration {
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    Duration::from_millis(LOOKS.fetch_add(1, Ordering::Relaxed))
}

/// A position of a random game with this many empties.
fn position(empties: u32, seed: u64) -> Board {
    random_games::position(&mut Rng::new(seed), empties)
}

/// Steps until the end; how many.
fn finish(searcher: &mut Searcher, thinking: &mut Thinking, slice: Duration) -> usize {
    (1..=100_000).find(|_| searcher.step(thinking, slice)).expect("the search ends")
}

fn in_slices(board: Board, budget: Budget, slice: u64) -> (Report, usize) {
    let mut searcher = Searcher::with_host(MEMORY, Stop::default(), Some(ticking));
    let mut thinking = searcher.begin(board, budget);
    let steps = finish(&mut searcher, &mut thinking, Duration::from_millis(slice));
    (searcher.report(&thinking), steps)
}

#[test]
fn playouts_give_the_same_report_however_they_are_sliced() {
    for empties in [58, 40, 30, 25, 21] {
        let board = position(empties, 3);
        let budget = Budget::playouts(6_000);
        let whole = Searcher::new(MEMORY).search(board, budget);
        assert_eq!(in_slices(board, budget, 100_000).0, whole, "{empties} empties");
        let (sliced, steps) = in_slices(board, budget, 4);
        assert!(steps > 3, "{steps} steps");
        assert_eq!(sliced, whole, "{empties} empties");
    }
}

#[test]
fn a_fixed_search_depends_on_nothing_before_it() {
    // A tree so small that its table of nodes is full.
    let memory = Memory { tree: 1 << 20, ..MEMORY };
    let mut used = Searcher::new(memory);
    for seed in 0..8 {
        let board = position(36, seed);
        let budget = Budget::playouts(12_000);
        let fresh = Searcher::new(memory).search(board, budget);
        assert_eq!(used.search(board, budget), fresh, "seed {seed}");
    }
}

#[test]
fn values_near_the_end_are_scores_and_not_chances() {
    let board = position(20, 4);
    let exact = Searcher::new(MEMORY).search(board, Budget::exact(Goal::Score)).value();
    let report = Searcher::new(MEMORY).search(board, Budget::playouts(20_000));
    assert!((report.value() - exact).abs() <= 2.0, "{} and not {exact}", report.value());
}

#[test]
fn proofs_in_slices_are_the_solvers() {
    for seed in 0..3 {
        let board = position(11, seed);
        let whole = Searcher::new(MEMORY).search(board, Budget::exact(Goal::EveryScore));
        let (sliced, _) = in_slices(board, Budget::exact(Goal::EveryScore), 60);
        assert!(sliced.moves.iter().all(MoveReport::is_exact));
        for entry in &whole.moves {
            assert_eq!(sliced.of(entry.mv).map(|twin| twin.bounds), Some(entry.bounds), "{board:?}");
        }
        for goal in [Goal::Score, Goal::Sign, Goal::EverySign] {
            let (report, _) = in_slices(board, Budget::exact(goal), 60);
            assert_eq!(report.bounds().sign(), whole.bounds().sign());
            assert!(goal != Goal::Score || report.value() == whole.value());
        }
    }
}

#[test]
fn an_endless_search_reports_at_any_time_and_ends_once_all_is_proven() {
    let mut searcher = Searcher::with_host(MEMORY, Stop::default(), Some(ticking));
    let midgame = position(36, 1);
    let mut thinking = searcher.begin(midgame, Budget::playouts(u64::MAX));
    let mut playouts = 0;
    for _ in 0..10 {
        assert!(!searcher.step(&mut thinking, Duration::from_millis(20)));
        let report = searcher.report(&thinking);
        assert_eq!(report.moves.len(), midgame.legal_moves().count_ones() as usize);
        assert!(report.playouts > playouts);
        playouts = report.playouts;
    }
    let late = position(10, 2);
    let mut thinking = searcher.begin(late, Budget::playouts(u64::MAX));
    finish(&mut searcher, &mut thinking, Duration::from_millis(100));
    let exact = Searcher::new(MEMORY).search(late, Budget::exact(Goal::EveryScore));
    let report = searcher.report(&thinking);
    assert!(report.moves.iter().all(MoveReport::is_exact));
    assert_eq!(report.value(), exact.value());
}

#[test]
fn a_time_ends_a_search_and_a_stopped_one_has_legal_moves() {
    let board = position(44, 5);
    let (report, _) = in_slices(board, Budget::time(Duration::from_millis(200)), 30);
    assert!(report.playouts > 0 && report.nodes > report.playouts);
    let mut searcher = Searcher::new(MEMORY);
    let thinking = searcher.begin(board, Budget::time(Duration::from_secs(1)));
    let unsearched = searcher.report(&thinking);
    assert_eq!(unsearched.moves.len(), board.legal_moves().count_ones() as usize);
}

#[test]
fn a_pass_and_a_finished_game_are_reported() {
    let passing = Board::new(0b010, 0b001).expect("disjoint");
    let (report, _) = in_slices(passing, Budget::playouts(100), 30);
    assert_eq!(report.best().map(|best| best.mv), Some(Move::PASS));
    assert_eq!((report.board, report.value()), (passing, -64.0));
    let over = Board::new(7, 0).expect("disjoint");
    let (report, steps) = in_slices(over, Budget::playouts(u64::MAX), 30);
    assert_eq!((report.moves.len(), report.value(), steps), (0, 64.0, 1));
}
