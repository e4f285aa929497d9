//! Lasting competitions: the course judge's ladder, leagues with bosses, and the pages of a ladder.
//!
//! The arena's referee plays the games. Both kinds of rules share the database, the runner and the pages.

#![forbid(unsafe_code)]

pub mod course;

pub mod league;

pub mod names;

pub mod serve;
