//! Files that are read within bounds and written whole or not at all.

use std::fs::{File, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{ensure, Context, Result};
use tempfile::{Builder, NamedTempFile};

/// Largest text or foreign game file that is read whole, in bytes.
pub const MAX_INPUT: u64 = 16 << 20;

/// A kind of file that the trainer writes.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name in messages, with an article.
    pub name: &'static str,
    /// The bytes that every version of it starts with. Only such a file is ever replaced.
    pub start: &'static [u8],
}

/// Reads a whole file of at most [`MAX_INPUT`] bytes.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let context = || format!("cannot read {}", path.display());
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(context)?;
    file.take(MAX_INPUT + 1).read_to_end(&mut bytes).with_context(context)?;
    ensure!(bytes.len() as u64 <= MAX_INPUT, "{}: larger than {} MiB", path.display(), MAX_INPUT >> 20);
    Ok(bytes)
}

/// Reads a whole text file of at most [`MAX_INPUT`] bytes.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).ok().with_context(|| format!("{}: not UTF-8", path.display()))
}

/// All the given files and, sorted by name, those with an extension in the given folders.
pub fn find(paths: &[PathBuf], extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let context = || format!("cannot read {}", path.display());
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(path).with_context(context)? {
            let file = entry.with_context(context)?.path();
            if file.extension().is_some_and(|found| found == extension) {
                inside.push(file);
            }
        }
        ensure!(!inside.is_empty(), "{}: no .{extension} files in this folder", path.display());
        inside.sort();
        found.append(&mut inside);
    }
    Ok(found)
}

/// Fails unless `kind` can be written to `path`: the folder must be writable, and a file that is there
/// already must be empty or of that kind. Creates the folder. Called before the work whose result will be
/// written.
pub fn check_output(path: &Path, kind: Kind) -> Result<()> {
    let context = || format!("cannot write {}", path.display());
    match path.metadata() {
        Ok(metadata) => {
            let mut start = Vec::new();
            if metadata.is_file() {
                let file = File::open(path).with_context(context)?;
                file.take(kind.start.len() as u64).read_to_end(&mut start).with_context(context)?;
            }
            let is_replaceable = metadata.is_file() && (start.is_empty() || start == kind.start);
            ensure!(is_replaceable, "{} is not {}; it was left as it is", path.display(), kind.name);
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(context),
    }
    unfinished(path).map(drop).with_context(context)
}

/// Writes a file whole or not at all: under another name in the same folder, synced, then renamed.
pub fn write(path: &Path, kind: Kind, contents: &[u8]) -> Result<()> {
    check_output(path, kind)?;
    let write = || -> io::Result<()> {
        let mut file = unfinished(path)?;
        file.write_all(contents)?;
        file.as_file().sync_data()?;
        file.persist(path)?;
        Ok(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// A file in the folder of `path` that is removed unless it is renamed.
fn unfinished(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    // The umask applies, as to any new file.
    let permissions = Permissions::from_mode(0o666);
    Builder::new().prefix(".unfinished-").permissions(permissions).tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LETTER: Kind = Kind { name: "a letter", start: b"Dear " };

    fn folder_holds(folder: &Path, count: usize) {
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), count, "unfinished files were left");
    }

    #[test]
    fn a_file_of_its_kind_is_replaced_and_any_other_is_refused_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("letter");
        write(&path, LETTER, b"Dear A").unwrap();
        write(&path, LETTER, b"Dear B").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"Dear B");
        for foreign in [&b"Dea"[..], b"text without a final newline", b"\0\xff", b"\n"] {
            std::fs::write(&path, foreign).unwrap();
            let error = write(&path, LETTER, b"Dear C").unwrap_err().to_string();
            assert!(error.ends_with("letter is not a letter; it was left as it is"), "{error}");
            assert_eq!(std::fs::read(&path).unwrap(), foreign);
        }
        folder_holds(folder.path(), 1);
    }

    #[test]
    fn an_output_that_cannot_be_written_is_found_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let error = check_output(&file.join("inside"), LETTER).unwrap_err();
        assert!(error.to_string().starts_with("cannot write "), "{error}");
        for special in [folder.path(), Path::new("/dev/null")] {
            assert!(check_output(special, LETTER).unwrap_err().to_string().contains("is not a letter"));
        }
        folder_holds(folder.path(), 1);
    }

    #[test]
    fn endless_input_is_refused() {
        assert_eq!(read(Path::new("/dev/zero")).unwrap_err().to_string(), "/dev/zero: larger than 16 MiB");
    }
}
