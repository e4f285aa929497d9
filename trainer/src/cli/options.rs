//! Options that several subcommands share.

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Error, Result};
use clap::Args;
use toolkit::shard::Shard;
use trainer::data::evaluation::HANDMADE;
use trainer::data::run::Run;

/// Options of the commands that search many positions.
#[derive(Args)]
pub(super) struct RunOptions {
    /// Folder for the position files
    #[arg(long)]
    out: PathBuf,
    /// `handmade`, a fitted model or packed weights (.rs)
    #[arg(long, default_value = HANDMADE)]
    evaluation: PathBuf,
    /// Makes every N-th file only, from the I-th on [default: from Slurm's variables in a job array, else
    /// all]
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    threads: usize,
}

impl RunOptions {
    /// The run that the options describe.
    pub(super) fn run(self) -> Result<Run> {
        let Self { out, evaluation, shard, seed, threads } = self;
        let slurm = || Shard::from_slurm(|name| std::env::var(name).ok()).map_err(Error::msg);
        Ok(Run { out, evaluation, shard: shard.map_or_else(slurm, Ok)?, seed, threads })
    }
}

/// Parses a number above 0.
pub(super) fn positive<T: FromStr + PartialOrd + Default>(text: &str) -> Result<T, String> {
    text.parse()
        .ok()
        .filter(|number| *number > T::default())
        .ok_or_else(|| "expected a number above 0".into())
}

/// Parses a number from 0 to 1.
pub(super) fn fraction(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|number| (0.0..=1.0).contains(number)).ok_or_else(|| "expected 0 to 1".into())
}
