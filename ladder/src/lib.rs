//! Lasting competitions: the course judge's ladder, leagues with bosses, and the pages of a ladder.
//!
//! Games are played by the arena's referee. What happened is kept in SQLite databases and in files of events.

#![forbid(unsafe_code)]

pub mod course;

pub mod league;

pub mod serve;
