//! Why a file was not read or not written.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Why a file was not read or not written. A message is one line, and names the file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file, or its folder, cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// Its path, as the caller named it.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file, or its folder, cannot be written; what was there before is unchanged.
    #[error("cannot write {}", path.display())]
    Unwritable {
        /// Its path, as the caller named it.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A log cannot grow, for example because the disk is full; its lines are unchanged.
    #[error("cannot write {} (what was written before is whole)", path.display())]
    NotAppended {
        /// Its path, as the caller named it.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file is not of the kind that the tool writes there.
    #[error("{} is not {kind}; it was left as it is", path.display())]
    Foreign {
        /// Its path, as the caller named it.
        path: PathBuf,
        /// The name of the kind, with an article.
        kind: &'static str,
    },
    /// The file exists, and the tool's own output has no kind by which it could be recognised.
    #[error("{} exists; it was left as it is", path.display())]
    Exists {
        /// Its path, as the caller named it.
        path: PathBuf,
    },
    /// Something else than a regular file is there, such as a folder, a device or a pipe.
    #[error("{} is {what}", path.display())]
    NoFile {
        /// Its path, as the caller named it.
        path: PathBuf,
        /// What it is, with an article.
        what: &'static str,
    },
    /// The file is larger than any that the tool reads.
    #[error("{}: larger than {mib} MiB", path.display())]
    TooLarge {
        /// Its path, as the caller named it.
        path: PathBuf,
        /// The bound, in MiB.
        mib: u64,
    },
    /// The file is not text.
    #[error("{} is not text", path.display())]
    NotText {
        /// Its path, as the caller named it.
        path: PathBuf,
    },
    /// Another process holds the file's lock.
    #[error("{} is in use by another process", path.display())]
    InUse {
        /// Its path, as the caller named it.
        path: PathBuf,
    },
}

/// The result of reading or writing a file.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(super) fn unreadable(path: &Path, source: io::Error) -> Self {
        Self::Unreadable { path: path.to_owned(), source }
    }

    pub(super) fn unwritable(path: &Path, source: io::Error) -> Self {
        Self::Unwritable { path: path.to_owned(), source }
    }

    /// Whether the user named a wrong file; otherwise a disk or the system failed.
    pub fn is_usage(&self) -> bool {
        match self {
            Self::Unreadable { source, .. } => {
                use ErrorKind::{IsADirectory, NotADirectory, NotFound};
                matches!(source.kind(), NotFound | IsADirectory | NotADirectory)
            }
            Self::Unwritable { .. } | Self::NotAppended { .. } | Self::InUse { .. } => false,
            _ => true,
        }
    }
}
