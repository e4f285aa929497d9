//! The unit of estimates.

/// An estimated result in units of 1/128 disc ([`DISC`]); each use names the side.
pub type Value = i32;

/// One disc as a [`Value`].
pub const DISC: Value = 128;

/// The largest estimate: all 64 discs.
pub const MAX_VALUE: Value = 64 * DISC;
