//! Transcripts: files with input that package and bundle must answer alike.

use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::source::read_bytes;

/// The content of a transcript, read before the work that it judges.
#[derive(Debug)]
pub(crate) struct Transcript {
    /// Its path, as the user named it.
    pub(crate) name: String,
    pub(crate) input: Vec<u8>,
}

/// Reads the transcripts that the command line names.
///
/// # Errors
/// [`Error::Usage`] if one cannot be read.
pub(crate) fn read(paths: &[PathBuf]) -> Result<Vec<Transcript>> {
    let read = |path: &PathBuf| {
        let input = read_bytes(path).map_err(|error| named_wrongly(path, error))?;
        Ok(Transcript { name: path.display().to_string(), input })
    };
    paths.iter().map(read).collect()
}

/// A file that the user named and that cannot be read is the command line's fault, unlike a source.
fn named_wrongly(path: &Path, error: Error) -> Error {
    match error {
        Error::Io { error, .. } => Error::Usage(format!("transcript {}: {error}", path.display())),
        other => other,
    }
}
