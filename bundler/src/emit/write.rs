//! Writes a bundle whole or not at all, and never over another file.

use std::io::ErrorKind;
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

/// Fails unless a bundle can be written to `path`: a file that is there must be a bundle or empty, and the
/// folder, or the one in which it will be created, must be writable. Called before the work whose result will
/// be written.
///
/// # Errors
/// [`Error::Usage`] if it is another file, such as a source; [`Error::Io`] if that cannot be seen, or the
/// folder cannot be written.
pub fn check(path: &Path) -> Result<()> {
    let is_ours = match files::read_start(path, HEADER) {
        Ok(start) => start.is_empty() || is_bundle(&start),
        Err(files::Error::NoFile { .. }) => false,
        Err(files::Error::Unreadable { source, .. }) if source.kind() == ErrorKind::NotFound => true,
        Err(error) => return Err(from(path, error)),
    };
    if !is_ours {
        return Err(Error::Usage(format!("{} is not a bundle; it was left as it is", path.display())));
    }
    files::NewFile::create(first_missing(path)).map(drop).map_err(|error| from(path, error))
}

/// The outermost folder of `path` that has to be created, or else `path`.
fn first_missing(path: &Path) -> &Path {
    let is_missing = |part: &&Path| !part.as_os_str().is_empty() && !part.exists();
    path.ancestors().take_while(is_missing).last().unwrap_or(path)
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
        files::Error::Unreadable { source, .. } | files::Error::Unwritable { source, .. } => {
            Error::Io { path: path.to_owned(), error: source }
        }
        other => Error::Usage(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUNDLE: &str = "// bot 1.0.0, git abc, level 3\n// bench signature none\nfn main(){}\n";

    #[test]
    fn a_bundle_is_replaced_and_a_source_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new folder/bot.rs");
        for earlier in ["", BUNDLE] {
            atomically(&path, BUNDLE).unwrap();
            std::fs::write(&path, earlier).unwrap();
        }
        for foreign in ["fn main() {}\n", "// bot, level 3\n", "\n", "notes without an end"] {
            std::fs::write(&path, foreign).unwrap();
            let error = atomically(&path, BUNDLE).unwrap_err();
            assert!(error.to_string().ends_with("is not a bundle; it was left as it is"), "{error}");
            assert_eq!(error.exit_code(), 2);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), foreign);
        }
        assert!(check(folder.path()).is_err());
        assert!(check(&folder.path().join("none")).is_ok());
    }

    #[test]
    fn a_file_that_cannot_be_read_is_left_as_it_is() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [path, circle] = ["bot.rs", "circle.rs"].map(|name| folder.path().join(name));
        std::fs::write(&path, "fn main() {}\n").unwrap();
        // Whoever may read every file finds a source there.
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o200)).unwrap();
        atomically(&path, BUNDLE).unwrap_err();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "fn main() {}\n");
        // Nobody can read through a link to itself.
        std::os::unix::fs::symlink(&circle, &circle).unwrap();
        let error = atomically(&circle, BUNDLE).unwrap_err();
        assert!(matches!(error, Error::Io { .. }), "{error}");
        assert!(circle.is_symlink());
    }

    #[test]
    fn a_pipe_is_refused_unopened() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let error = check(&pipe).unwrap_err().to_string();
        assert!(error.ends_with("pipe is not a bundle; it was left as it is"), "{error}");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_found_before_the_work() {
        // The kernel's own folder takes files from nobody.
        for path in ["/proc/bot.rs", "/proc/new/bot.rs"] {
            let error = check(Path::new(path)).unwrap_err();
            assert!(error.to_string().starts_with(&format!("{path}: ")), "{error}");
            assert_eq!(error.exit_code(), 1);
        }
        let folder = tempfile::tempdir().unwrap();
        check(&folder.path().join("new/folder/bot.rs")).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a check leaves nothing");
    }
}
