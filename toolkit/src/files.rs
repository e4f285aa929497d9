//! Files that are read within bounds, written whole or not at all, and replaced only by their own kind.

mod error;
mod line_log;
mod locked_file;
mod open;

pub use error::{Error, Result};
pub use line_log::{hold, LineLog, LogKind};
pub use locked_file::LockedFile;
pub use open::{check, open, read_folder, read_start, read_unlinked};

use std::fs::{File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// A kind of file that a tool writes, and recognises before it writes another in its place.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name in messages, with an article.
    pub name: &'static str,
    /// Every file of the kind, of whatever version, starts with one of these.
    pub starts: &'static [&'static str],
}

impl Kind {
    /// Whether a file with this content, or this beginning of it, is of the kind.
    pub fn is_start_of(&self, content: &[u8]) -> bool {
        self.starts.iter().any(|start| content.starts_with(start.as_bytes()))
    }

    fn longest_start(&self) -> usize {
        self.starts.iter().map(|start| start.len()).max().unwrap_or(0)
    }
}

/// Reads a whole file of at most `limit` bytes, or a pipe that this process was started with; a larger file
/// is refused before it is read.
///
/// # Errors
/// If the file cannot be read, is larger, or is anything else: a folder, a device, a named pipe, a socket.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>> {
    open::read_bounded(&open::open_or_pipe(path)?, path, limit)
}

/// Reads a whole text file or pipe of at most `limit` bytes, in any encoding that [`text::decode`] knows and
/// with any line ends; errors as for [`read`].
///
/// [`text::decode`]: crate::text::decode
pub fn read_text(path: &Path, limit: u64) -> Result<String> {
    let content = read(path, limit)?;
    let text = crate::text::decode(&content);
    // Text of one byte a character has no zeros: what is neither UTF-8 nor UTF-16 and has some is no text.
    if matches!(text, std::borrow::Cow::Owned(_)) && is_binary(&content) {
        return Err(Error::NotText { path: path.to_owned() });
    }
    Ok(text.into_owned())
}

/// Whether bytes are neither UTF-8 nor UTF-16 and hold control characters that no text has.
fn is_binary(content: &[u8]) -> bool {
    let is_utf16 = content.starts_with(&[0xff, 0xfe]) || content.starts_with(&[0xfe, 0xff]);
    !is_utf16 && std::str::from_utf8(content).is_err() && content.iter().any(|byte| *byte < 9)
}

/// Fails unless `kind` can be written to `path`: the folder must be writable, and a file that is there
/// already must be empty or of that kind. Called before the work whose result will be
/// written.
///
/// # Errors
/// If it cannot be written, or is a file of another kind.
pub fn check_output(path: &Path, kind: Kind) -> Result<()> {
    match start_of(path, kind.longest_start())? {
        None => {}
        Some(start) if start.is_empty() || kind.is_start_of(&start) => {}
        Some(_) => return Err(Error::Foreign { path: path.to_owned(), kind: kind.name }),
    }
    unfinished(path).map(drop).map_err(|error| Error::unwritable(path, error))
}

/// Fails unless a new file can be written to `path`: none may be there, or an empty one.
///
/// # Errors
/// If it cannot be written, or exists.
pub fn check_new(path: &Path) -> Result<()> {
    if start_of(path, 1)?.is_some_and(|start| !start.is_empty()) {
        return Err(Error::Exists { path: path.to_owned() });
    }
    unfinished(path).map(drop).map_err(|error| Error::unwritable(path, error))
}

/// The first bytes of a file; `None` if there is none. For anything but a file, one byte that no kind starts
/// with.
fn start_of(path: &Path, length: usize) -> Result<Option<Vec<u8>>> {
    let metadata = match path.metadata() {
        Ok(metadata) if metadata.is_file() => metadata,
        Ok(_) => return Ok(Some(vec![0])),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::unwritable(path, error)),
    };
    if metadata.len() == 0 {
        return Ok(Some(Vec::new()));
    }
    read_start(path, length as u64).map(Some).map_err(|error| match error {
        Error::Unreadable { path, source } => Error::Unwritable { path, source },
        other => other,
    })
}

/// The folder in which the tools keep what can be made again: `outflank` in `$XDG_CACHE_HOME`, else in
/// `.cache` of the home folder; `None` if neither is known.
pub fn user_cache() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(cache.join("outflank"))
}

/// Creates the folder in which a file will be written, if it is missing.
///
/// # Errors
/// If it cannot be created.
pub fn create_folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(folder_of(path)).map_err(|error| Error::unwritable(path, error))
}

/// Writes a file of a kind whole or not at all, unless a file of another kind is there.
///
/// # Errors
/// As [`check_output`].
pub fn write(path: &Path, kind: Kind, content: &[u8]) -> Result<()> {
    check_output(path, kind)?;
    replace(path, content)
}

/// Writes a file whole or not at all, over any existing one: for files in a folder that the tool owns.
///
/// # Errors
/// If it cannot be written; what was there before is then unchanged.
pub fn replace(path: &Path, content: &[u8]) -> Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(content).map_err(|error| Error::unwritable(path, error))?;
    file.finish()
}

/// Writes a new file to the temporary folder, for this user alone, and returns its path. In a folder that
/// others may write to, a name that they can foresee could be a link of theirs.
///
/// # Errors
/// If it cannot be written.
pub fn write_temporary(prefix: &str, suffix: &str, content: &[u8]) -> Result<PathBuf> {
    let write = || -> io::Result<PathBuf> {
        let mut file = Builder::new().prefix(prefix).suffix(suffix).tempfile()?;
        file.write_all(content)?;
        Ok(file.keep()?.1)
    };
    write().map_err(|error| Error::unwritable(&std::env::temp_dir(), error))
}

/// A file that appears under its name once it is complete: written under another name in the same folder,
/// synced, then renamed. Dropped, it leaves nothing.
#[derive(Debug)]
pub struct NewFile {
    file: NamedTempFile,
    path: PathBuf,
}

impl NewFile {
    /// Starts a file, which will replace the one at `path`; see [`check_output`] and [`check_new`].
    ///
    /// # Errors
    /// If the folder cannot be written, or something other than a file, such as a device, is at `path`.
    pub fn create(path: &Path) -> Result<Self> {
        // A link is kept, and its target is replaced.
        let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if target.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(Error::Foreign { path: path.to_owned(), kind: "a regular file" });
        }
        let file = unfinished(&target).map_err(|error| Error::unwritable(path, error))?;
        Ok(Self { file, path: target })
    }

    /// Syncs the file and renames it to its final name.
    ///
    /// # Errors
    /// If it cannot be synced or renamed; what was there before is then unchanged.
    pub fn finish(self) -> Result<()> {
        let Self { file, path } = self;
        let finish = || -> io::Result<()> {
            if let Ok(earlier) = path.metadata() {
                file.as_file().set_permissions(earlier.permissions())?;
            }
            file.as_file().sync_all()?;
            file.persist(&path)?;
            sync_folder(&path);
            Ok(())
        };
        finish().map_err(|error| Error::unwritable(&path, error))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A file in the folder of `path` that is removed unless it is renamed.
fn unfinished(path: &Path) -> io::Result<NamedTempFile> {
    // The system's own error says more than one that names the unfinished file.
    folder_of(path).metadata()?;
    let mut builder = Builder::new();
    builder.prefix(".unfinished-");
    // The umask applies, as to any new file.
    #[cfg(unix)]
    builder.permissions(<Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    builder.tempfile_in(folder_of(path))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Syncs the folder, so that a new file's name survives a power failure. Best effort.
fn sync_folder(path: &Path) {
    let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
}

#[cfg(test)]
mod tests;
