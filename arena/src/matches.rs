//! Many games: openings, pairs with colours swapped, results files, shards, scores and rankings.

pub mod openings;
pub mod pairs;
pub mod results;
pub mod standings;
pub mod summary;
pub mod tally;
