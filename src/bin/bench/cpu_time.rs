//! CPU time of the calling thread, so that a busy machine does not spoil a measurement.

use std::time::{Duration, Instant};

/// A stopwatch that counts this thread's CPU time, or wall-clock time where Linux's accounting cannot be
/// read.
pub(crate) struct Stopwatch {
    cpu: Option<Duration>,
    wall: Instant,
}

impl Stopwatch {
    /// Starts now.
    pub(crate) fn start() -> Self {
        Self { cpu: thread_cpu_time(), wall: Instant::now() }
    }

    /// Seconds since the start; never 0, so that rates can be taken.
    pub(crate) fn seconds(&self) -> f64 {
        let elapsed = match (self.cpu, thread_cpu_time()) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.wall.elapsed(),
        };
        elapsed.as_secs_f64().max(1e-9)
    }
}

/// The first field of `schedstat` is the time spent on a CPU, in nanoseconds.
fn thread_cpu_time() -> Option<Duration> {
    // The kernel brings the count up to date when a thread yields, otherwise only at its ticks.
    std::thread::yield_now();
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    statistics.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
