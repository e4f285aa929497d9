//! CPU time of the calling thread, so that other load does not distort a measurement.

use std::time::{Duration, Instant};

/// A stopwatch that counts this thread's CPU time, or wall-clock time where Linux's accounting cannot be
/// read.
pub(crate) struct Stopwatch {
    cpu: Option<Duration>,
    wall: Instant,
}

impl Stopwatch {
    /// A stopwatch that starts now.
    pub(crate) fn start() -> Self {
        Self { cpu: thread_cpu_time(), wall: Instant::now() }
    }

    /// Seconds since the start; never 0, so that rates stay finite.
    pub(crate) fn seconds(&self) -> f64 {
        let elapsed = match (self.cpu, thread_cpu_time()) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.wall.elapsed(),
        };
        elapsed.as_secs_f64().max(1e-9)
    }
}

/// The first field of `schedstat`: the CPU time of the thread in nanoseconds.
pub(crate) fn thread_cpu_time() -> Option<Duration> {
    // The kernel updates the count when a thread yields, else only at its ticks.
    std::thread::yield_now();
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    statistics.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
