//! Teaches the evaluation: self-play, labels, fits, packs, and the opening book.

use clap::{Parser, Subcommand};
use trainer::{book, duel, eval, fit, import, label, learn, pack, selfplay};

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
    /// Searches labelled positions anew, deeper
    Label(label::Label),
    /// Imports WTHOR files, transcripts and OBF positions
    Import(import::Import),
    /// Fits weights to labelled positions
    Fit(fit::Fit),
    /// Packs a fitted model into the bot's weights file
    Pack(pack::Pack),
    /// Measures an evaluation's error on labelled positions and on an exam
    Eval(eval::Eval),
    /// Plays two evaluations against each other in the same engine
    Duel(duel::Duel),
    /// Plays, fits and packs from nothing, generation by generation
    Learn(learn::Learn),
    /// Grows and packs the opening book
    #[command(subcommand)]
    Book(book::Book),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Selfplay(options) => options.run(),
        Command::Label(options) => options.run(),
        Command::Import(options) => options.run(),
        Command::Fit(options) => options.run(),
        Command::Pack(options) => options.run(),
        Command::Eval(options) => options.run(),
        Command::Duel(options) => options.run(),
        Command::Learn(options) => options.run(),
        Command::Book(options) => options.run(),
    }
}
