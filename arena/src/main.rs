//! The command line of the arena; each subcommand has its own file in `commands`.
//! `--help` lists the exit codes.

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run()
}
