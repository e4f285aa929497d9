//! Runs bots against each other: processes, the referee, single games and matches.
//!
//! Bots are hostile until proven otherwise: their time, memory, output and offspring are all bounded. A bot's
//! fault is a result of the game; only trouble of the arena's own is an error.

pub mod text;

pub mod files;

pub mod limits;

pub mod record;

pub mod stop;

pub mod standstill;

pub mod process;

pub mod contestant;

pub mod referee;

pub mod bots;

pub mod stats;

pub mod openings;

pub mod cores;

pub mod tally;

pub mod pairs;

pub mod results;

pub mod shard;

pub mod summary;

pub mod remarks;

pub mod replay;

pub mod analysis;

pub mod diagram;

pub mod page;

pub mod foreign;

pub mod chart;

pub mod tuning;

pub mod standings;

pub mod cli;
