//! Points in time at which thinking must stop.
//!
//! Knows the standard library alone: searches hand in counts, never the other way round.

use std::time::{Duration, Instant};

/// When a search or a solver must give up; asked at least every 0.5 ms of work.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// Never passes: for work bounded by counts alone.
    pub const NEVER: Self = Self(None);

    /// Passes `after` this much time from `start`.
    pub fn new(start: Instant, after: Duration) -> Self {
        Self(start.checked_add(after))
    }

    /// Whether the time has come; reads the clock.
    pub fn is_past(self) -> bool {
        self.0.is_some_and(|at| Instant::now() >= at)
    }

    /// The time left, 0 if it has passed, `None` if it never does.
    pub fn remaining(self) -> Option<Duration> {
        self.0.map(|at| at.saturating_duration_since(Instant::now()))
    }

    /// The earlier of two deadlines.
    pub fn min(self, other: Self) -> Self {
        match (self.0, other.0) {
            (Some(a), Some(b)) => Self(Some(a.min(b))),
            (a, b) => Self(a.or(b)),
        }
    }
}
