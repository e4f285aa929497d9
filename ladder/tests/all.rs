//! The tests of the ladder, a module for each subject. They are one program, so that what waits overlaps and
//! one program is linked.

#![allow(clippy::unwrap_used)]

mod damage;
mod faults;
mod help;
mod kill;
mod last_words;
mod league;
mod matchmaking;
mod on;
mod pages;
mod serve;
mod site;
mod sources;
