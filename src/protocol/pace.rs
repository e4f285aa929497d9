//! How long the engine thinks about each move.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use crate::clock::TimeManager;
use crate::engine::Limits;

use super::ProtocolError;

/// What bounds a turn's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// The clock.
    Clock {
        /// On the first turn.
        first: TimeManager,
        /// On every later turn.
        later: TimeManager,
    },
    /// This many playouts, however long they take: the same moves on every machine.
    Playouts(u64),
}

impl Pace {
    /// CodinGame's limits.
    pub const CODINGAME: Self =
        Self::Clock { first: TimeManager::CODINGAME_FIRST_TURN, later: TimeManager::CODINGAME_TURN };

    /// The course judge's limits.
    pub const COURSE: Self = Self::Clock { first: TimeManager::COURSE_TURN, later: TimeManager::COURSE_TURN };

    /// This pace as changed by a bot's command-line arguments: none, or `--playouts N`.
    pub fn with_arguments(self, arguments: &[OsString]) -> Result<Self, ProtocolError> {
        match arguments {
            [] => Ok(self),
            [option, count] if option == "--playouts" => {
                let count = count.to_str().and_then(|count| count.parse().ok());
                count.map(Self::Playouts).ok_or_else(|| ProtocolError::usage(arguments))
            }
            _ => Err(ProtocolError::usage(arguments)),
        }
    }

    /// The bounds of a turn, numbered from 1, whose first line was read at `start`.
    pub fn limits(self, turn: u32, start: Instant) -> Limits {
        match self {
            Self::Clock { first, .. } if turn == 1 => Limits::until(first.deadline(start)),
            Self::Clock { later, .. } => Limits::until(later.deadline(start)),
            Self::Playouts(playouts) => Limits::playouts(playouts),
        }
    }

    /// Whether an answer that took this long comes after the clock's hard bound.
    pub fn is_late(self, turn: u32, elapsed: Duration) -> bool {
        match self {
            Self::Clock { first, .. } if turn == 1 => first.is_late(elapsed),
            Self::Clock { later, .. } => later.is_late(elapsed),
            Self::Playouts(_) => false,
        }
    }
}

#[cfg(test)]
mod tests;
