//! Append-only files of lines, which lose no complete line, however their writer ends.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::open::read_bounded;
use super::{sync_folder, Error, Kind, LockedFile, Result};

/// A kind of log.
#[derive(Clone, Copy, Debug)]
pub struct LogKind {
    /// Its name, and how its first line starts.
    pub kind: Kind,
    /// How every later line starts.
    pub line_start: &'static str,
    /// The largest log that is read, in bytes.
    pub limit: u64,
}

/// A torn first line is recognised if this many bytes of it are there: no other file begins so.
const MIN_TORN_HEADER: usize = 32;

/// An append-only file of lines, locked by this process. A partly written line is removed again, however the
/// process ends.
#[derive(Debug)]
pub struct LineLog {
    file: LockedFile,
    path: PathBuf,
    /// The length of its complete lines, in bytes.
    length: u64,
}

impl LineLog {
    /// Creates a file, or opens one and returns its complete lines. A torn last line is kept until the next
    /// append. `header` is the first line that the caller would write, if it knows: a file that was torn in
    /// that very line is continued. Any other file that is not of the kind is refused and left as it is.
    ///
    /// # Errors
    /// If the file cannot be read or written, is not of the kind, or is locked by another process.
    pub fn open(path: &Path, kind: &LogKind, header: Option<&[u8]>) -> Result<(Self, Vec<u8>)> {
        let unwritable = |error| Error::unwritable(path, error);
        let foreign = || Error::Foreign { path: path.to_owned(), kind: kind.kind.name };
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(unwritable)?;
        // A device may be endless, and may not keep the lines.
        if !file.metadata().map_err(unwritable)?.is_file() {
            return Err(foreign());
        }
        let file = lock(file, path)?;
        let mut text = read_bounded(&file, path, kind.limit)?;
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if !kind.is_log(&text, whole, header) {
            return Err(foreign());
        }
        text.truncate(whole);
        Ok((Self { file, path: path.to_path_buf(), length: whole as u64 }, text))
    }

    /// Appends complete lines; returns once they are on disk.
    ///
    /// # Errors
    /// If the lines cannot be written, for example because the disk is full; the file is then unchanged.
    pub fn append(&mut self, lines: &[u8]) -> Result<()> {
        self.cut_off_the_rest()?;
        if let Err(error) = (&*self.file).write_all(lines).and_then(|()| self.file.sync_data()) {
            // A failed write may have added a part of the lines; readers would ignore it.
            let _ = self.cut_off_the_rest();
            return Err(Error::NotAppended { path: self.path.clone(), source: error });
        }
        if self.length == 0 {
            sync_folder(&self.path);
        }
        self.length += lines.len() as u64;
        Ok(())
    }

    fn cut_off_the_rest(&mut self) -> Result<()> {
        self.file.set_len(self.length).map_err(|error| Error::unwritable(&self.path, error))
    }
}

/// Locks an existing file as [`LineLog::open`] does, for as long as the result lives: no other process
/// appends to it while it is replaced. `None` if there is no regular file.
///
/// # Errors
/// If it cannot be read, or is locked by another process.
pub fn hold(path: &Path) -> Result<Option<LockedFile>> {
    if !path.is_file() {
        return Ok(None);
    }
    lock(super::open(path)?, path).map(Some)
}

fn lock(file: File, path: &Path) -> Result<LockedFile> {
    let locked = LockedFile::lock(file).map_err(|error| Error::unwritable(path, error))?;
    locked.ok_or_else(|| Error::InUse { path: path.to_owned() })
}

impl LogKind {
    /// Whether a text, whose complete lines end at `whole`, is a log of this kind, perhaps torn at its end.
    fn is_log(&self, text: &[u8], whole: usize, header: Option<&[u8]>) -> bool {
        let torn = &text[whole..];
        if text.is_empty() {
            true
        } else if whole == 0 {
            header.is_some_and(|header| torn.len() >= MIN_TORN_HEADER && header.starts_with(torn))
        } else {
            let start = self.line_start.as_bytes();
            self.kind.is_start_of(text) && (torn.starts_with(start) || start.starts_with(torn))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIARY: LogKind = LogKind {
        kind: Kind { name: "a diary", starts: &["{\"diary\":"] },
        line_start: "{\"day\":",
        limit: 1 << 20,
    };
    const HEADER: &[u8] = b"{\"diary\":\"of a player of Othello, volume 1\"}\n";

    fn open(path: &Path) -> Result<(LineLog, Vec<u8>)> {
        LineLog::open(path, &DIARY, Some(HEADER))
    }

    #[test]
    fn lines_survive_and_a_torn_one_is_cut_off_at_the_next_append() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("diary");
        let (mut log, text) = open(&path).unwrap();
        assert_eq!(text, b"");
        log.append(HEADER).unwrap();
        log.append(b"{\"day\":1}\n").unwrap();
        assert!(matches!(open(&path), Err(Error::InUse { .. })));
        drop(log);
        let whole = std::fs::read(&path).unwrap();
        for torn in [&b"{\"day\":2"[..], b"{\"d", b""] {
            std::fs::write(&path, [&whole, torn].concat()).unwrap();
            let (mut log, text) = open(&path).unwrap();
            assert_eq!(text, whole);
            assert_eq!(std::fs::read(&path).unwrap(), [&whole, torn].concat(), "reading changes nothing");
            log.append(b"").unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), whole);
        }
        std::fs::write(&path, &HEADER[..MIN_TORN_HEADER]).unwrap();
        let (mut log, text) = open(&path).unwrap();
        assert_eq!(text, b"");
        log.append(HEADER).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), HEADER);
    }

    #[test]
    fn a_log_that_is_written_cannot_be_held_nor_one_that_is_held_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        assert!(hold(&path).unwrap().is_none(), "there is no file");
        let log = open(&path).unwrap();
        assert!(matches!(hold(&path), Err(Error::InUse { .. })));
        drop(log);
        let held = hold(&path).unwrap();
        assert!(held.is_some());
        assert!(matches!(open(&path), Err(Error::InUse { .. })));
    }

    #[test]
    fn anything_else_is_refused_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes");
        let with_notes = [HEADER, b"and a note of mine"].concat();
        let other = HEADER.to_ascii_uppercase();
        for foreign in
            [&b"notes without a final newline"[..], b"notes\n", b"\n", &HEADER[..9], &other, &with_notes]
        {
            std::fs::write(&path, foreign).unwrap();
            let error = open(&path).unwrap_err().to_string();
            assert!(error.ends_with("notes is not a diary; it was left as it is"), "{error}");
            assert_eq!(std::fs::read(&path).unwrap(), foreign);
        }
        let error = open(Path::new("/dev/full")).unwrap_err().to_string();
        assert_eq!(error, "/dev/full is not a diary; it was left as it is");
        File::create(&path).unwrap().set_len(1 << 30).unwrap();
        assert!(open(&path).unwrap_err().to_string().ends_with("notes: larger than 1 MiB"));
    }
}
