//! Stopping a search from outside, and the clock that its host provides.
//!
//! The engine's [`Deadline`] calls a function for the time. The function here also checks a [`Stop`]: once it
//! is raised, the time is past every deadline.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::time::Duration;

use outflank::clock::{Clock, Deadline};

/// Past every deadline.
const PAST_ALL: Duration = Duration::from_secs(4_000_000_000);

/// The deadline of a search without one: nine years.
const UNLIMITED: Duration = Duration::from_secs(300_000_000);

/// Counts the reasons for a search to stop; raised by another thread, settled by the one that meets the
/// reason.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicU32>);

impl Stop {
    /// Adds a reason to stop.
    pub fn raise(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    /// Removes a reason, if there is one.
    pub fn settle(&self) {
        let _ = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |count| count.checked_sub(1));
    }

    /// Whether there is a reason.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::SeqCst) != 0
    }
}

/// The deadline that passes `time` from now by the host's clock, which stands still if there is none, and at
/// once when `stop` is raised; without a `time`, only then.
pub fn deadline(stop: &Stop, clock: Option<Clock>, time: Option<Duration>) -> Deadline {
    let now = move || clock.map_or(Duration::ZERO, |clock| clock());
    let end = time.map_or(UNLIMITED, |time| now().saturating_add(time).min(UNLIMITED));
    let stop = stop.clone();
    Deadline::on(move || if stop.is_raised() { PAST_ALL } else { now() }, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_stop_is_past_every_deadline_until_it_is_settled() {
        let stop = Stop::default();
        let endless = deadline(&stop, None, None);
        assert!(!endless.is_past());
        stop.raise();
        assert!(endless.is_past() && endless.after_share(0.5).is_past());
        stop.settle();
        stop.settle();
        assert!(!endless.is_past());
    }

    #[test]
    fn the_clock_of_the_host_decides() {
        let at_five: Clock = || Duration::from_secs(5);
        assert!(deadline(&Stop::default(), Some(at_five), Some(Duration::ZERO)).is_past());
        let later = deadline(&Stop::default(), Some(at_five), Some(Duration::from_secs(2)));
        assert_eq!(later.remaining(), Some(Duration::from_secs(2)));
    }
}
