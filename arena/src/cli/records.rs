//! Files of full game records.

use std::path::Path;

use crate::files;
use crate::matches::pairs::Pair;
use crate::play::record::GameRecord;
use anyhow::Context;

/// Creates the directory for records, if one is requested.
pub(crate) fn create_directory(directory: Option<&Path>) -> anyhow::Result<()> {
    let Some(directory) = directory else { return Ok(()) };
    std::fs::create_dir_all(directory).with_context(|| format!("cannot create {}", directory.display()))
}

/// Writes the records of a pair's games.
pub(crate) fn write_pair(directory: &Path, pair: &Pair) -> anyhow::Result<()> {
    for (game, record) in pair.games.iter().enumerate() {
        write_record(&directory.join(record_name(pair.index, game + 1)), record)?;
    }
    Ok(())
}

/// The file name of the record of game 1 or 2 of a pair.
pub(crate) fn record_name(pair: u64, game: usize) -> String {
    format!("pair-{pair:06}-{game}.json")
}

pub(crate) fn write_record(path: &Path, record: &GameRecord) -> anyhow::Result<()> {
    let mut json = serde_json::to_string_pretty(record).context("cannot write a record")?;
    json.push('\n');
    Ok(files::write(path, files::RECORD, json.as_bytes())?)
}
