//! Trains the evaluation of `outflank`: self-play, labels, fits, packed weights, and the opening book.
//!
//! Does not ship. Patterns, searches and the packed format are the library's.

#![forbid(unsafe_code)]

pub mod book;
pub mod container;
pub mod eval;
pub mod evaluation;
pub mod features;
pub mod files;
pub mod fit;
pub mod import;
pub mod jobs;
pub mod label;
pub mod learn;
pub mod metrics;
pub mod model;
pub mod pack;
pub mod packed;
pub mod positions;
pub mod provenance;
pub mod record;
pub mod run;
pub mod selfplay;
pub mod test_set;

#[cfg(test)]
mod mutations;
