//! A single game: bots and their processes, limits, the referee, and the game's record.

pub mod bots;
pub mod contestant;
pub mod cores;
pub mod limits;
pub mod process;
pub mod record;
pub mod referee;
pub mod sandbox;
pub mod stall;
