//! The command line of the arena; each subcommand has its own file in `commands`.
//!
//! Exit codes: 0 done, 1 the arena failed, 2 usage, 3 a bot failed under `--strict`, 4 or 5 the SPRT accepted H1 or
//! H0, 130 or 143 stopped by SIGINT or SIGTERM.

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run()
}
