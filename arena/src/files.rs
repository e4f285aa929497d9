//! Files without half-written content: replaced atomically, or appended to line by line.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure, Context};

/// An append-only file of lines, locked by this process. A partly written line is removed again, however the
/// process ends.
#[derive(Debug)]
pub struct LineLog {
    file: File,
    path: PathBuf,
    /// The length of its complete lines, in bytes.
    length: u64,
}

impl LineLog {
    /// Creates a file, or opens one and returns its complete lines. A torn last line is kept until the next
    /// append.
    ///
    /// # Errors
    /// If the file cannot be read or written, or another arena holds its lock.
    pub fn open(path: &Path) -> anyhow::Result<(Self, Vec<u8>)> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("cannot open {}", path.display()))?;
        // A device may be endless, and may not keep the lines.
        ensure!(file.metadata().is_ok_and(|metadata| metadata.is_file()), "{} is no file", path.display());
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{} is in use by another arena", path.display()),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {}", path.display()))
            }
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).with_context(|| format!("cannot read {}", path.display()))?;
        text.truncate(text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
        Ok((Self { file, path: path.to_path_buf(), length: text.len() as u64 }, text))
    }

    /// Appends complete lines; returns once they are on disk.
    ///
    /// # Errors
    /// If the lines cannot be written, for example because the disk is full; the file is then unchanged.
    pub fn append(&mut self, lines: &[u8]) -> anyhow::Result<()> {
        self.cut_off_the_rest()?;
        if let Err(error) = self.file.write_all(lines).and_then(|()| self.file.sync_data()) {
            // A failed write may have added a part of the lines; readers would ignore it.
            let _ = self.cut_off_the_rest();
            let whole = "what was written before is whole";
            return Err(error).with_context(|| format!("cannot write {} ({whole})", self.path.display()));
        }
        if self.length == 0 {
            sync_directory(&self.path);
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    fn cut_off_the_rest(&mut self) -> anyhow::Result<()> {
        self.file.set_len(self.length).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Reads a whole file or pipe.
///
/// # Errors
/// If the file cannot be read, or is a device, which may be endless; the message names it.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let name = || format!("cannot read {}", path.display());
    let mut file = File::open(path).with_context(name)?;
    let kind = file.metadata().with_context(name)?.file_type();
    ensure!(!kind.is_char_device() && !kind.is_block_device(), "{} is a device", path.display());
    let mut contents = Vec::new();
    file.read_to_end(&mut contents).with_context(name)?;
    Ok(contents)
}

/// Reads a whole UTF-8 file; errors as for [`read`].
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    String::from_utf8(read(path)?).with_context(|| format!("{} is not UTF-8", path.display()))
}

/// Syncs the directory, so that a new file's name survives a power failure. Best effort.
fn sync_directory(path: &Path) {
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
    let _ = File::open(directory.unwrap_or(Path::new("."))).and_then(|directory| directory.sync_all());
}

/// Writes a file atomically: to a temporary file next to it, synced, then renamed.
///
/// # Errors
/// If the file cannot be written; the message names it, and the earlier content is kept.
pub fn write_whole(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    let unfinished = unfinished_name(path);
    let written = write_synced(&unfinished, contents).and_then(|()| std::fs::rename(&unfinished, path));
    if written.is_err() {
        // The temporary file may not exist.
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
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("record.json");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1, "nothing else is left");
    }

    #[test]
    fn what_cannot_be_written_is_named_and_leaves_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("taken");
        std::fs::create_dir_all(path.join("inner")).unwrap();
        let error = format!("{:#}", write_whole(&path, b"x").unwrap_err());
        assert!(error.contains("taken"), "{error}");
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_device_is_no_file() {
        let error = |result: anyhow::Result<()>| format!("{:#}", result.unwrap_err());
        assert_eq!(error(LineLog::open(Path::new("/dev/full")).map(drop)), "/dev/full is no file");
        assert_eq!(error(read(Path::new("/dev/zero")).map(drop)), "/dev/zero is a device");
        assert!(error(read(Path::new("/nonexistent/file")).map(drop))
            .starts_with("cannot read /nonexistent/file: "));
    }
}
