//! The command line of the analyst: one file of `cli` a subcommand.
//!
//! Exit codes: 0 done, 1 an input could not be read or a search failed, 2 usage.
#![forbid(unsafe_code)]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
