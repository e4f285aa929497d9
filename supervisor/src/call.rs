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

/// A program's failure to answer; it loses its game at once. An error of the calls that ask it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum Fault {
    /// The printed line is not a legal move, as whoever reads the line finds.
    #[error("made an illegal move: {output:?}")]
    IllegalMove {
        /// The line, capped; invalid UTF-8 is replaced.
        output: String,
    },
    /// No complete line within the limit plus the margin.
    #[error("gave no answer within {limit_ms} ms")]
    Timeout {
        /// The limit without the margin.
        limit_ms: u32,
    },
    /// It exited, or closed its output, before a complete line.
    #[error("crashed: {how}")]
    Crash {
        /// The cause: `exit code 1`, `signal 11 (segmentation fault)`, `closed its output`.
        how: String,
    },
    /// It printed a line that exceeds the accepted length.
    #[error("printed a line over {limit_bytes} bytes")]
    OutputTooLong {
        /// The accepted length in bytes.
        limit_bytes: usize,
    },
}

impl Fault {
    /// The fault under limits like this, a timeout with its overrun: the call was charged `clock_ms` until
    /// its answer came or was no longer awaited.
    pub fn text(&self, limit: CallLimit, clock_ms: Option<f64>) -> String {
        let (&Self::Timeout { limit_ms }, Some(clock_ms)) = (self, clock_ms) else { return self.to_string() };
        let overrun = clock_ms - f64::from(limit_ms);
        let limit = CallLimit { limit_ms, ..limit };
        let awaited = f64::from(limit.margin_ms) + limit.overtime().as_secs_f64() * 1e3;
        match limit.clock {
            // A bot that neither computes nor answers is late by the wall clock.
            ClockKind::Cpu if overrun <= 0.0 => {
                format!("timeout: no answer, {clock_ms:.1} of {limit_ms} ms of CPU time used")
            }
            // The late request was no call: the bot had to pass.
            ClockKind::Wall if overrun <= 0.0 => format!("timeout: {self}"),
            ClockKind::Cpu => format!("timeout: {overrun:.1} ms of CPU time or more over its {limit_ms} ms"),
            ClockKind::Wall if overrun >= awaited => {
                format!("timeout: no answer {awaited:.0} ms after its {limit_ms} ms")
            }
            ClockKind::Wall => format!("timeout: {overrun:.1} ms over its {limit_ms} ms"),
        }
    }
}
