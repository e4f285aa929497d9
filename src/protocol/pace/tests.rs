use super::*;

fn arguments(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

#[test]
fn arguments_choose_the_pace() {
    let pace = |words: &[&str]| Pace::CODINGAME.with_arguments(&arguments(words)).unwrap();
    assert_eq!(pace(&[]), Pace::CODINGAME);
    assert_eq!(pace(&["--playouts", "50"]), Pace::Playouts(50));
}

#[test]
fn unknown_arguments_are_refused() {
    let message = |words: &[&str]| Pace::CODINGAME.with_arguments(&arguments(words)).unwrap_err().to_string();
    assert_eq!(message(&["--help"]), r#"expected no arguments or `--playouts N`, got "--help""#);
    for wrong in [&["--playouts"][..], &["--playouts", "-1"], &["--playouts", "1", "2"], &["", "1"]] {
        assert!(message(wrong).contains("`--playouts N`"), "{wrong:?}");
    }
}

#[test]
fn the_first_turn_has_its_own_time() {
    let hour = TimeManager::new(3_600_000, 3_600_000);
    let nothing = TimeManager::new(0, 0);
    let pace = Pace::Clock { first: hour, later: nothing };
    assert!(!pace.limits(1, Instant::now()).deadline.is_past());
    assert!(pace.limits(2, Instant::now()).deadline.is_past());
    assert!(!pace.is_late(1, Duration::from_secs(1)));
    assert!(pace.is_late(2, Duration::from_secs(1)));
}

#[test]
fn playouts_know_no_clock() {
    let limits = Pace::Playouts(7).limits(1, Instant::now());
    assert_eq!(limits.playouts, 7);
    assert_eq!(limits.deadline.remaining(), None);
    assert!(!Pace::Playouts(7).is_late(1, Duration::MAX));
}
