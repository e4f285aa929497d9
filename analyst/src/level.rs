//! Weaker opponents: each level gives away discs, but never more than its bound in one move.
//!
//! A level searches with fixed playouts and then draws among the moves that lose little enough, so that with the same
//! seed it plays the same game on every machine. It never plays a move at random: a corner for nothing costs more
//! than any bound.

use outflank::rng::Rng;

use crate::search::{Budget, MoveReport, Report};

/// A strength with a bounded loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// From 1, the weakest, to [`Level::COUNT`].
    pub number: u8,
    /// The most that a move may lose against the best one, in discs.
    pub bound: f32,
    /// Playouts of its search.
    pub playouts: u64,
}

/// Bounds in discs, from level 1 on.
const BOUNDS: [f32; Level::COUNT as usize] = [20.0, 16.0, 13.0, 10.5, 8.5, 6.5, 5.0, 3.5, 2.5, 1.5];

/// Share of the bound that a move may lose by the level's own search, which is not exact.
const USED_SHARE: f32 = 0.7;

impl Level {
    /// How many levels there are.
    pub const COUNT: u8 = 10;

    /// The level with this number, from 1 to [`Level::COUNT`].
    pub fn nth(number: u8) -> Option<Self> {
        let bound = *BOUNDS.get(usize::from(number).checked_sub(1)?)?;
        Some(Self { number, bound, playouts: 6_000 })
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::COUNT).filter_map(Self::nth)
    }

    /// The search that the level plays by.
    pub fn budget(self) -> Budget {
        Budget::playouts(self.playouts)
    }

    /// Draws one of the moves that lose at most what the level may lose: a larger loss is less likely, so that the
    /// level's typical loss is about a quarter of its bound where there is a choice.
    pub fn choose<'a>(self, report: &'a Report, rng: &mut Rng) -> Option<&'a MoveReport> {
        let best = report.best()?;
        let loss = |entry: &MoveReport| best.value - entry.value;
        let weight = |entry: &MoveReport| {
            let share = loss(entry) / self.bound;
            if share <= USED_SHARE {
                1.0 - share
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
