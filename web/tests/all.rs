//! The tests of the page's programs, a module for each subject. They are one program, so that what waits
//! overlaps and one program is linked.

#![allow(clippy::unwrap_used)]

mod command_line;
mod glossary;
mod module;
mod requests;
mod same_games;
