//! What runs of self-play and labelling have in common.

use std::path::PathBuf;

use anyhow::Result;
use outflank::shard::Shard;

use crate::evaluation::Evaluation;
use crate::jobs::say;
use crate::provenance::DataHash;

/// A run that searches many positions and writes position files.
///
/// A file depends on the settings, the evaluation, the seed, and its number or source only: any number of
/// threads or shards writes the same files, and an interrupted run continues with the files that are missing.
#[derive(Clone, Debug)]
pub struct Run {
    /// Folder for the position files.
    pub out: PathBuf,
    /// `handmade`, a fitted model or packed weights.
    pub evaluation: PathBuf,
    /// The files to make here.
    pub shard: Shard,
    /// The seed.
    pub seed: u64,
    /// Threads; 0 for one per core.
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
    pub(crate) fn share<T>(&self, items: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        let shard = self.shard;
        (0..).zip(items).filter(move |&(number, _)| shard.holds(number)).map(|(_, item)| item)
    }

    /// Says how many files were made and what to do next.
    pub(crate) fn report(&self, count: usize) {
        let out = self.out.display();
        say(format_args!("wrote {count} position files to {out}; next: trainer fit {out} --out FILE"));
    }
}
