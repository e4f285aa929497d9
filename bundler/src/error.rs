//! Errors of a bundle run, and their exit codes.

use std::fmt;
use std::path::PathBuf;

/// A place in a source file, as shown to the user; the path is relative to the workspace where possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Path of the source file.
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
    /// The command line is not valid for this package; the message says why.
    #[error("{0}")]
    Usage(String),
    /// The source cannot be bundled.
    #[error("{place}: {message}")]
    Source {
        /// The place that the message is about.
        place: Place,
        /// What cannot be bundled, and the way out where there is one.
        message: String,
    },
    /// A file could not be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Path of the file or folder.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The time for the work is over; a lower level is there.
    #[error("the time limit is over")]
    Late,
    /// A tool (cargo, rustc, git) could not be run, failed, or gave an answer that cannot be parsed.
    #[error("{0}")]
    Tool(String),
    /// The bundle does not compile cleanly, or does not behave as the package does.
    #[error("{message}")]
    Proof {
        /// The step that failed, with the tools' messages.
        message: String,
        /// The text that failed the proof, if it was printed; it must not be used. From [`crate::bundle()`]
        /// it has the two lines at the top.
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
            Self::Late | Self::Proof { .. } => 4,
        }
    }
}

/// The result of most functions here.
pub type Result<T> = std::result::Result<T, Error>;
