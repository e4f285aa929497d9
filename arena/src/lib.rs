//! Runs bots against each other: processes, the referee, single games and matches.
//!
//! Bots are hostile until proven otherwise: their time, memory, output and offspring are all bounded. A bot's
//! fault is a result of the game; only trouble of the arena's own is an error.

pub mod files;
pub mod stop;
pub mod text;

pub mod play;
pub mod stats;

pub mod foreign;
pub mod matches;
pub mod show;
pub mod tuning;

pub mod cli;
