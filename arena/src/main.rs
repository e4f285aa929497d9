//! The command line of the arena: one file of `cli` a subcommand.
//!
//! Exit codes: 0 done, 1 the arena failed, 2 usage, 130 or 143 stopped by SIGINT or SIGTERM.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
