//! The clock of the program, and times and threads on its command line.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A number of seconds that a search can take.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected seconds, such as 0.5".to_string())?;
    if (0.001..=1e6).contains(&seconds) {
        Ok(seconds)
    } else {
        Err("expected seconds, from 0.001 to 1000000".to_string())
    }
}

/// The time since the program started: the library's clock.
pub(super) fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The number of threads: one a core, unless it is given.
pub(super) fn threads(given: Option<u16>) -> usize {
    given.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}
