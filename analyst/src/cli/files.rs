//! Reads inputs within bounds.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use analyst::notation::{read_each, Event, Limits, Sink, WthorNames};
use anyhow::{anyhow, Context};
use toolkit::files::{read, Error};

/// Reads a file, or standard input for `-`; more than `bytes` are refused.
fn read_bytes(path: &Path, bytes: usize) -> anyhow::Result<Vec<u8>> {
    let too_large =
        || anyhow!("{}: expected at most {bytes} bytes, more came: raise --max-mib", path.display());
    if path != Path::new("-") {
        return read(path, bytes as u64).map_err(|error| match error {
            Error::TooLarge { .. } => too_large(),
            other => other.into(),
        });
    }
    let mut content = Vec::new();
    io::stdin().lock().take(bytes as u64 + 1).read_to_end(&mut content).context("standard input")?;
    if content.len() > bytes {
        return Err(too_large());
    }
    Ok(content)
}

/// The files that paths name; a folder names its files in the order of their names.
pub(super) fn expand(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path).with_context(|| path.display().to_string())?;
        let entries: Result<Vec<_>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
        let mut inside = entries.with_context(|| path.display().to_string())?;
        inside.retain(|path| path.is_file());
        inside.sort();
        files.append(&mut inside);
    }
    Ok(files)
}

/// Whether a file's name ends like this, in whatever case.
fn ends(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
}

/// Whether a file is a list of names by its name: of players or of tournaments.
fn is_list(path: &Path) -> bool {
    ends(path, "jou") || ends(path, "trn")
}

/// The lists of names beside the WTHOR files; says of a folder without any that names are missing.
fn lists_beside(files: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders: Vec<&Path> =
        files.iter().filter(|path| ends(path, "wtb")).filter_map(|path| path.parent()).collect();
    folders.dedup();
    let mut found = Vec::new();
    for folder in folders {
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let lists: Vec<PathBuf> = entries.filter(|path| is_list(path) && path.is_file()).collect();
        if lists.is_empty() {
            let folder = folder.display();
            eprintln!(
                "{folder}: no WTH.JOU and WTH.TRN beside the WTHOR file: players and tournaments have numbers"
            );
        }
        found.extend(lists);
    }
    found
}

/// Reads all games and positions of files. Lists of WTHOR names, in whatever order they come, apply to
/// all; if none is given, those beside the files do.
///
/// # Errors
/// If a file cannot be opened. Errors inside a file are events.
pub(super) fn read_all(files: &[PathBuf], limits: &Limits, sink: &mut Sink<'_>) -> anyhow::Result<()> {
    let mut names = WthorNames::default();
    let mut lists = Vec::new();
    if !files.iter().any(|path| is_list(path)) {
        for path in lists_beside(files) {
            names.add(&read_bytes(&path, limits.bytes)?);
        }
    }
    for path in files.iter().filter(|path| is_list(path)) {
        if names.add(&read_bytes(path, limits.bytes)?) {
            lists.push(path);
        }
    }
    for path in files.iter().filter(|path| !lists.contains(path)) {
        let bytes = read_bytes(path, limits.bytes)?;
        let mut has_stopped = false;
        read_each(&bytes, &path.display().to_string(), &names, limits, &mut |event: Event| {
            let flow = sink(event);
            has_stopped |= flow.is_break();
            flow
        });
        if has_stopped {
            break;
        }
    }
    Ok(())
}
