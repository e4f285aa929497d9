//! Errors that end a dialogue, each a message of one line.

use std::ffi::OsString;
use std::fmt;
use std::io;

/// Length up to which a message quotes the input.
const MAX_SHOWN_BYTES: usize = 40;

/// An error that ends a dialogue.
#[derive(Debug)]
pub enum ProtocolError {
    /// A line differs from what the protocol requires.
    Unexpected {
        /// The line number, from 1.
        line: u64,
        /// The input that the protocol requires.
        expected: String,
        /// The line, escaped and truncated.
        got: String,
    },
    /// The input ended where the protocol requires another line.
    EndOfInput {
        /// The number of the missing line, from 1.
        line: u64,
        /// The input that the protocol requires.
        expected: String,
    },
    /// The input could not be read.
    Unreadable {
        /// The number of the line that could not be read, from 1.
        line: u64,
        /// The system's error.
        source: io::Error,
    },
    /// An answer could not be written.
    Unwritable(io::Error),
    /// The program does not have these options.
    Usage {
        /// The arguments, escaped and truncated.
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

    /// Whether the reader of the output has closed it, which ends a game without an error.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Unwritable(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// The bytes in quotes, escaped to one line of ASCII and truncated.
fn shown(text: &[u8]) -> String {
    match text.split_at_checked(MAX_SHOWN_BYTES) {
        Some((head, rest)) if !rest.is_empty() => format!("\"{}\"...", head.escape_ascii()),
        _ => format!("\"{}\"", text.escape_ascii()),
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
