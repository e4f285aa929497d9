//! The time for a move, by the clocks that a GUI reports.

use std::time::Duration;

use outflank::game::Color;

/// Kept back from every move for the communication between the engine and the GUI.
const OVERHEAD: Duration = Duration::from_millis(30);

/// Share of the time for a move that is used.
const SHARE: f64 = 0.95;

/// From this many empties on, the solver ends most searches early: the main time is spread over the moves
/// before.
const SOLVED_EMPTIES: u32 = 20;

/// The main time is spread over at least this many moves.
const MIN_MOVES: u32 = 3;

/// A side's clock: a main time, then periods of `period` for `stones` moves each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The main time; zero for periods only.
    pub main: Duration,
    /// Length of a period after the main time; zero if the main time is all.
    pub period: Duration,
    /// Moves in a period; zero for no limit, if the period is not zero.
    pub stones: u32,
}

/// Both sides' clocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clocks {
    settings: Option<Settings>,
    left: [Option<Left>; 2],
}

/// The time that is left on a side's clock.
#[derive(Clone, Copy, Debug)]
struct Left {
    time: Duration,
    /// Moves to make in that time; zero in the main time.
    stones: u32,
}

impl Clocks {
    /// Starts both clocks anew.
    pub fn set(&mut self, settings: Settings) {
        let left = if settings.main > Duration::ZERO {
            Left { time: settings.main, stones: 0 }
        } else {
            Left { time: settings.period, stones: settings.stones }
        };
        self.settings = Some(settings);
        self.left = [Some(left); 2];
    }

    /// Starts a new game by the same settings.
    pub fn restart(&mut self) {
        self.left = [None; 2];
        if let Some(settings) = self.settings {
            self.set(settings);
        }
    }

    /// Sets the time that is left for a side, as the GUI reports it.
    pub fn report(&mut self, side: Color, time: Duration, stones: u32) {
        self.left[side as usize] = Some(Left { time, stones });
    }

    /// The side's time for a move with this many empties; `None` without a limit.
    pub fn time_for_move(&self, side: Color, empties: u32) -> Option<Duration> {
        if self.settings.is_some_and(|settings| settings.stones == 0 && settings.period > Duration::ZERO) {
            return None;
        }
        let left = self.left[side as usize]?;
        let usable = left.time.saturating_sub(OVERHEAD.min(left.time / 4));
        if left.stones > 0 {
            return Some(usable.mul_f64(SHARE) / left.stones);
        }
        let moves = (empties.saturating_sub(SOLVED_EMPTIES) / 2).max(MIN_MOVES);
        // Once the main time is over the periods begin, so that a period's time for a move is safe on top.
        let period = match self.settings {
            Some(Settings { period, stones, .. }) if stones > 0 => period.mul_f64(SHARE) / stones,
            _ => Duration::ZERO,
        };
        let main = usable.mul_f64(SHARE) / moves;
        Some((main + period).min(left.time.mul_f64(SHARE) + period).saturating_sub(OVERHEAD.min(period)))
    }

    /// Subtracts the time of a move from a side's clock, as the GUI does.
    pub fn spend(&mut self, side: Color, spent: Duration) {
        let (Some(settings), Some(left)) = (self.settings, &mut self.left[side as usize]) else { return };
        let next = Left { time: settings.period, stones: settings.stones };
        if left.stones > 1 {
            *left = Left { time: left.time.saturating_sub(spent), stones: left.stones - 1 };
        } else if left.stones == 1 || spent >= left.time && settings.stones > 0 {
            *left = next;
        } else {
            left.time = left.time.saturating_sub(spent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(main: u64, period: u64, stones: u32) -> Settings {
        Settings { main: Duration::from_secs(main), period: Duration::from_secs(period), stones }
    }

    #[test]
    fn sudden_death_is_never_overdrawn_and_mostly_used() {
        let mut clocks = Clocks::default();
        clocks.set(seconds(60, 0, 0));
        let (mut used, mut at_22) = (Duration::ZERO, Duration::ZERO);
        for empties in (0..60u32).rev().step_by(2) {
            let time = clocks.time_for_move(Color::Black, empties).expect("a limit");
            used += time + Duration::from_millis(5);
            clocks.spend(Color::Black, time + Duration::from_millis(5));
            if empties > 22 {
                at_22 = used;
            }
        }
        assert!(used < Duration::from_secs(60), "{used:?}");
        assert!(at_22 > Duration::from_secs(46), "{at_22:?}");
    }

    #[test]
    fn periods_are_kept() {
        let mut clocks = Clocks::default();
        clocks.set(seconds(0, 5, 1));
        let time = clocks.time_for_move(Color::White, 40).expect("a limit");
        assert!(time > Duration::from_millis(4_500) && time < Duration::from_millis(4_900), "{time:?}");
        clocks.spend(Color::White, time);
        assert_eq!(clocks.time_for_move(Color::White, 38), Some(time));
        clocks.set(seconds(0, 30, 10));
        let first = clocks.time_for_move(Color::Black, 50).expect("a limit");
        assert!(first > Duration::from_millis(2_700) && first < Duration::from_secs(3));
        clocks.report(Color::Black, Duration::from_secs(1), 4);
        assert!(clocks.time_for_move(Color::Black, 40) < Some(Duration::from_millis(250)));
    }

    #[test]
    fn the_main_time_comes_before_the_periods() {
        let mut clocks = Clocks::default();
        clocks.set(seconds(300, 5, 1));
        let time = clocks.time_for_move(Color::Black, 60).expect("a limit");
        assert!(time > Duration::from_secs(15) && time < Duration::from_secs(25), "{time:?}");
        clocks.spend(Color::Black, Duration::from_secs(400));
        assert!(clocks.time_for_move(Color::Black, 40) < Some(Duration::from_secs(5)));
    }

    #[test]
    fn what_the_gui_says_counts() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.time_for_move(Color::Black, 40), None);
        clocks.report(Color::Black, Duration::from_secs(2), 0);
        assert!(clocks.time_for_move(Color::Black, 40) < Some(Duration::from_millis(250)));
        clocks.report(Color::Black, Duration::ZERO, 0);
        assert_eq!(clocks.time_for_move(Color::Black, 40), Some(Duration::ZERO));
    }

    #[test]
    fn no_stones_mean_no_limit() {
        let mut clocks = Clocks::default();
        clocks.set(seconds(0, 1, 0));
        assert_eq!(clocks.time_for_move(Color::Black, 40), None);
    }
}
