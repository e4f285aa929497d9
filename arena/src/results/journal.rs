//! A results file that a run appends to, and goes on with after it was killed.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{bail, Context};

use super::{json_line, parse, Header, PairLine, Results};

/// An open results file. Whole lines alone ever stand in it, however the run ends.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// The file's length, in bytes.
    length: u64,
}

impl Journal {
    /// Creates a results file, or opens that of the same run and returns what it holds.
    ///
    /// # Errors
    /// If it cannot be read or written, belongs to another run, or is in use by another arena.
    pub fn open(path: &Path, header: &Header) -> anyhow::Result<(Self, Results)> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("cannot open {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{} is in use by another arena", path.display()),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {}", path.display()))
            }
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).with_context(|| format!("cannot read {}", path.display()))?;
        let (results, length) = parse(&text)
            .and_then(|known| match known {
                Some((results, whole)) => results.header.expect_same(header).map(|()| (results, whole)),
                None => Ok((Results { header: header.clone(), pairs: Default::default() }, 0)),
            })
            .with_context(|| path.display().to_string())?;
        let mut journal = Self { file, path: path.to_path_buf(), length };
        journal.cut_off_the_rest()?;
        if length == 0 {
            journal.append_lines(&json_line(header)?)?;
            sync_directory(path);
        }
        Ok((journal, results))
    }

    /// Appends pairs; they are on the disk when this returns.
    ///
    /// # Errors
    /// If they cannot be written, for example because the disk is full; the file then is as it was before.
    pub fn append(&mut self, pairs: &[PairLine]) -> anyhow::Result<()> {
        let mut lines = Vec::new();
        for pair in pairs {
            lines.extend(json_line(pair)?);
        }
        self.append_lines(&lines)
    }

    fn append_lines(&mut self, lines: &[u8]) -> anyhow::Result<()> {
        if let Err(error) = self.file.write_all(lines).and_then(|()| self.file.sync_data()) {
            // What could be written of the lines must not stay; a reader would ignore it, too.
            let _ = self.cut_off_the_rest();
            let whole = "what was written before is whole";
            return Err(error).with_context(|| format!("cannot write {} ({whole})", self.path.display()));
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    fn cut_off_the_rest(&mut self) -> anyhow::Result<()> {
        self.file.set_len(self.length).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Makes sure that a new file's name outlives a power failure as well; where that is not possible, it is not.
fn sync_directory(path: &Path) {
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
    let _ = File::open(directory.unwrap_or(Path::new("."))).and_then(|directory| directory.sync_all());
}
