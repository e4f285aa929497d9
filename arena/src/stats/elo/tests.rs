use super::*;

fn close(actual: f64, expected: f64, tolerance: f64) {
    assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected}");
}

#[test]
fn pairs_give_the_known_interval() {
    let elo = Scores::of_pairs([39, 8843, 26675, 9240, 44]).unwrap().elo();
    assert_eq!([elo.low, elo.elo, elo.high].map(|elo| format!("{elo:.4}")), ["0.5464", "1.5768", "2.6071"]);
    // The known values have four digits; these pin the formula, computed independently at high precision.
    close(elo.elo, 1.5767629414, 1e-6);
    close(elo.low, 0.5464438336, 1e-6);
    close(elo.high, 2.6071097825, 1e-6);
}

#[test]
fn a_clean_sweep_is_infinite_but_not_certain() {
    let sweep = Scores::of_pairs([0, 0, 0, 0, 7]).unwrap();
    assert_eq!((sweep.elo().elo, sweep.elo().high), (f64::INFINITY, f64::INFINITY));
    // Who wins a pair with probability p wins seven in a row with probability p^7.
    close(expected_score(sweep.elo().low).powi(7), 0.025, 1e-12);
    close(sweep.superiority(), 1.0 - 1.0 / 256.0, 1e-15);
    let whitewash = Scores::of_games([3, 0, 0]).unwrap();
    assert_eq!((whitewash.elo().elo, whitewash.elo().low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    close((1.0 - expected_score(whitewash.elo().high)).powi(3), 0.025, 1e-12);
    assert_eq!(whitewash.superiority(), 1.0 / 16.0);
}

#[test]
fn an_interval_past_a_clean_sweep_ends_at_infinity() {
    let elo = Scores::of_games([1, 0, 9]).unwrap().elo();
    assert!(elo.low.is_finite() && elo.elo.is_finite(), "{elo:?}");
    assert_eq!(elo.high, f64::INFINITY);
}

#[test]
fn nothing_played_says_nothing_and_equality_says_half() {
    assert_eq!(Scores::of_pairs([0; 5]), None);
    let level = Scores::of_pairs([0, 0, 12, 0, 0]).unwrap();
    assert_eq!(level.superiority(), 0.5);
    let EloInterval { low, elo, high } = level.elo();
    assert_eq!(elo.to_string(), "0");
    close(low, -high, 1e-9);
    close(expected_score(high), 1.0 - 0.5 * 0.025f64.powf(1.0 / 12.0), 1e-12);
}

#[test]
fn superiority_is_the_normal_tail() {
    // 60 won, 40 lost: 0.1 / sqrt(0.24 / 100) standard errors.
    close(Scores::of_games([40, 0, 60]).unwrap().superiority(), 0.979_386_583, 1e-8);
}

#[test]
fn score_and_elo_are_inverse() {
    for elo in [-800.0, -3.5, 0.0, 1.0, 191.0, 1200.0] {
        close(elo_of_score(expected_score(elo)), elo, 1e-9);
    }
}
