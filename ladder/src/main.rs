//! The command line of the ladder: one file of `commands` a subcommand.
//!
//! Exit codes: 0 done, 1 the ladder failed, 2 usage, 130 or 143 stopped by SIGINT or SIGTERM.

#![forbid(unsafe_code)]

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run()
}
