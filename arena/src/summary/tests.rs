use super::*;

/// A game of two calls a side in which white times out.
fn timeout_of_white(black_ms: [f64; 2], white_ms: [f64; 2]) -> GameLine {
    GameLine {
        moves: "f5d6c3".into(),
        termination: Termination::Fault { by: Color::White, fault: Fault::Timeout { limit_ms: 150 } },
        scores: [1, -1],
        discs: [5, 2],
        clock_ms: [black_ms.to_vec(), white_ms.to_vec()],
        stood_still_ms: Default::default(),
    }
}

#[test]
fn faults_and_times_go_to_the_bot_behind_the_colour() {
    let games = [timeout_of_white([100.0, 1.0], [200.0, 2.0]), timeout_of_white([100.5, 1.5], [200.5, 2.5])];
    let mut summary = Summary::default();
    summary.add(&PairLine { pair: 0, opening: String::new(), games });
    assert_eq!(summary.tally.to_string(), "+1 =0 -1");
    assert_eq!(summary.faults(), 2);
    for bot in &summary.bots {
        assert_eq!(bot.faults["timeout"], 1);
    }
    // The first bot is black in the first game: 100 and 1 ms, then white: 200.5 and 2.5 ms.
    let times = &summary.bots[0].times;
    assert_eq!(times.first().unwrap(), Spread { median: 100.0, percentile_99: 200.5, maximum: 200.5 });
    assert_eq!(times.later().unwrap(), Spread { median: 1.0, percentile_99: 2.5, maximum: 2.5 });
    assert_eq!(
        summary.bots[1].to_string(),
        "timeout x 1; first turns median 100.5 ms, max 200.0 ms; later turns median 1.5 ms, 99 % 2.0 ms, max 2.0 ms"
    );
}

#[test]
fn the_percentile_leaves_one_in_a_hundred_above() {
    let times: Vec<f64> = (1..=200).map(f64::from).collect();
    assert_eq!(spread(&times).unwrap(), Spread { median: 100.0, percentile_99: 198.0, maximum: 200.0 });
    assert_eq!(spread(&[]), None);
    assert_eq!(BotSummary::default().to_string(), "no faults");
}

#[test]
fn turns_during_which_the_machine_stood_still_are_told_apart() {
    let mut game = timeout_of_white([100.0, 1.0], [110.0, 190.0]);
    game.stood_still_ms = [vec![0.0, 0.0], vec![0.0, 60.25]];
    let mut white = BotSummary::default();
    white.add(&game, Color::White);
    white.add(&timeout_of_white([0.0; 2], [120.0, 2.0]), Color::White);
    assert_eq!(
        white.to_string(),
        "timeout x 2; first turns median 110.0 ms, max 120.0 ms; later turns median 2.0 ms, 99 % 190.0 ms, max 190.0 ms; \
         the machine stood still during 1 turn, for up to 60.2 ms; other later turns max 2.0 ms"
    );
    let mut black = BotSummary::default();
    black.add(&game, Color::Black);
    assert!(!black.to_string().contains("stood still"));
}
