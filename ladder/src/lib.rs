//! Lasting competitions: the course judge's ladder, leagues with bosses, and the pages of a ladder.
//!
//! The arena's referee plays the games. Results are kept in SQLite databases and in logs of events.

#![forbid(unsafe_code)]

pub mod course;

pub mod league;

pub mod names;

pub mod serve;
