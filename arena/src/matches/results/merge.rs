//! Merges the results of shards.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::lines::{json_line, Results};

/// Files of one run conflict.
#[derive(Debug, thiserror::Error)]
#[error("different results for {count} pairs; pair {first} of {} is the first", file.display())]
pub struct Conflicts {
    /// Number of pairs with conflicting results.
    pub count: usize,
    /// The first of these pairs.
    pub first: u64,
    /// A file whose result for that pair differs from an earlier file's.
    pub file: PathBuf,
}

/// Merges files of one run: each pair once, in the order of the pairs. Idempotent, also with the merged file
/// among the inputs.
///
/// # Errors
/// If a file cannot be read or is of another run than the first, or [`Conflicts`].
pub fn merge(files: &[PathBuf]) -> anyhow::Result<Results> {
    let (first, rest) = files.split_first().context("there is nothing to merge")?;
    let mut merged = Results::read(first)?;
    let mut conflicts = BTreeMap::new();
    for path in rest {
        let results = Results::read(path)?;
        let is_same = merged.header.expect_same(&results.header);
        is_same.with_context(|| format!("{} and {}", first.display(), path.display()))?;
        for (index, pair) in results.pairs {
            let known = merged.pairs.entry(index).or_insert_with(|| pair.clone());
            if *known != pair {
                conflicts.entry(index).or_insert_with(|| path.clone());
            }
        }
    }
    let count = conflicts.len();
    match conflicts.pop_first() {
        Some((first, file)) => Err(Conflicts { count, first, file }.into()),
        None => Ok(merged),
    }
}

impl Results {
    /// The results as a file: the header, then the pairs in order.
    ///
    /// # Errors
    /// Never for results that were read from files.
    pub fn to_lines(&self) -> anyhow::Result<Vec<u8>> {
        let mut lines = json_line(&self.header)?;
        for pair in self.pairs.values() {
            lines.extend(json_line(pair)?);
        }
        Ok(lines)
    }

    /// Writes the results atomically.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        crate::files::write_whole(path, &self.to_lines()?)
    }
}
