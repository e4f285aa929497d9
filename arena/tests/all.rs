//! The tests of the arena, a module for each subject. They are one program, so that what waits overlaps and
//! one program is linked.

#![allow(clippy::unwrap_used)]

mod command_line;
mod course;
mod faults;
mod foreign_arenas;
mod foreign_files;
mod help;
mod kills;
mod matches;
mod mutations;
mod official_referee;
mod pages;
mod protocols;
mod shards;
mod sources;
mod tournaments;
mod tuning;
