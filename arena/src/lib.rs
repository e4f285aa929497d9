//! Plays bots against each other: processes, the referee, single games, matches and tuning.
//!
//! Bots are treated as hostile: the crate `supervisor` bounds their time, memory, output and child processes.
//! A fault of a bot is a result of the game; only a failure of the arena itself is an error.

#![forbid(unsafe_code)]

pub mod files;

pub mod play;
pub mod stats;

pub mod foreign;
pub mod matches;
pub mod show;
pub mod tuning;

pub mod cli;
