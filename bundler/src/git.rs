//! The commit that a bundle was made from.

use std::path::{Path, PathBuf};
use std::process::Command;

/// `git <hash>`, with `+dirty` if one of `files` differs from it; `no git` outside a repository.
pub(crate) fn describe(folder: &Path, files: &[PathBuf]) -> String {
    let Some(hash) = git(folder, &["rev-parse", "--short=12", "HEAD"]) else { return "no git".into() };
    let files: Vec<&str> = files.iter().filter_map(|file| file.to_str()).collect();
    let status =
        git(folder, &[&["status", "--porcelain", "--untracked-files=all", "--"], &files[..]].concat());
    // Without an answer the files may have changed.
    let dirty = status.is_none_or(|status| !status.trim().is_empty());
    format!("git {}{}", hash.trim(), if dirty { "+dirty" } else { "" })
}

fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
