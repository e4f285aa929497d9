//! Matches: openings, colour-swapped pairs, results files, shards, scores and ratings.

pub mod openings;
pub mod pairs;
pub mod results;
pub mod standings;
pub mod summary;
pub mod tally;
