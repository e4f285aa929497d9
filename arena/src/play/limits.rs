//! Limits of a bot: time of a call, and memory.

use serde::{Deserialize, Serialize};
use supervisor::call::CallLimit;
pub use supervisor::call::ClockKind;

/// A bot's memory limit in MiB, as on CodinGame.
pub const MEMORY_MIB: u32 = 768;

/// Time limits and their clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// For each player's first call, in milliseconds.
    pub first_ms: u32,
    /// For every later call, in milliseconds.
    pub turn_ms: u32,
    /// Grace time before a late answer is a timeout, in milliseconds; bots do not know it.
    pub margin_ms: u32,
    /// The clock of the limits.
    pub clock: ClockKind,
}

impl Limits {
    /// CodinGame's: 2000 ms for a player's first call, 150 ms for every later one, wall clock, no margin.
    pub const CODINGAME: Self = Self { first_ms: 2000, turn_ms: 150, margin_ms: 0, clock: ClockKind::Wall };

    /// The course judge's: 1000 ms for every call.
    pub const COURSE: Self = Self { first_ms: 1000, turn_ms: 1000, ..Self::CODINGAME };

    /// The limit of a call in milliseconds, without the margin.
    pub const fn call_ms(&self, is_first: bool) -> u32 {
        if is_first {
            self.first_ms
        } else {
            self.turn_ms
        }
    }

    /// The limit of a call with its margin and clock.
    pub const fn call(&self, is_first: bool) -> CallLimit {
        CallLimit { limit_ms: self.call_ms(is_first), margin_ms: self.margin_ms, clock: self.clock }
    }
}

/// One bot's deviations from the limits of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitChanges {
    /// Replaces [`Limits::first_ms`].
    pub first_ms: Option<u32>,
    /// Replaces [`Limits::turn_ms`].
    pub turn_ms: Option<u32>,
    /// Replaces [`Limits::margin_ms`].
    pub margin_ms: Option<u32>,
}

impl LimitChanges {
    /// The game's limits with these deviations.
    pub fn apply(&self, limits: &Limits) -> Limits {
        Limits {
            first_ms: self.first_ms.unwrap_or(limits.first_ms),
            turn_ms: self.turn_ms.unwrap_or(limits.turn_ms),
            margin_ms: self.margin_ms.unwrap_or(limits.margin_ms),
            clock: limits.clock,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::CODINGAME
    }
}

impl std::fmt::Display for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let clock = match self.clock {
            ClockKind::Wall => "wall clock",
            ClockKind::Cpu => "CPU time",
        };
        write!(f, "{} ms first, {} ms a turn", self.first_ms, self.turn_ms)?;
        if self.margin_ms != 0 {
            write!(f, " (+{} ms margin)", self.margin_ms)?;
        }
        write!(f, ", {clock}")
    }
}
