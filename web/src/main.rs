//! `cargo web`: builds the page into `target/web`, and shows it.
#![forbid(unsafe_code)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
