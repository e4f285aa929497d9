//! `fit`, `pack`, `eval` and `learn`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use trainer::eval::Eval;
use trainer::features::FeatureSet;
use trainer::fit::{self, Fit};
use trainer::learn::{Learn, GAMES_PER_FILE};
use trainer::pack::{self, Pack};

use super::options::{fraction, positive};

const FIT: fit::Settings = fit::Settings::DEFAULT;
const PACK: pack::Settings = pack::Settings::DEFAULT;

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
    /// Fits the per-ply bias to static evaluations only, not to one-ply searches as well
    #[arg(long)]
    static_bias: bool,
    /// Fits the baseline: Logistello's patterns, three phase anchors, no mobility
    #[arg(long)]
    baseline: bool,
    /// The model to write
    #[arg(long)]
    out: PathBuf,
    /// Weight of the game's result in blended targets; the searched value has the rest
    #[arg(long, default_value_t = FIT.result_weight, value_parser = fraction)]
    result_weight: f32,
    /// Most epochs
    #[arg(long, default_value_t = FIT.epochs, value_parser = positive::<u32>)]
    epochs: u32,
    /// Ends after this many epochs without a lower held-out error
    #[arg(long, default_value_t = FIT.patience, value_parser = positive::<u32>)]
    patience: u32,
    /// Learning rate of the first epoch, in discs
    #[arg(long, default_value_t = FIT.learning_rate, value_parser = positive::<f32>)]
    learning_rate: f32,
    /// Error in discs beyond which the loss grows linearly (Huber's loss)
    #[arg(long, default_value_t = FIT.huber_delta, value_parser = positive::<f32>)]
    huber_delta: f32,
    /// Initial value of Adagrad's sums of squared gradients: larger values slow down rare features
    #[arg(long, default_value_t = FIT.initial_accumulator, value_parser = positive::<f32>)]
    initial_accumulator: f32,
    /// Factor on the initial accumulator for the part of the weights that is the same for both sides
    #[arg(long, default_value_t = FIT.symmetric_regularisation, value_parser = positive::<f32>)]
    symmetric_regularisation: f32,
    /// Holds out one game in this many
    #[arg(long, default_value_t = FIT.held_out, value_parser = positive::<u32>)]
    held_out: u32,
    /// Records in the shuffle buffer
    #[arg(long, default_value_t = FIT.buffer, value_parser = positive::<usize>)]
    buffer: usize,
    /// Leaves out the positions of this test set and their children
    #[arg(long, value_name = "TEST_SET")]
    exclude: Option<PathBuf>,
    /// Seed of the order of the records
    #[arg(long, default_value_t = FIT.seed)]
    seed: u64,
}

impl FitOptions {
    pub(super) fn run(self) -> Result<()> {
        let settings = fit::Settings {
            features: if self.baseline { FeatureSet::Baseline } else { FeatureSet::Shipped },
            result_weight: self.result_weight,
            epochs: self.epochs,
            patience: self.patience,
            learning_rate: self.learning_rate,
            huber_delta: self.huber_delta,
            initial_accumulator: self.initial_accumulator,
            symmetric_regularisation: self.symmetric_regularisation,
            held_out: self.held_out,
            buffer: self.buffer,
            static_bias: self.static_bias,
            seed: self.seed,
        };
        let Self { data, blended, bias_data, exclude, out, .. } = self;
        Fit { data, blended, bias_data, exclude, out, settings }.run()
    }
}

#[derive(Args)]
pub(super) struct PackOptions {
    /// The fitted model
    model: PathBuf,
    /// The Rust source file to write; for a model of the baseline, the model that unpacking gives
    #[arg(long)]
    out: PathBuf,
    /// Most characters of the text
    #[arg(long, default_value_t = PACK.characters)]
    characters: usize,
    /// Quantisation step in 1/32 disc
    #[arg(long, default_value_t = PACK.step, value_parser = clap::value_parser!(i16).range(1..=128))]
    step: i16,
}

impl PackOptions {
    pub(super) fn run(self) -> Result<()> {
        let Self { model, out, characters, step } = self;
        Pack { model, out, settings: pack::Settings { characters, step } }.run()
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
    /// Uses one game in this many
    #[arg(long, default_value_t = 1, value_parser = positive::<u32>)]
    held_out: u32,
    /// A test set, judged by one-ply search
    #[arg(long)]
    test_set: Option<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl EvalOptions {
    pub(super) fn run(self) -> Result<()> {
        let Self { evaluations, data, held_out, test_set, json } = self;
        Eval { evaluations, data, held_out, test_set, json }.run()
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
    #[arg(long, default_value_t = PACK.characters)]
    characters: usize,
    /// Seed
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
