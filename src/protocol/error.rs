//! Why a dialogue could not go on, in one line.

use std::ffi::OsString;
use std::fmt;
use std::io;

/// How many bytes of what came are shown.
const MAX_SHOWN_BYTES: usize = 40;

/// An end of the dialogue that is nobody's wish.
#[derive(Debug)]
pub enum ProtocolError {
    /// A line is not what the protocol asks for there.
    Unexpected {
        /// The line's number, from 1.
        line: u64,
        /// What the protocol asks for.
        expected: String,
        /// What came, escaped and cut.
        got: String,
    },
    /// The input ended where the protocol asks for more.
    EndOfInput {
        /// The number of the line that is missing, from 1.
        line: u64,
        /// What the protocol asks for.
        expected: String,
    },
    /// The input could not be read.
    Unreadable {
        /// The number of the line that could not be read, from 1.
        line: u64,
        /// Why.
        source: io::Error,
    },
    /// An answer could not be written.
    Unwritable(io::Error),
    /// The program does not know these arguments.
    Usage {
        /// The arguments, escaped and cut.
        got: String,
    },
}

impl ProtocolError {
    pub(super) fn unexpected(line: u64, expected: impl Into<String>, got: &[u8]) -> Self {
        Self::Unexpected { line, expected: expected.into(), got: shown(got) }
    }

    pub(super) fn usage(arguments: &[OsString]) -> Self {
        let words: Vec<&[u8]> = arguments.iter().map(|argument| argument.as_encoded_bytes()).collect();
        Self::Usage { got: shown(&words.join(&b' ')) }
    }

    /// Whether the listener went away, which ends a game but is no fault.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Unwritable(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Bytes in quotes, escaped so that they are one line of plain ASCII, and cut to a readable length.
fn shown(bytes: &[u8]) -> String {
    match bytes.split_at_checked(MAX_SHOWN_BYTES) {
        Some((start, rest)) if !rest.is_empty() => format!("\"{}\"...", start.escape_ascii()),
        _ => format!("\"{}\"", bytes.escape_ascii()),
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected { line, expected, got } => {
                write!(f, "line {line}: expected {expected}, got {got}")
            }
            Self::EndOfInput { line, expected } => {
                write!(f, "line {line}: expected {expected}, got the end of the input")
            }
            Self::Unreadable { line, source } => write!(f, "line {line}: the input cannot be read: {source}"),
            Self::Unwritable(source) => write!(f, "the answer cannot be written: {source}"),
            Self::Usage { got } => write!(f, "expected no arguments or `--playouts N`, got {got}"),
        }
    }
}

impl std::error::Error for ProtocolError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable { source, .. } | Self::Unwritable(source) => Some(source),
            Self::Unexpected { .. } | Self::EndOfInput { .. } | Self::Usage { .. } => None,
        }
    }
}
