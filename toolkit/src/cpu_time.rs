//! CPU time, so that other load does not distort a measurement.

use std::time::Duration;

use rustix::time::{clock_gettime, ClockId};

/// The CPU time of the calling thread since its start.
pub fn of_thread() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Seconds of CPU time that the calling thread has used since [`of_thread`] was `start`; never 0, so that
/// rates stay finite.
pub fn seconds_since(start: Duration) -> f64 {
    of_thread().saturating_sub(start).as_secs_f64().max(1e-9)
}
