//! The `trainer` program. `cli` parses the command line; the library does the work.

#![forbid(unsafe_code)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
