//! Copies a ladder while it runs.

use std::fs;
use std::path::Path;

use anyhow::{bail, ensure, Context};
use arena::cli::Usage;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::database::{Store, DATABASE};

/// Folders copied beside the database.
const FOLDERS: [&str; 2] = ["programs", "transcripts"];

impl Store {
    /// Copies the ladder to a new directory, from which it can run: a snapshot of the database by SQLite's
    /// backup interface, and the kept files.
    ///
    /// # Errors
    /// If the directory exists, something cannot be read or written, or the copy is not sound. What has been
    /// copied by then is removed.
    pub fn back_up(&self, to: &Path) -> anyhow::Result<()> {
        if to.exists() {
            bail!(Usage(format!("{} exists: name a directory that does not", to.display())));
        }
        fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
        let copied = self.copy_to(to).with_context(|| format!("cannot copy to {}", to.display()));
        if copied.is_err() {
            // The directory is new, and an incomplete copy is of no use.
            let _ = fs::remove_dir_all(to);
        }
        copied
    }

    fn copy_to(&self, to: &Path) -> anyhow::Result<()> {
        let path = to.join(DATABASE);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut copy = Connection::open_with_flags(&path, flags)?;
        copy.pragma_update(None, "synchronous", "full")?;
        let backup = Backup::new(&self.connection, &mut copy)?;
        // All pages at once: in a database with a write-ahead log that keeps nobody from writing.
        ensure!(backup.step(-1)? == StepResult::Done, "another process keeps the database busy");
        drop(backup);
        drop(copy);
        for folder in FOLDERS {
            copy_folder(&self.directory.join(folder), &to.join(folder))?;
        }
        Self::open(to)?.verify()?;
        Ok(())
    }
}

/// Copies the files of a folder, if it exists.
fn copy_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    if !from.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            let copied = fs::copy(entry.path(), to.join(entry.file_name()));
            copied.with_context(|| entry.path().display().to_string())?;
        }
    }
    Ok(())
}
