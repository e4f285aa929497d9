//! A run of self-play or labelling, which may be sharded and resumed.

use std::path::PathBuf;

use anyhow::{Error, Result};
use outflank::rng::Rng;
use serde::Serialize;
use toolkit::shard::Shard;

use crate::data::evaluation::{Evaluation, HANDMADE};
use crate::data::provenance::{DataHash, Provenance};
use crate::data::{files, positions};
use toolkit::say;

/// A run that searches many positions and writes position files.
///
/// A file depends on the settings, the evaluation, the seed, and its number or source only: any number of
/// threads or shards writes the same files, and an interrupted run continues with the files that are missing.
#[derive(Clone, Debug, clap::Args)]
pub struct Run {
    /// Folder for the position files.
    #[arg(long)]
    pub out: PathBuf,
    /// `handmade`, a fitted model or packed weights (.rs).
    #[arg(long, default_value = HANDMADE)]
    pub evaluation: PathBuf,
    /// Makes every N-th file only, from the I-th on [default: from Slurm's variables in a job array, else
    /// all].
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads; 0 for one per core.
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
}

impl Run {
    /// Opens and hashes the evaluation.
    pub(crate) fn evaluation(&self) -> Result<(Evaluation, DataHash)> {
        let evaluation = Evaluation::open(&self.evaluation)?;
        let mut hash = DataHash::default();
        if self.evaluation.exists() {
            hash.add_file(&self.evaluation)?;
        }
        Ok((evaluation, hash))
    }

    /// The items of this run's shard.
    pub(crate) fn share<T>(&self, items: impl Iterator<Item = T>) -> Result<impl Iterator<Item = T>> {
        let slurm = || Shard::from_slurm(|name| std::env::var(name).ok()).map_err(Error::msg);
        let shard = self.shard.map_or_else(slurm, Ok)?;
        Ok((0..).zip(items).filter(move |&(number, _)| shard.holds(number)).map(|(_, item)| item))
    }

    /// The evaluation, and the position files of this shard that are missing: one for each position file or
    /// position file of a folder.
    pub(crate) fn jobs(
        &self,
        data: &[PathBuf],
        command: &str,
        settings: &impl Serialize,
    ) -> Result<(Evaluation, Vec<Job>)> {
        let (evaluation, hash) = self.evaluation()?;
        let mut jobs = Vec::new();
        let sources = positions::find(data)?;
        let targets = files::targets(&sources, &self.out, positions::EXTENSION)?;
        for (source, target) in self.share(sources.into_iter().zip(targets))? {
            let mut hash = hash.clone();
            hash.add_file(&source)?;
            let provenance = Provenance::new(command, settings, &hash, self.seed)?;
            if !positions::FORMAT.is_finished(&target, &provenance)? {
                jobs.push(Job { source, target, provenance });
            }
        }
        Ok((evaluation, jobs))
    }

    /// Prints the number of files that were made and the next step.
    pub(crate) fn report(&self, count: usize) {
        let out = self.out.display();
        say!("wrote {count} position files to {out}; next: trainer fit {out} --out FILE\n");
    }
}

/// A position file and the file to make of it.
pub(crate) struct Job {
    pub(crate) source: PathBuf,
    pub(crate) target: PathBuf,
    pub(crate) provenance: Provenance,
}

impl Job {
    /// Random numbers that depend on the seed of the run and on the data.
    pub(crate) fn rng(&self, seed: u64) -> Result<Rng> {
        Ok(Rng::new(seed ^ u64::from_str_radix(&self.provenance.data, 16)?))
    }
}
