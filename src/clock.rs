//! Deadlines of searches, and how much of a turn to spend on thinking.
//!
//! Uses only the standard library; searches depend on it.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A clock: the time since a fixed moment.
pub type Clock = fn() -> Duration;

/// The time at which a search or a solver must stop; polled every 0.1 ms of work, at least every ms.
#[derive(Clone)]
pub enum Deadline {
    /// Never passes: for work bounded by counts alone.
    Never,
    /// Passes when this clock shows this time.
    On(Arc<dyn Fn() -> Duration + Send + Sync>, Duration),
}

impl Deadline {
    /// Passes when `clock` shows `at`: for wall time that is watched, CPU time, a host's clock.
    pub fn on(clock: impl Fn() -> Duration + Send + Sync + 'static, at: Duration) -> Self {
        Self::On(Arc::new(clock), at)
    }

    /// Passes `after` this much wall time from `start`.
    pub fn new(start: Instant, after: Duration) -> Self {
        Self::on(move || start.elapsed(), after)
    }

    /// Whether the deadline has passed; reads the clock.
    pub fn is_past(&self) -> bool {
        match self {
            Self::Never => false,
            Self::On(now, at) => now() >= *at,
        }
    }

    /// The time left, 0 if it has passed, `None` if it never does.
    pub fn remaining(&self) -> Option<Duration> {
        match self {
            Self::Never => None,
            Self::On(now, at) => Some(at.saturating_sub(now())),
        }
    }

    /// The deadline after `share` (0 to 1) of the time that is left now; `Never` for `Never`.
    pub fn after_share(&self, share: f64) -> Self {
        match self {
            Self::Never => Self::Never,
            Self::On(now, at) => {
                let time = now();
                Self::On(Arc::clone(now), time + at.saturating_sub(time).mul_f64(share))
            }
        }
    }
}

/// Measures how long the machine stalls during a player's turns, as gaps between polls of their deadlines.
#[derive(Debug, Default)]
pub struct StallWatch(Mutex<Stalls>);

impl StallWatch {
    /// The time since `start`; a gap since the last call of this turn is a stall.
    fn elapsed_since(&self, start: Instant) -> Duration {
        let now = Instant::now();
        if let Ok(mut stalls) = self.0.lock() {
            stalls.poll(now);
        }
        now.saturating_duration_since(start)
    }

    /// Begins a turn; returns the longest recent stall (see [`Stalls::next_turn`]).
    fn next_turn(&self) -> Duration {
        self.0.lock().map_or(Duration::ZERO, |mut stalls| stalls.next_turn())
    }
}

/// Stalls of the machine, measured as gaps between polls of the clock.
#[derive(Debug, Default)]
struct Stalls {
    last_poll: Option<Instant>,
    /// The longest recent one; it shrinks by an eighth every turn.
    longest: Duration,
}

impl Stalls {
    fn poll(&mut self, now: Instant) {
        if let Some(last) = self.last_poll {
            self.longest = self.longest.max(now.saturating_duration_since(last));
        }
        self.last_poll = Some(now);
    }

    /// The longest stall of the turns before, earlier ones counting less. The time until the first poll of
    /// the next turn is no stall: the player waits for its opponent.
    fn next_turn(&mut self) -> Duration {
        let longest = self.longest;
        *self = Self { last_poll: None, longest: longest * 7 / 8 };
        longest
    }
}

/// How long a turn may take, counted from the moment its first line has been read.
///
/// No protocol spoken here has a time bank, so every turn uses all of its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeManager {
    /// When thinking stops.
    pub soft: Duration,
    /// When the answer must have been written; below the referee's limit, and `soft` or later.
    pub hard: Duration,
}

impl TimeManager {
    /// Each player's first turn on CodinGame, where the limit is 2,000 ms, set-up included (see
    /// [`first_turn_start`]). The first move gains little from more time, and a virtual machine may stall for
    /// 300 ms.
    pub const CODINGAME_FIRST_TURN: Self = Self::new(1_500, 1_900);

    /// Every later turn on CodinGame, where the limit is 150 ms. Idle loops measured stalls of up to 11 ms
    /// there, and of 20 ms at busy hours: after 126 ms of thinking even such a turn is answered in time.
    /// Other machines mostly stalled for less, but on bad days for up to 150 ms, for which no turn is short
    /// enough. A build with checks needs more room: it takes up to 10 ms to solve one leaf.
    pub const CODINGAME_TURN: Self = Self::new(if cfg!(debug_assertions) { 120 } else { 126 }, 146);

    /// A turn for the course judge, whose limit is 1,000 ms.
    pub const COURSE_TURN: Self = Self::new(900, 980);

    /// Stops thinking after `soft_ms`; the answer must be written within `hard_ms`.
    pub const fn new(soft_ms: u64, hard_ms: u64) -> Self {
        assert!(soft_ms <= hard_ms, "thinking stops before the answer is due");
        Self { soft: Duration::from_millis(soft_ms), hard: Duration::from_millis(hard_ms) }
    }

    /// When a turn whose first line was read at `start` stops thinking. After recent stalls that is earlier,
    /// by at most a quarter of the time, so that one twice as long would not make the answer late.
    pub fn deadline(self, start: Instant, stalls: &Arc<StallWatch>) -> Deadline {
        let soft = self.soft_after(stalls.next_turn());
        let stalls = Arc::clone(stalls);
        Deadline::on(move || stalls.elapsed_since(start), soft)
    }

    fn soft_after(self, stall: Duration) -> Duration {
        self.soft.min(self.hard.saturating_sub(2 * stall)).max(self.soft * 3 / 4)
    }

    /// Whether an answer that took this long came after the hard bound.
    pub fn is_late(self, elapsed: Duration) -> bool {
        elapsed > self.hard
    }
}

/// The start of the first turn of a program that began its set-up at `set_up`, started to read its first line
/// at `asked` and had it at `heard`: `heard` less the set-up, since the line may have waited that long.
///
/// Whether it did cannot be measured: a busy machine may delay the reading of a line that is already there.
pub fn first_turn_start(set_up: Instant, asked: Instant, heard: Instant) -> Instant {
    heard.checked_sub(asked.saturating_duration_since(set_up)).unwrap_or(set_up)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_passes_when_its_time_is_over() {
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
        let deadline = Deadline::on(now, Duration::from_secs(70));
        assert_eq!(deadline.remaining(), Some(Duration::from_secs(10)));
        assert_eq!(deadline.after_share(0.7).remaining(), Some(Duration::from_secs(7)));
        assert!(Deadline::on(now, Duration::from_secs(60)).is_past());
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
        let stalls = Arc::default();
        let long_ago = Instant::now().checked_sub(Duration::from_millis(138)).unwrap();
        assert!(manager.deadline(long_ago, &stalls).is_past());
        let soon = Instant::now() + Duration::from_secs(60);
        assert_eq!(manager.deadline(soon, &stalls).remaining(), Some(manager.soft));
        assert!(!manager.is_late(Duration::from_millis(146)));
        assert!(manager.is_late(Duration::from_millis(147)));
    }

    #[test]
    fn thinking_stops_earlier_after_stalls() {
        let manager = TimeManager::new(134, 146);
        let soft_after = |stall_ms| manager.soft_after(Duration::from_millis(stall_ms));
        assert_eq!(soft_after(0), manager.soft);
        assert_eq!(soft_after(6), manager.soft);
        assert_eq!(soft_after(10), Duration::from_millis(126));
        assert_eq!(soft_after(60), Duration::from_micros(100_500));
        assert_eq!(soft_after(10_000), Duration::from_micros(100_500));
    }

    #[test]
    fn stalls_are_gaps_between_polls_of_one_turn_and_fade() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut stalls = Stalls::default();
        for ms in [0, 1, 9, 10] {
            stalls.poll(at(ms));
        }
        assert_eq!(stalls.next_turn(), Duration::from_millis(8));
        stalls.poll(at(1_000));
        stalls.poll(at(1_001));
        assert_eq!(stalls.next_turn(), Duration::from_millis(7));
        stalls.poll(at(2_000));
        stalls.poll(at(2_020));
        assert_eq!(stalls.next_turn(), Duration::from_millis(20));
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
}
