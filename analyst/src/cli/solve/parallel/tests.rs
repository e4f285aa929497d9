use super::*;
use outflank::endgame::Solver;
use outflank::random_games;
use outflank::rng::Rng;
use std::sync::Mutex;

const SMALL: Division = Division { first_look: 100, leaf: 2_000 };

fn position(empties: u32, seed: u64) -> Board {
    random_games::position(&mut Rng::new(seed), empties)
}

#[test]
fn any_number_of_threads_finds_the_score_and_a_move_that_reaches_it() {
    let mut alone = Solver::new(1 << 20);
    for seed in 0..6 {
        let board = position(14, seed);
        let score = alone.solve(board, -64, 64, Limits::NONE).bounds.score().unwrap();
        for threads in [1, 3] {
            let mut solver = Parallel { division: SMALL, ..Parallel::new(threads, &|_, _| {}) };
            let solved = solver.solve_until(board, -64, 64, &Deadline::Never);
            assert_eq!(solved.bounds, Bounds::exact(score), "{threads} threads");
            let child = solved.best.and_then(Move::square).and_then(|square| board.play(square));
            let child = child.unwrap_or_else(|| board.pass());
            let reply = alone.solve(child, -64, 64, Limits::NONE).bounds.score().unwrap();
            assert_eq!(-reply, score, "the best move");
            let by_sign = Parallel { division: SMALL, ..Parallel::new(threads, &|_, _| {}) }.solve_until(
                board,
                -1,
                1,
                &Deadline::Never,
            );
            assert_eq!(by_sign.bounds.sign(), Some(score.signum()));
        }
    }
}

#[test]
fn kept_proofs_save_the_work_of_a_solve_that_is_resumed() {
    let board = position(15, 4);
    let kept = Mutex::new(Vec::new());
    let keep = |board, proof| kept.lock().unwrap().push((board, proof));
    let mut first = Parallel { division: SMALL, ..Parallel::new(2, &keep) };
    let solved = first.solve_until(board, -64, 64, &Deadline::Never);
    let mut again = Parallel { division: SMALL, ..Parallel::new(2, &|_, _| {}) };
    again.add(board, solved);
    for &(board, proof) in kept.lock().unwrap().iter() {
        again.add(board, proof);
    }
    assert_eq!(again.solve_until(board, -64, 64, &Deadline::Never), solved);
    assert_eq!(again.nodes().load(Ordering::Relaxed), 0);
}

#[test]
fn a_deadline_ends_a_solve_at_once_and_a_later_one_goes_on() {
    let board = position(22, 3);
    let mut solver = Parallel { division: SMALL, ..Parallel::new(2, &|_, _| {}) };
    let past = Deadline::on(|| Duration::from_secs(1), Duration::ZERO);
    let stopped = solver.solve_until(board, -64, 64, &past);
    assert_eq!(stopped.bounds.score(), None, "{stopped:?}");
    assert!(solver.nodes().load(Ordering::Relaxed) < 1_000_000);
    let late = position(13, 3);
    let score = Solver::new(1 << 20).solve(late, -64, 64, Limits::NONE).bounds.score();
    assert_eq!(solver.solve_until(late, -64, 64, &Deadline::Never).bounds.score(), score);
}

#[test]
fn a_stop_in_the_middle_leaves_nothing_wrong_behind() {
    let board = position(14, 5);
    let score = Solver::new(1 << 20).solve(board, -64, 64, Limits::NONE).bounds.score().unwrap();
    let mut solver = Parallel { division: SMALL, ..Parallel::new(2, &|_, _| {}) };
    for looks in [20, 200, 2_000] {
        let seen = AtomicU64::new(0);
        let clock = move || Duration::from_secs(seen.fetch_add(1, Ordering::Relaxed));
        let Bounds { lower, upper } =
            solver.solve_until(board, -64, 64, &Deadline::on(clock, Duration::from_secs(looks))).bounds;
        assert!(i32::from(lower) <= score && score <= i32::from(upper), "{lower} to {upper}, not {score}");
    }
    let solved = solver.solve_until(board, -64, 64, &Deadline::Never);
    assert_eq!(solved.bounds, Bounds::exact(score));
}
