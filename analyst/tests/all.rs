//! The tests of the analyst, a module for each subject. They are one program, so that what waits overlaps and
//! one program is linked.

#![allow(clippy::unwrap_used)]

mod clock;
mod commands;
mod files;
mod gtp;
mod gtp_mutations;
mod levels;
#[path = "support/mutated.rs"]
mod mutated;
mod nboard;
mod notation;
mod page;
mod sentences;
mod thinking;
mod words;
