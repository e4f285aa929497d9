//! Packs a Cargo package, library and binary, into one Rust file that a judge compiles with plain rustc.
//!
//! The rooms, in the order of a run: [`read`] asks cargo and reads each crate, [`transform`] makes them one
//! program, removes what is not needed and shortens the rest, [`emit`] prints and writes, [`prove`] compiles
//! and runs. All of them work on one list of [`token::Token`]s that remember where they were written.

#![forbid(unsafe_code)]

mod bundle;
mod draft;
mod edit;
mod emit;
mod error;
mod options;
mod prove;
mod read;
mod steps;
mod token;
mod transform;

pub use bundle::{bundle, Bundle};
pub use draft::Draft;
pub use emit::budget::{Share, Size};
pub use emit::{report, write};
pub use error::{Error, Place, Result};
pub use options::{Level, Names, Options, DEFAULT_MAX_UNITS, JUDGE_EDITION, JUDGE_TOOLCHAIN};
pub use prove::{Behaviour, Proof};
pub use transform::Conflict;
