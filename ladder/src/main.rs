//! The command line of the ladder: one file of `commands` a subcommand.
//!
//! `--help` lists the exit codes.

#![forbid(unsafe_code)]

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run()
}
