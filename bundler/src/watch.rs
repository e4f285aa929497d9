//! Notices that a bundle's files have changed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How often the files are looked at.
const INTERVAL: Duration = Duration::from_millis(200);

/// Files by path, with their size and time; a missing file has neither.
pub type Fingerprint = BTreeMap<PathBuf, Option<(u64, SystemTime)>>;

/// Takes the fingerprint of `files`, and of every Rust file and manifest below `folders`: those may be new.
pub fn fingerprint(files: &[PathBuf], folders: &[PathBuf]) -> Fingerprint {
    let mut found = Fingerprint::new();
    for file in files {
        found.insert(file.clone(), stamp(file));
    }
    for folder in folders {
        add_folder(folder, &mut found, 0);
    }
    found
}

/// Returns when the fingerprint is no longer `before`.
pub fn wait_for_change(before: &Fingerprint, files: &[PathBuf], folders: &[PathBuf]) {
    while fingerprint(files, folders) == *before {
        std::thread::sleep(INTERVAL);
    }
}

fn stamp(file: &Path) -> Option<(u64, SystemTime)> {
    let metadata = std::fs::metadata(file).ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

fn add_folder(folder: &Path, found: &mut Fingerprint, depth: usize) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let hidden = name.to_string_lossy().starts_with('.') || name == "target";
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && !hidden && depth < 32 {
            add_folder(&path, found, depth + 1);
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "toml") {
            found.insert(path.clone(), stamp(&path));
        }
    }
}
