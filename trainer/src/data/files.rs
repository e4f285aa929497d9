//! The functions of `toolkit::files` with the trainer's bounds; folders of outputs are created.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure, Context, Result};
use toolkit::files;

pub use toolkit::files::Kind;

/// Largest text or foreign game file that is read whole, in bytes.
pub const MAX_INPUT: u64 = 16 << 20;

/// Reads a whole file of at most [`MAX_INPUT`] bytes.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    Ok(files::read(path, MAX_INPUT)?)
}

/// Reads a whole text file of at most [`MAX_INPUT`] bytes.
pub fn read_text(path: &Path) -> Result<String> {
    Ok(files::read_text(path, MAX_INPUT)?)
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

/// The file in the folder `out` to make of each source: its name with another extension.
///
/// # Errors
/// If two sources would become the same file.
pub fn targets(sources: &[PathBuf], out: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut source_of: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    let mut targets = Vec::new();
    for source in sources {
        let stem = source.file_stem().with_context(|| format!("{}: no file name", source.display()))?;
        let mut name = stem.to_owned();
        name.push(".");
        name.push(extension);
        let target = out.join(name);
        if let Some(other) = source_of.insert(target.clone(), source) {
            bail!(
                "{} and {} would both become {}; use a folder for each",
                other.display(),
                source.display(),
                target.display()
            );
        }
        targets.push(target);
    }
    Ok(targets)
}

/// Fails unless `kind` can be written to `path`: the folder must be writable, and a file that is there
/// already must be empty or of that kind. Creates the folder. Called before the work whose result will be
/// written.
pub fn check_output(path: &Path, kind: Kind) -> Result<()> {
    files::create_folder(path)?;
    Ok(files::check_output(path, kind)?)
}

/// Writes a file whole or not at all: under another name in the same folder, synced, then renamed.
pub fn write(path: &Path, kind: Kind, contents: &[u8]) -> Result<()> {
    files::create_folder(path)?;
    Ok(files::write(path, kind, contents)?)
}
