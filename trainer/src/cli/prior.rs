//! `prior search` and `prior fit`.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};
use trainer::evaluation::Evaluation;
use trainer::prior::{fit, Settings};

use super::options::{positive, RunOptions};

#[derive(Subcommand)]
pub(super) enum PriorTask {
    /// Searches positions for long and writes how often each move was visited
    Search(SearchOptions),
    /// Fits a softmax model to visits and prints its held-out cross-entropy beside that of the bot's prior
    Fit(FitOptions),
}

impl PriorTask {
    pub(super) fn run(self) -> Result<()> {
        match self {
            Self::Search(SearchOptions { data, run, playouts, sample }) => {
                Settings { playouts, sample }.run(&run.run()?, &data)
            }
            Self::Fit(FitOptions { data, evaluation, epochs, seed }) => {
                fit(&data, &Evaluation::open(&evaluation)?, epochs, seed)
            }
        }
    }
}

#[derive(Args)]
pub(super) struct SearchOptions {
    /// Position files or folders
    #[arg(required = true)]
    data: Vec<PathBuf>,
    #[command(flatten)]
    run: RunOptions,
    /// Playouts per position
    #[arg(long, default_value_t = 20_000, value_parser = positive::<u64>)]
    playouts: u64,
    /// Searches one position in this many and leaves out the others
    #[arg(long, default_value_t = 1, value_parser = positive::<usize>)]
    sample: usize,
}

#[derive(Args)]
pub(super) struct FitOptions {
    /// Visit files or folders
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// The evaluation of the one-ply values
    #[arg(long, default_value = "src/eval/weights.rs")]
    evaluation: PathBuf,
    /// Number of epochs
    #[arg(long, default_value_t = 10, value_parser = positive::<u32>)]
    epochs: u32,
    /// Seed of the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}
