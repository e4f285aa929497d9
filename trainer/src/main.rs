//! Teaches the evaluation: self-play, labels, fits, packs, and the opening book.

mod eval;
mod fit;
mod jobs;
mod model;
mod provenance;
mod record;
mod selfplay;
mod shard;

use clap::{Parser, Subcommand};

/// Self-play, labels, weights and opening book for outflank.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games and keeps their positions with the searched value and the result
    Selfplay(selfplay::SelfPlay),
    /// Fits weights to labelled positions
    Fit(fit::Fit),
    /// Measures an evaluation's error on labelled positions and on an exam
    Eval(eval::Eval),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Selfplay(options) => options.run(),
        Command::Fit(options) => options.run(),
        Command::Eval(options) => options.run(),
    }
}
