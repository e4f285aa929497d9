//! The program `arena`. Its command line is `arena::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    arena::cli::run()
}
