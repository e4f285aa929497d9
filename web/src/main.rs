//! `cargo web`: builds the page into `target/web`, and shows it.
#![forbid(unsafe_code)]

mod cli;

use clap::Parser;

fn main() -> anyhow::Result<()> {
    cli::run(&cli::Arguments::parse())
}
