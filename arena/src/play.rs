//! A single game: bots and their processes, limits, the referee, and the game's record.

pub mod bots;
pub mod contestant;
pub mod limits;
pub mod record;
pub mod referee;
