//! `fit`, `pack`, `unpack`, `eval` and `learn`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use trainer::data::model::Unpack;
use trainer::fit::eval::{on_data, on_test_set};
use trainer::fit::{Fit, Settings};
use trainer::learn::{Learn, GAMES_PER_FILE};
use trainer::pack::{Pack, CHARACTERS};

use super::options::{fraction, positive};

const FIT: Settings = Settings::DEFAULT;

#[derive(Args)]
pub(super) struct FitOptions {
    /// Position files or folders whose targets are searched values
    #[arg(required_unless_present = "blended")]
    data: Vec<PathBuf>,
    /// Position files or folders whose targets blend in the game's result
    #[arg(long)]
    blended: Vec<PathBuf>,
    /// Position files or folders whose results the per-ply bias is fitted to
    #[arg(long)]
    bias_data: Vec<PathBuf>,
    /// Leaves out the positions of this test set and their children
    #[arg(long, value_name = "TEST_SET")]
    exclude: Option<PathBuf>,
    /// Starts from this model instead of weights of zero; its patterns may be others than the bot's
    #[arg(long, value_name = "MODEL")]
    start: Option<PathBuf>,
    /// The model to write
    #[arg(long)]
    out: PathBuf,
    /// Weight of the game's result in blended targets; the searched value has the rest
    #[arg(long, default_value_t = FIT.result_weight, value_parser = fraction)]
    result_weight: f32,
    /// Most epochs
    #[arg(long, default_value_t = FIT.epochs, value_parser = positive::<u32>)]
    epochs: u32,
    /// Initial value of Adagrad's sums of squared gradients: larger values slow down rare features
    #[arg(long, default_value_t = FIT.initial_accumulator, value_parser = positive::<f32>)]
    initial_accumulator: f32,
    /// Seed of the order of the records
    #[arg(long, default_value_t = FIT.seed)]
    seed: u64,
}

impl FitOptions {
    pub(super) fn run(self) -> Result<()> {
        let Self { data, blended, bias_data, exclude, start, out, .. } = self;
        let Self { result_weight, epochs, initial_accumulator, seed, .. } = self;
        let settings = Settings { result_weight, epochs, initial_accumulator, seed };
        Fit { data, blended, bias_data, exclude, start, out, settings }.run()
    }
}

#[derive(Args)]
pub(super) struct PackOptions {
    /// The fitted model to pack
    model: PathBuf,
    /// The Rust source file to write
    #[arg(long)]
    out: PathBuf,
    /// Most characters of the text
    #[arg(long, default_value_t = CHARACTERS)]
    characters: usize,
    /// Position files or folders whose results the per-ply bias is fitted to again after rounding
    #[arg(long)]
    bias_data: Vec<PathBuf>,
}

impl PackOptions {
    pub(super) fn run(self) -> Result<()> {
        let Self { model, out, characters, bias_data } = self;
        Pack { model, out, characters, bias_data }.run()
    }
}

#[derive(Args)]
pub(super) struct UnpackOptions {
    /// The packed weights (.rs)
    weights: PathBuf,
    /// The model to write
    #[arg(long)]
    out: PathBuf,
}

impl UnpackOptions {
    pub(super) fn run(self) -> Result<()> {
        Unpack { weights: self.weights, out: self.out }.run()
    }
}

#[derive(Args)]
pub(super) struct EvalOptions {
    /// `handmade`, fitted models or packed weights (.rs), measured side by side
    #[arg(required = true)]
    evaluations: Vec<PathBuf>,
    /// Position files or folders
    #[arg(long)]
    data: Vec<PathBuf>,
    /// Uses the games only that training holds out
    #[arg(long)]
    held_out: bool,
    /// A test set, judged by one-ply search
    #[arg(long, required_unless_present = "data")]
    test_set: Option<PathBuf>,
}

impl EvalOptions {
    pub(super) fn run(self) -> Result<()> {
        if let Some(test_set) = &self.test_set {
            on_test_set(&self.evaluations, test_set)?;
        }
        if self.data.is_empty() {
            return Ok(());
        }
        on_data(&self.evaluations, &self.data, self.held_out)
    }
}

#[derive(Args)]
pub(super) struct LearnOptions {
    /// Folder for position files and models
    #[arg(long)]
    folder: PathBuf,
    /// The weights file to write
    #[arg(long)]
    out: PathBuf,
    /// Positions in each generation, approximately
    #[arg(long, default_value_t = 200_000)]
    positions: u32,
    /// Generations after the first, which the hand-made evaluation plays
    #[arg(long, default_value_t = 2)]
    generations: u32,
    /// Depth of the search for a move and its label, in plies
    #[arg(long, default_value_t = 5)]
    depth: u32,
    /// Most characters of the packed text
    #[arg(long, default_value_t = CHARACTERS)]
    characters: usize,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads of self-play; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
}

impl LearnOptions {
    pub(super) fn run(self) -> Result<()> {
        let Self { folder, out, positions, generations, depth, characters, seed, threads } = self;
        let games = GAMES_PER_FILE;
        Learn { folder, out, positions, generations, depth, characters, seed, threads, games }.run()
    }
}
