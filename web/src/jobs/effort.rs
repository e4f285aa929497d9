//! Bounds on the effort that the page may request.

use std::time::Duration;

use crate::spelling::Failure;

/// The longest time of a search or of a position in an analysis, in milliseconds: an hour.
const MAX_MS: f64 = 3_600_000.0;

/// The most playouts of a search.
pub(super) const MAX_PLAYOUTS: u64 = 1_000_000_000;

/// Milliseconds from the page.
pub(crate) fn duration(ms: f64) -> Result<Duration, Failure> {
    if (0.0..=MAX_MS).contains(&ms) {
        Ok(Duration::from_secs_f64(ms / 1_000.0))
    } else {
        Err(format!("time: expected 0 to {MAX_MS} ms, not {ms}").into())
    }
}
