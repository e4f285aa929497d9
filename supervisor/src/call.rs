//! One call of a program: its time limit, the clock that measures it, and how the program may fail.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The clock of a time limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum ClockKind {
    /// Wall clock from the start of sending the input until the output is read, as on CodinGame.
    #[default]
    Wall,
    /// CPU time of the bot and its descendants meanwhile, for machines under load.
    Cpu,
}

/// The longest time for which a late answer is awaited.
const MAX_OVERTIME: Duration = Duration::from_secs(2);

/// The limit of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallLimit {
    /// The limit that the program knows, in milliseconds.
    pub limit_ms: u32,
    /// Grace time before a late answer is a timeout, in milliseconds.
    pub margin_ms: u32,
    /// The clock of both.
    pub clock: ClockKind,
}

impl CallLimit {
    /// Time until a call is a timeout: the limit plus the margin.
    pub const fn allowed(&self) -> Duration {
        Duration::from_millis(self.limit_ms as u64 + self.margin_ms as u64)
    }

    /// How long an answer is awaited after a timeout, to measure by how much it is late: ten times the limit,
    /// at most two seconds.
    pub fn overtime(&self) -> Duration {
        MAX_OVERTIME.min(Duration::from_millis(10 * u64::from(self.limit_ms)))
    }
}

/// A program's failure to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No complete line within the limit plus the margin.
    Timeout {
        /// The limit without the margin.
        limit_ms: u32,
    },
    /// It exited, or closed its output, before a complete line.
    Crash {
        /// The cause: `exit code 1`, `signal 11 (segmentation fault)`, `closed its output`.
        how: String,
    },
    /// It printed a line that exceeds the accepted length.
    OutputTooLong {
        /// The accepted length in bytes.
        limit_bytes: usize,
    },
}
