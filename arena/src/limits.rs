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
    /// The CPU time that the bot's process used meanwhile: for machines with other work to do.
    Cpu,
}

impl Limits {
    /// CodinGame's: 2000 ms on a player's first call, 150 ms on every later one, wall clock, no margin.
    pub const CODINGAME: Self = Self { first_ms: 2000, turn_ms: 150, margin_ms: 0, clock: ClockKind::Wall };

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
