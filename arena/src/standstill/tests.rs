use super::*;

/// A log whose thread woke up at these times, in milliseconds, and what was asked for in the same units.
fn stood_still_ms(woke_at: &[u64], from: u64, to: u64) -> u128 {
    let start = Instant::now();
    let at = |ms| start + Duration::from_millis(ms);
    let mut log = Log::new(start);
    for &ms in woke_at {
        log.wake(at(ms));
    }
    log.stood_still(at(from), at(to)).as_millis()
}

#[test]
fn naps_and_the_schedulers_delays_are_no_pauses() {
    assert_eq!(stood_still_ms(&[2, 4, 8, 17, 19], 0, 20), 0);
}

#[test]
fn a_pause_lasts_from_when_the_thread_should_have_woken_up() {
    assert_eq!(stood_still_ms(&[2, 4, 56, 58], 0, 60), 50);
    assert_eq!(stood_still_ms(&[2, 12, 14, 34, 36], 0, 37), 8 + 18);
}

#[test]
fn only_what_lies_within_the_call_counts() {
    let woke_at = [2, 54, 56, 108];
    assert_eq!(stood_still_ms(&woke_at, 0, 108), 100);
    assert_eq!(stood_still_ms(&woke_at, 24, 78), 30 + 20);
    assert_eq!(stood_still_ms(&woke_at, 54, 58), 0);
}

#[test]
fn a_pause_counts_before_the_thread_has_seen_it() {
    assert_eq!(stood_still_ms(&[2, 4], 0, 46), 40);
    assert_eq!(stood_still_ms(&[2, 4], 0, 13), 0);
}

#[test]
fn old_pauses_are_forgotten() {
    let woke_at: Vec<u64> = (1..=2 * KEPT as u64).map(|pause| 10 * pause).collect();
    assert_eq!(stood_still_ms(&woke_at, 0, 20 * KEPT as u64), 8 * KEPT as u128);
}

#[test]
fn a_call_that_is_over_leaves_nothing_behind() {
    let call = Call::begin();
    assert!(WATCH.log().calls > 0);
    assert!(call.stood_still() <= call.from.elapsed());
}
