//! What a bot may use: time a call, memory, and how much of its output is kept.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The longest line that a bot may print, in bytes; CodinGame's own bound is unknown.
pub const OUTPUT_LINE_BYTES: usize = 16 * 1024;
/// How much of one call's standard error is kept, in bytes.
pub const STDERR_BYTES_PER_TURN: usize = 16 * 1024;
/// How much of one game's standard error is kept, in bytes.
pub const STDERR_BYTES_PER_GAME: usize = 256 * 1024;
/// A bot's memory, in MiB, as on CodinGame.
pub const MEMORY_MIB: u32 = 768;

/// Time limits and the clock that measures them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// For each player's own first call, in milliseconds.
    pub first_ms: u32,
    /// For every later call, in milliseconds.
    pub turn_ms: u32,
    /// How much later an answer may come before it is a timeout, in milliseconds; bots are not told.
    pub margin_ms: u32,
    /// What the limits measure.
    pub clock: ClockKind,
}

/// What a time limit measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum ClockKind {
    /// From when the referee starts to send the input until it has read the output, as on CodinGame.
    #[default]
    Wall,
    /// The CPU time that the bot and what it started used meanwhile: for machines with other work to do.
    Cpu,
}

impl Limits {
    /// CodinGame's: 2000 ms on a player's first call, 150 ms on every later one, wall clock, no margin.
    pub const CODINGAME: Self = Self { first_ms: 2000, turn_ms: 150, margin_ms: 0, clock: ClockKind::Wall };

    /// The course judge's: 1000 ms on every call.
    pub const COURSE: Self = Self { first_ms: 1000, turn_ms: 1000, ..Self::CODINGAME };

    /// The limit of a call in milliseconds, the margin not included.
    pub const fn call_ms(&self, is_first: bool) -> u32 {
        if is_first {
            self.first_ms
        } else {
            self.turn_ms
        }
    }

    /// How long a call may take before it is a timeout: the limit and the margin.
    pub const fn call(&self, is_first: bool) -> Duration {
        Duration::from_millis(self.call_ms(is_first) as u64 + self.margin_ms as u64)
    }
}

/// Where one bot's limits differ from those of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitChanges {
    /// Replaces [`Limits::first_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_ms: Option<u32>,
    /// Replaces [`Limits::turn_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn_ms: Option<u32>,
    /// Replaces [`Limits::margin_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin_ms: Option<u32>,
}

impl LimitChanges {
    /// The game's limits as they are for this bot.
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
