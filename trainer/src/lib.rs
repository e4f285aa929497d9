//! Trains the evaluation of `outflank`: self-play, labels, fits, packed weights, and the opening book.
//!
//! Does not ship. Patterns, searches and the packed format are the library's. Modules are listed bottom-up: a
//! module uses only those above its own line.

#![forbid(unsafe_code)]

pub mod options;

pub mod jobs;

pub mod data;

pub mod fit;

pub mod pack;

pub mod learn;

pub mod book;

#[cfg(test)]
mod mutations;
