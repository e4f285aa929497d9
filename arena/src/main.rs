//! The command line of the arena; each subcommand has its own file in `commands`.
//! Exit codes: 0 done, 1 failure of the arena, 2 usage, 3 a bot's fault under `--strict`, 4 SPRT accepted H1,
//! 5 SPRT accepted H0, 130 stopped by SIGINT, 143 stopped by SIGTERM.

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run()
}
