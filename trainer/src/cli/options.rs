//! What the options of several subcommands share.

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Result;
use clap::Args;
use trainer::evaluation::HANDMADE;
use trainer::share::Share;

/// Options of the commands that search many positions.
#[derive(Args)]
pub(super) struct Searching {
    /// Folder for the position files
    #[arg(long)]
    pub(super) out: PathBuf,
    /// `handmade`, a fitted model or packed weights (.rs)
    #[arg(long, default_value = HANDMADE)]
    pub(super) evaluation: PathBuf,
    /// Makes every N-th file only, from the I-th on, for machines that share the work; by default what
    /// Slurm's array variables say, or all files
    #[arg(long, value_name = "I/N")]
    shard: Option<Share>,
    /// Seed
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Threads; 0 for one per core
    #[arg(long, default_value_t = 0)]
    pub(super) threads: usize,
}

impl Searching {
    /// The share of the files to make.
    pub(super) fn share(&self) -> Result<Share> {
        self.shard.map_or_else(|| Share::from_slurm(|name| std::env::var(name).ok()), Ok)
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
