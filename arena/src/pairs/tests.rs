use std::collections::BTreeMap;

use anyhow::anyhow;

use super::*;

fn plan(seed: u64) -> Plan {
    let openings = openings::parse("f5d6c3\nf5f6e6\nf5f4e3\n").unwrap();
    let bots = ["random", "greedy"].map(|name| BotSpec::parse(name).unwrap());
    Plan::new(bots, openings, seed, Limits::CODINGAME)
}

fn run_all(plan: &Plan, indices: std::ops::Range<u64>, jobs: usize) -> BTreeMap<u64, Pair> {
    let mut pairs = BTreeMap::new();
    run(plan, indices, &vec![None; jobs], &Stop::new().unwrap(), &mut |finished| {
        for pair in finished {
            assert!(pairs.insert(pair.index, pair).is_none(), "no pair comes twice");
        }
        Ok(ControlFlow::Continue(()))
    })
    .unwrap();
    pairs
}

#[test]
fn a_pair_swaps_colours_and_keeps_the_opening() {
    for (index, pair) in run_all(&plan(1), 0..4, 1) {
        assert_eq!(pair.index, index);
        let [game, swapped] = &pair.games;
        assert_eq!(game.opening, swapped.opening);
        assert_eq!([&*game.bots[0].name, &*game.bots[1].name], ["random", "greedy"]);
        assert_eq!([&*swapped.bots[0].name, &*swapped.bots[1].name], ["greedy", "random"]);
        assert_ne!(game.seed, swapped.seed);
    }
}

#[test]
fn seed_and_index_determine_a_pair_however_many_run_at_once() {
    let alone = run_all(&plan(1), 0..40, 1);
    assert_eq!(alone.len(), 40);
    assert_eq!(run_all(&plan(1), 0..40, 3), alone);
    let mut parts = run_all(&plan(1), 25..40, 2);
    parts.extend(run_all(&plan(1), 0..25, 1));
    assert_eq!(parts, alone);
    assert_ne!(run_all(&plan(2), 0..40, 1), alone);
}

#[test]
fn every_opening_is_used_before_one_comes_again() {
    let plan = plan(3);
    let mut used: Vec<_> = (0..3).map(|index| plan.setups(index)[0].opening.transcript()).collect();
    assert_eq!(plan.setups(3)[1].opening.transcript(), used[0]);
    used.sort();
    used.dedup();
    assert_eq!(used.len(), 3);
}

#[test]
fn results_are_the_first_bots() {
    assert_eq!(half_points([1, 0], Color::Black), 2);
    assert_eq!(half_points([1, -1], Color::White), 0);
    assert_eq!(half_points([0, 0], Color::White), 1);
    let pair = &run_all(&plan(1), 0..1, 1)[&0];
    let own =
        [half_points(pair.games[0].scores, Color::Black), half_points(pair.games[1].scores, Color::White)];
    assert_eq!(pair.half_points(), own);
}

#[test]
fn a_break_or_an_error_ends_the_run() {
    let run_until = |outcome: fn() -> anyhow::Result<ControlFlow<()>>| {
        let (mut seen, mut has_ended) = (0, false);
        run(&plan(1), 0..u64::MAX, &[None, None], &Stop::new().unwrap(), &mut |finished| {
            assert!(!has_ended, "nothing is handed over after the end");
            seen += finished.len();
            has_ended = seen >= 5;
            if has_ended {
                outcome()
            } else {
                Ok(ControlFlow::Continue(()))
            }
        })
    };
    assert!(run_until(|| Ok(ControlFlow::Break(()))).is_ok());
    let error = run_until(|| Err(anyhow!("the disk is full"))).unwrap_err();
    assert_eq!(error.to_string(), "the disk is full");
}

#[test]
fn a_stop_ends_the_run() {
    let stop = Stop::new().unwrap();
    let result = run(&plan(1), 0..u64::MAX, &[None, None], &stop, &mut |_| {
        stop.request(None);
        Ok(ControlFlow::Continue(()))
    });
    assert!(result.unwrap_err().is::<Stopped>());
}
