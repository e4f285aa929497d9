//! Match statistics: pure functions from counts to estimates and decisions.
//!
//! A pair is two games from one opening with colours swapped. Its games are not independent, so errors and
//! tests count pairs (pentanomial). The trinomial forms count games without pairs.

mod bradley_terry;
mod elo;
mod gsprt;

pub use bradley_terry::{Crosstable, Rating, Ratings};
pub use elo::{
    elo_of_score, expected_score, normal_cdf, EloInterval, Pentanomial, Scores, Trinomial, MIN_GAMES, Z_95,
};
pub use gsprt::{Decision, Sprt, SprtProgress};
