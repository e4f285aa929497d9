//! Teaches the evaluation of `outflank`: self-play, labels, fits, packed weights and the opening book.
//!
//! Does not ship. Reads the patterns, the searches and the packed format from the library and never lists them
//! again.

pub mod book;
pub mod chart;
pub mod duel;
pub mod eval;
pub mod exclude;
pub mod fit;
pub mod import;
pub mod jobs;
pub mod label;
pub mod learn;
pub mod model;
pub mod pack;
pub mod provenance;
pub mod record;
pub mod selfplay;
pub mod shape;
pub mod shard;
pub mod yardstick;
