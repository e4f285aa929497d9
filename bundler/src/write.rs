//! Writes a bundle whole or not at all, and never over another file.

use std::io::Read;
use std::path::Path;

use toolkit::files;

use crate::error::{Error, Result};

/// The lines at the top of a bundle are shorter, in bytes.
const HEADER: u64 = 4096;

/// Replaces the bundle at `path` by `text`, or creates it, and its folder: written beside it, flushed to the
/// disk, renamed.
///
/// # Errors
/// The folder or the file cannot be written, or the file exists and is no bundle; it is then unchanged.
pub fn atomically(path: &Path, text: &str) -> Result<()> {
    files::create_folder(path).map_err(|error| from(path, error))?;
    check(path)?;
    files::replace(path, text.as_bytes()).map_err(|error| from(path, error))
}

/// Fails if a file is there that is not a bundle, such as a source.
///
/// # Errors
/// [`Error::Usage`] if it is another file; [`Error::Io`] if it cannot be read.
pub fn check(path: &Path) -> Result<()> {
    let io = |error| Error::Io { path: path.to_owned(), error };
    let Ok(file) = std::fs::File::open(path) else { return Ok(()) };
    let metadata = file.metadata().map_err(io)?;
    if metadata.is_file() {
        let mut start = Vec::new();
        file.take(HEADER).read_to_end(&mut start).map_err(io)?;
        if start.is_empty() || is_bundle(&start) {
            return Ok(());
        }
    }
    Err(Error::Usage(format!("{} is not a bundle; it was left as it is", path.display())))
}

/// Whether a file starts with the two lines of a bundle.
fn is_bundle(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let mut lines = text.lines();
    let names = lines.next().is_some_and(|line| line.starts_with("// ") && line.contains(", level "));
    names && lines.next().is_some_and(|line| line.starts_with("// bench signature "))
}

fn from(path: &Path, error: files::Error) -> Error {
    match error {
        files::Error::Unreadable { path, source } | files::Error::Unwritable { path, source } => {
            Error::Io { path, error: source }
        }
        other => Error::Usage(format!("{}: {other}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_is_replaced_and_a_source_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new folder/bot.rs");
        let bundle = "// bot 1.0.0, git abc, level 3\n// bench signature none\nfn main(){}\n";
        atomically(&path, bundle).unwrap();
        atomically(&path, bundle).unwrap();
        for foreign in ["fn main() {}\n", "// bot, level 3\n", "\n", "notes without an end"] {
            std::fs::write(&path, foreign).unwrap();
            let error = atomically(&path, bundle).unwrap_err();
            assert!(error.to_string().ends_with("is not a bundle; it was left as it is"), "{error}");
            assert_eq!(error.exit_code(), 2);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), foreign);
        }
        assert!(check(folder.path()).is_err());
        assert!(check(&folder.path().join("none")).is_ok());
    }
}
