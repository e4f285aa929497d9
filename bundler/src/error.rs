//! Everything that can go wrong, and the exit code it becomes.

use std::fmt;
use std::path::PathBuf;

/// A place in a source file, as shown to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.path.display(), self.line, self.column)
    }
}

/// Why there is no bundle.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request makes no sense for this package.
    #[error("{0}")]
    Usage(String),
    /// The source cannot be bundled.
    #[error("{place}: {message}")]
    Source {
        /// Where.
        place: Place,
        /// What.
        message: String,
    },
    /// A file could not be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// A tool (cargo, rustc, git) could not be run or gave an answer that makes no sense.
    #[error("{0}")]
    Tool(String),
    /// The bundle does not compile cleanly, or does not behave as the package does.
    #[error("{message}")]
    Proof {
        /// What went wrong.
        message: String,
        /// The bundle as far as it got.
        text: Option<String>,
    },
}

impl Error {
    /// The proof failed; the bundle must not be used.
    pub fn proof(message: impl Into<String>) -> Self {
        Self::Proof { message: message.into(), text: None }
    }

    /// The process exit code: 1 internal or I/O, 2 usage or bad source, 4 proof failed.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Io { .. } | Self::Tool(_) => 1,
            Self::Usage(_) | Self::Source { .. } => 2,
            Self::Proof { .. } => 4,
        }
    }
}

/// The result of most functions here.
pub type Result<T> = std::result::Result<T, Error>;
