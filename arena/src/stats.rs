//! Match statistics: pure functions from counts to estimates and decisions.
//!
//! A pair is two games from one opening with colours swapped. Its games are not independent, so errors and
//! tests count pairs (pentanomial). The trinomial forms count games without pairs.

mod bradley_terry;
mod elo;
mod gsprt;
mod normal;

pub use bradley_terry::{Crosstable, Rating, Ratings};
pub use elo::{elo_of_score, expected_score, EloInterval, Pentanomial, Scores, Trinomial, MIN_GAMES};
pub use gsprt::{BadSprt, Decision, Sprt, SprtProgress};
pub use normal::{normal_cdf, Z_95};
