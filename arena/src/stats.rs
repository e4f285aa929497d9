//! Statistics of matches: pure functions from counts to estimates and decisions.
//!
//! A pair is two games from one opening with colours swapped; since its games are not independent, errors and
//! tests count pairs. Where games have no pairs, the trinomial forms count games.

mod bradley_terry;
mod elo;
mod gsprt;
mod normal;

pub use bradley_terry::{Crosstable, Rating, Ratings};
pub use elo::{elo_of_score, expected_score, EloInterval, Scores};
pub use gsprt::{BadSprt, Sprt, SprtProgress, Verdict};
pub use normal::{normal_cdf, Z_95};

/// Pairs by the points made in their two games, 0, 1/2, 1, 3/2 and 2: LL, LD, DD or WL, WD, WW.
pub type Pentanomial = [u64; 5];

/// Games lost, drawn and won.
pub type Trinomial = [u64; 3];
