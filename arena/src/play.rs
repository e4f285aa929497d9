//! One game: bots and their processes, limits, the referee, and the record of what happened.

pub mod bots;
pub mod contestant;
pub mod cores;
pub mod limits;
pub mod process;
pub mod record;
pub mod referee;
pub mod stall;
