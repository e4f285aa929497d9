//! Subcommands, their options and the exit codes.

mod book;
mod fitting;
mod options;
mod positions;

use std::process::ExitCode;

use anyhow::{anyhow, Result};
use clap::{Parser, Subcommand};
use toolkit::commands::{code_of, failed, parse, FAILED};
use toolkit::output::has_failed;

/// Self-play, labels, weights and opening book for outflank.
#[derive(Parser)]
#[command(name = "outflank-trainer", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Examples:\n\
     \x20 outflank-trainer import WTH_2001.wtb --out games\n\
     \x20 outflank-trainer label games --out labelled\n\
     \x20 outflank-trainer fit labelled --out model")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Plays games and writes their positions with searched values and final scores
    Selfplay(positions::SelfPlayOptions),
    /// Searches labelled positions again, deeper
    Label(positions::LabelOptions),
    /// Imports WTHOR files, transcripts and OBF positions
    Import(positions::ImportOptions),
    /// Fits weights to labelled positions
    Fit(fitting::FitOptions),
    /// Packs a fitted model into the bot's weights file
    Pack(fitting::PackOptions),
    /// Makes a model of packed weights, from which another fit can start
    Unpack(fitting::UnpackOptions),
    /// Measures evaluations on labelled positions and on a test set
    Eval(fitting::EvalOptions),
    /// Plays, fits and packs from nothing, generation by generation
    Learn(fitting::LearnOptions),
    /// Grows and packs the opening book
    #[command(subcommand)]
    Book(book::BookTask),
}

impl Task {
    fn run(self) -> Result<()> {
        match self {
            Self::Selfplay(options) => options.run(),
            Self::Label(options) => options.run(),
            Self::Import(options) => options.run(),
            Self::Fit(options) => options.run(),
            Self::Pack(options) => options.run(),
            Self::Unpack(options) => options.run(),
            Self::Eval(options) => options.run(),
            Self::Learn(options) => options.run(),
            Self::Book(task) => task.run(),
        }
    }
}

/// Parses the command line and runs it.
pub(crate) fn run() -> ExitCode {
    let cli: Cli = parse(&[], std::env::args_os());
    match cli.task.run() {
        Ok(()) if has_failed() => failed(anyhow!("cannot write to standard output").as_ref(), FAILED),
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(error.as_ref(), code_of(error.as_ref())),
    }
}
