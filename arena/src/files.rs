//! Files that are never seen half-written.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Writes a file whole or not at all: first under another name next to it, synced, then renamed.
///
/// # Errors
/// If it cannot be written; the message names it, and what stood there before still does.
pub fn write_whole(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    let unfinished = unfinished_name(path);
    let written = write_synced(&unfinished, contents).and_then(|()| std::fs::rename(&unfinished, path));
    if written.is_err() {
        // It may never have come into being.
        let _ = std::fs::remove_file(&unfinished);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}

fn write_synced(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(contents)?;
    file.sync_data()
}

fn unfinished_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    name.into()
}

#[cfg(test)]
mod tests;
