//! Weaker opponents, from one that loses to the simplest bots to one that rarely errs.
//!
//! A level searches with fixed playouts, late in the game for exact scores. It then draws among the moves
//! that lose little enough by that search. With the same seed it plays the same game on every machine.

use outflank::board::Board;
use outflank::rng::Rng;

use crate::search::{Budget, Goal, MoveReport, Report};

/// A strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// From 1, the weakest, to [`Level::COUNT`].
    pub number: u8,
    /// The largest loss that the level accepts by its own search, in discs.
    pub allowed: f32,
    /// Playouts of its search.
    pub playouts: u64,
    /// From this many empties on, it knows the score of every move.
    pub exact: u32,
}

/// Accepted losses in discs, playouts and empties with exact scores, from level 1 on.
const LEVELS: [(f32, u64, u32); Level::COUNT as usize] = [
    (60.0, 200, 2),
    (36.0, 200, 2),
    (24.0, 200, 4),
    (16.0, 300, 6),
    (11.0, 300, 6),
    (8.0, 400, 8),
    (5.5, 600, 8),
    (3.5, 1_000, 10),
    (2.0, 1_500, 12),
    (1.0, 2_500, 12),
];

impl Level {
    /// The number of levels.
    pub const COUNT: u8 = 10;

    /// The level with this number, from 1 to [`Level::COUNT`].
    pub fn nth(number: u8) -> Option<Self> {
        let &(allowed, playouts, exact) = LEVELS.get(usize::from(number).checked_sub(1)?)?;
        Some(Self { number, allowed, playouts, exact })
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::COUNT).filter_map(Self::nth)
    }

    /// The search of a position that the level plays by.
    pub fn budget(self, board: Board) -> Budget {
        if board.empty_count() <= self.exact {
            Budget::exact(Goal::EveryScore)
        } else {
            Budget::playouts(self.playouts)
        }
    }

    /// Draws one of the moves that lose little enough. The best move is drawn three times as often as one at
    /// the limit.
    pub fn choose<'a>(self, report: &'a Report, rng: &mut Rng) -> Option<&'a MoveReport> {
        let best = report.best()?;
        let weight = |entry: &MoveReport| {
            let share = (best.value - entry.value) / self.allowed;
            if share <= 1.0 {
                1.0 - 2.0 / 3.0 * share
            } else {
                0.0
            }
        };
        let total: f32 = report.moves.iter().map(weight).sum();
        let mut drawn = rng.below(1 << 24) as f32 / (1 << 24) as f32 * total;
        for entry in &report.moves {
            drawn -= weight(entry);
            if drawn < 0.0 {
                return Some(entry);
            }
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Memory, Searcher};
    use outflank::board::Board;

    #[test]
    fn levels_grow_stronger_and_never_lose_more_than_they_accept() {
        let mut searcher = Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 });
        let board = Board::START.play("f5".parse().unwrap()).unwrap();
        let mut last = f32::INFINITY;
        for level in Level::all() {
            assert!(level.allowed < last, "{level:?}");
            last = level.allowed;
            searcher.clear();
            let report = searcher.search(board, Budget::playouts(300));
            let mut rng = Rng::new(u64::from(level.number));
            let choices: Vec<_> = (0..50).filter_map(|_| level.choose(&report, &mut rng)).collect();
            assert!(choices.iter().all(|entry| report.value() - entry.value <= level.allowed));
            assert_eq!(choices.len(), 50);
        }
        assert_eq!((Level::nth(0), Level::nth(Level::COUNT + 1)), (None, None));
    }
}
