//! Labelled positions and what makes them: file formats, evaluations, self-play, labels, other programs'
//! games.
//!
//! Modules are listed bottom-up: a module uses only those above its own line.

pub mod files;

pub mod provenance;

pub mod container;

pub mod record;

pub mod positions;

pub mod test_set;

pub mod packed;

pub mod features;

pub mod model;

pub mod evaluation;

pub mod run;

pub mod selfplay;

pub mod label;

pub mod import;
