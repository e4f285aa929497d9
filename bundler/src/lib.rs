//! Packs a Cargo package, library and binary, into one Rust file that a judge compiles with plain rustc.
//!
//! The passes, in order: [`project`] asks cargo, [`load`] reads each crate, [`assemble`] makes them one,
//! [`strip`] and [`prune`] remove what is not needed, [`shorten`] shortens, [`print`] and [`space`] write,
//! [`prove`] compiles and runs. All of them work on one list of [`token::Token`]s that remember where they
//! were written.

#![forbid(unsafe_code)]

mod assemble;
mod behave;
mod budget;
mod bundle;
mod cargo;
mod cfg;
mod clash;
mod diagnostic;
mod draft;
mod edit;
mod edition;
mod error;
mod expand;
mod externs;
mod git;
mod lex;
mod literal;
mod load;
mod marker;
mod options;
mod paths;
mod print;
mod project;
mod prove;
mod prune;
pub mod report;
mod rustc;
mod shorten;
mod source;
mod space;
mod steps;
mod strip;
mod syntax;
mod text;
mod token;
mod transcript;
pub mod write;

pub use budget::{Share, Size};
pub use bundle::{bundle, Bundle};
pub use clash::Clash;
pub use draft::Draft;
pub use error::{Error, Place, Result};
pub use options::{Level, Names, Options, DEFAULT_MAX_UNITS, JUDGE_EDITION, JUDGE_TOOLCHAIN};
pub use prove::{Behaviour, Proof};
