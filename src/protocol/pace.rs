//! The limits of each turn.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::clock::{StallWatch, TimeManager};
use crate::engine::Limits;

use super::ProtocolError;

/// The limits of the turns of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Wall-clock time.
    Clock {
        /// The first turn.
        first: TimeManager,
        /// Every later turn.
        later: TimeManager,
    },
    /// This many playouts per turn, regardless of time: the same moves on every machine.
    Playouts(u64),
}

impl Pace {
    /// CodinGame's limits.
    pub const CODINGAME: Self =
        Self::Clock { first: TimeManager::CODINGAME_FIRST_TURN, later: TimeManager::CODINGAME_TURN };

    /// The course judge's limits.
    pub const COURSE: Self = Self::Clock { first: TimeManager::COURSE_TURN, later: TimeManager::COURSE_TURN };

    /// This pace, or the one that the command-line arguments set: none, or `--playouts N`.
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

    /// The limits of a turn, numbered from 1, whose first line was read at `start`, of a player that owns
    /// `stalls`.
    pub fn limits(self, turn: u32, start: Instant, stalls: &Arc<StallWatch>) -> Limits {
        match self {
            Self::Clock { first, .. } if turn == 1 => Limits::until(first.deadline(start, stalls)),
            Self::Clock { later, .. } => Limits::until(later.deadline(start, stalls)),
            Self::Playouts(playouts) => Limits::playouts(playouts),
        }
    }

    /// Whether an answer after `elapsed` exceeds the time limit of the turn.
    pub fn is_late(self, turn: u32, elapsed: Duration) -> bool {
        match self {
            Self::Clock { first, .. } if turn == 1 => first.is_late(elapsed),
            Self::Clock { later, .. } => later.is_late(elapsed),
            Self::Playouts(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    #[test]
    fn arguments_set_the_pace() {
        let pace = |words: &[&str]| Pace::CODINGAME.with_arguments(&arguments(words)).unwrap();
        assert_eq!(pace(&[]), Pace::CODINGAME);
        assert_eq!(pace(&["--playouts", "50"]), Pace::Playouts(50));
    }

    #[test]
    fn unknown_arguments_are_rejected() {
        let message =
            |words: &[&str]| Pace::CODINGAME.with_arguments(&arguments(words)).unwrap_err().to_string();
        assert_eq!(message(&["--help"]), r#"expected no arguments or `--playouts N`, got "--help""#);
        for wrong in [&["--playouts"][..], &["--playouts", "-1"], &["--playouts", "1", "2"], &["", "1"]] {
            assert!(message(wrong).contains("`--playouts N`"), "{wrong:?}");
        }
    }

    #[test]
    fn the_first_turn_has_its_own_limit() {
        let hour = TimeManager::new(3_600_000, 3_600_000);
        let nothing = TimeManager::new(0, 0);
        let pace = Pace::Clock { first: hour, later: nothing };
        let stalls = Arc::default();
        assert!(!pace.limits(1, Instant::now(), &stalls).deadline.is_past());
        assert!(pace.limits(2, Instant::now(), &stalls).deadline.is_past());
        assert!(!pace.is_late(1, Duration::from_secs(1)));
        assert!(pace.is_late(2, Duration::from_secs(1)));
    }

    #[test]
    fn playouts_set_no_deadline() {
        let limits = Pace::Playouts(7).limits(1, Instant::now(), &Arc::default());
        assert_eq!(limits.playouts, 7);
        assert_eq!(limits.deadline.remaining(), None);
        assert!(!Pace::Playouts(7).is_late(1, Duration::MAX));
    }
}
