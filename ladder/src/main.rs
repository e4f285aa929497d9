//! The command line of the ladder: one file of `cli` a subcommand.
//!
//! `--help` lists the exit codes.

#![forbid(unsafe_code)]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
