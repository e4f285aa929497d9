//! Weaker opponents: about 19 of 20 moves of a level lose no more discs than its bound.
//!
//! A level searches with fixed playouts, late in the game for exact scores. It then draws among the moves
//! that lose little enough by that search. With the same seed it plays the same game on every machine.

use outflank::board::Board;
use outflank::rng::Rng;

use crate::search::{Budget, Goal, MoveReport, Report};

/// A strength with a bounded loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// From 1, the weakest, to [`Level::COUNT`].
    pub number: u8,
    /// The most discs that a move loses against the best one: by a search 20 times as long, about 19 moves in
    /// 20 keep it.
    pub bound: f32,
    /// The largest loss that the level accepts by its own search, in discs.
    pub allowed: f32,
    /// Playouts of its search.
    pub playouts: u64,
}

/// Bounds and accepted losses in discs, and playouts, from level 1 on. The searches are not exact, so that
/// what they accept must lie well below the bounds.
const LEVELS: [(f32, f32, u64); Level::COUNT as usize] = [
    (20.0, 9.0, 2_000),
    (16.0, 7.0, 2_000),
    (13.0, 5.5, 2_000),
    (11.0, 4.5, 2_000),
    (9.0, 3.5, 2_000),
    (8.0, 2.5, 3_000),
    (7.0, 1.75, 4_000),
    (6.0, 1.25, 8_000),
];

/// From this many empties on, levels know the score of every move: some tenths of a second at most.
const EXACT_EMPTIES: u32 = 16;

impl Level {
    /// The number of levels.
    pub const COUNT: u8 = 8;

    /// The level with this number, from 1 to [`Level::COUNT`].
    pub fn nth(number: u8) -> Option<Self> {
        let &(bound, allowed, playouts) = LEVELS.get(usize::from(number).checked_sub(1)?)?;
        Some(Self { number, bound, allowed, playouts })
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::COUNT).filter_map(Self::nth)
    }

    /// The search of a position that the level plays by. Late estimates of moves that lose nothing but discs
    /// are crude, so every score is exact then.
    pub fn budget(self, board: Board) -> Budget {
        if board.empty_count() <= EXACT_EMPTIES {
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
    fn levels_grow_stronger_and_never_exceed_their_bound_by_their_own_search() {
        let mut searcher = Searcher::new(Memory { tree: 1 << 20, solver: 1 << 16 });
        let board = Board::START.play("f5".parse().unwrap()).unwrap();
        let mut last = f32::INFINITY;
        for level in Level::all() {
            assert!(level.bound < last && level.allowed < level.bound, "{level:?}");
            last = level.bound;
            searcher.clear();
            let report = searcher.search(board, Budget::playouts(300));
            let mut rng = Rng::new(u64::from(level.number));
            let choices: Vec<_> = (0..50).filter_map(|_| level.choose(&report, &mut rng)).collect();
            assert!(choices.iter().all(|entry| report.value() - entry.value <= level.bound));
            assert_eq!(choices.len(), 50);
        }
        assert_eq!((Level::nth(0), Level::nth(Level::COUNT + 1)), (None, None));
    }
}
