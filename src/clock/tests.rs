use super::*;

#[test]
fn a_deadline_passes_when_its_time_has_come() {
    let start = Instant::now();
    assert!(Deadline::new(start, Duration::ZERO).is_past());
    assert!(!Deadline::new(start, Duration::from_secs(3_600)).is_past());
    assert!(!Deadline::Never.is_past());
    assert_eq!(Deadline::new(start, Duration::ZERO).remaining(), Some(Duration::ZERO));
    assert_eq!(Deadline::Never.remaining(), None);
}

#[test]
fn a_share_of_the_time_left_is_counted_from_now_on() {
    let now = || Duration::from_secs(60);
    let deadline = Deadline::On(now, Duration::from_secs(70));
    assert_eq!(deadline.remaining(), Some(Duration::from_secs(10)));
    assert_eq!(deadline.after_share(0.7).remaining(), Some(Duration::from_secs(7)));
    assert!(Deadline::On(now, Duration::from_secs(60)).is_past());
    assert!(!Deadline::Never.after_share(0.5).is_past());
}

#[test]
fn every_turn_ends_below_the_referees_limit() {
    for (manager, limit_ms) in [
        (TimeManager::CODINGAME_FIRST_TURN, 2_000),
        (TimeManager::CODINGAME_TURN, 150),
        (TimeManager::COURSE_TURN, 1_000),
    ] {
        assert!(manager.soft <= manager.hard);
        assert!(manager.hard < Duration::from_millis(limit_ms));
    }
}

#[test]
fn thinking_stops_at_the_soft_bound_and_an_answer_is_late_after_the_hard_one() {
    let manager = TimeManager::new(138, 146);
    let long_ago = Instant::now().checked_sub(Duration::from_millis(138)).unwrap();
    assert!(manager.deadline(long_ago).is_past());
    assert!(manager.deadline(Instant::now() + Duration::from_secs(60)).remaining() > Some(manager.soft));
    assert!(!manager.is_late(Duration::from_millis(146)));
    assert!(manager.is_late(Duration::from_millis(147)));
}

#[test]
fn thinking_stops_earlier_after_pauses() {
    let manager = TimeManager::new(134, 146);
    let soft_after = |pause_ms| manager.soft_after(Duration::from_millis(pause_ms));
    assert_eq!(soft_after(0), manager.soft);
    assert_eq!(soft_after(6), manager.soft);
    assert_eq!(soft_after(10), Duration::from_millis(126));
    assert_eq!(soft_after(60), Duration::from_micros(100_500));
    assert_eq!(soft_after(10_000), Duration::from_micros(100_500));
}

#[test]
fn pauses_are_gaps_between_looks_of_one_turn_and_fade() {
    let start = Instant::now();
    let at = |ms| start + Duration::from_millis(ms);
    let mut pauses = Pauses { last_look: None, longest: Duration::ZERO };
    for ms in [0, 1, 9, 10] {
        pauses.look(at(ms));
    }
    assert_eq!(pauses.next_turn(), Duration::from_millis(8));
    pauses.look(at(1_000));
    pauses.look(at(1_001));
    assert_eq!(pauses.next_turn(), Duration::from_millis(7));
    pauses.look(at(2_000));
    pauses.look(at(2_020));
    assert_eq!(pauses.next_turn(), Duration::from_millis(20));
}

#[test]
fn set_up_is_part_of_the_first_turn_however_long_the_program_waited() {
    let set_up = Instant::now();
    let took = Duration::from_millis(300);
    let asked = set_up + took;
    for waited in [Duration::ZERO, Duration::from_millis(40), Duration::from_secs(60)] {
        assert_eq!(first_turn_start(set_up, asked, asked + waited), set_up + waited);
    }
    assert_eq!(first_turn_start(asked, asked, asked), asked);
}
