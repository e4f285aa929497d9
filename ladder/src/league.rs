//! Leagues as on CodinGame: a boss in each, placement meetings, TrueSkill scores, promotion past the boss.
//!
//! The bosses are the first participants, one a league from the lowest on. Everything follows from the
//! submissions and the finished games (`store`), a game of which is a meeting: two rounds, one opening,
//! colours swapped. A rating belongs to a program's stay in one league: a promoted one starts with a new
//! rating.

mod matchmaking;
mod placement;

pub use matchmaking::{score, Reason};
pub use placement::{Leagues, Outcome, Placement, Rules, Seat};

#[cfg(test)]
mod tests;
