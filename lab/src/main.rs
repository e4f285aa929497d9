//! The program `outflank-bench`: benchmarks of the engine, and checks against known results.
#![forbid(unsafe_code)]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
