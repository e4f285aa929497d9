//! Files that are either the old one or the new one, never half of either.

use std::io::Write;
use std::path::Path;

use crate::error::{Error, Result};

/// Replaces the file at `path` by `text`: written beside it, flushed to the disk, renamed.
///
/// # Errors
/// The folder cannot be made or the file not be written; the old file is then still there.
pub fn atomically(path: &Path, text: &str) -> Result<()> {
    let io = |error| Error::Io { path: path.to_owned(), error };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(io)?;
    let mut file = tempfile::Builder::new().prefix(".bundle-").tempfile_in(folder).map_err(io)?;
    file.write_all(text.as_bytes()).map_err(io)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644)).map_err(io)?;
    }
    file.as_file().sync_all().map_err(io)?;
    file.persist(path).map_err(|error| io(error.error))?;
    // The rename itself lasts only once the folder is on the disk.
    std::fs::File::open(folder).and_then(|folder| folder.sync_all()).map_err(io)
}
