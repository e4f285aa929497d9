//! The whole run: from a package to a proven text.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::draft::{Draft, Printed};
use crate::emit::budget::{shares, Share, Size};
use crate::error::{Error, Result};
use crate::options::{Level, Options};
use crate::prove::{prove, Proof};
use crate::transform::Conflict;

/// A finished bundle.
#[derive(Debug)]
pub struct Bundle {
    /// The file to paste.
    pub text: String,
    /// The highest level whose proof succeeded, or the requested one.
    pub level: Level,
    /// Its size with the two lines at the top.
    pub size: Size,
    /// The size of each module in the bundle.
    pub shares: Vec<Share>,
    /// Package name and version.
    pub package: (String, String),
    /// The name of the bundled binary.
    pub bin: String,
    /// The result of the proof.
    pub proof: Proof,
    /// Remarks for the user, one sentence each.
    pub notes: Vec<String>,
    /// Names that level 3 shortened.
    pub renamed: usize,
    /// Names that keep a module in the bundle, where without the module it would be smaller.
    pub conflicts: Vec<Conflict>,
    /// Every file whose content is in the bundle.
    pub files: Vec<PathBuf>,
    /// The path at which it is written by default.
    pub default_output: PathBuf,
}

/// Bundles the package that `options` name.
///
/// # Errors
/// See [`Error`]: there is no bundle without the requested proof.
pub fn bundle(options: &Options) -> Result<Bundle> {
    let draft = Draft::new(options)?;
    let mut notes = notes(&draft, options);
    let mut level = options.level.unwrap_or(Level::Shortened);
    let mut made = at_level(&draft, level, options);
    if let (Err(error @ (Error::Proof { .. } | Error::Late)), Level::Shortened) = (&made, level) {
        // Where level 2 fails too, its error is the one about the user's own code.
        level = Level::Spaced;
        notes.push(format!("level 3 cannot be proven, level 2 is written: {error}"));
        if options.verify {
            draft.steps.prove_again();
        }
        made = at_level(&draft, level, options);
    }
    let (mut printed, mut proof) = made?;
    if options.level.is_none() && level == Level::Shortened && printed.text.text.len() < MAX_TO_COMPARE {
        // In a small program the lint attributes that short names need may cost more than they save.
        let spaced = draft.print(Level::Spaced)?;
        if Size::of(&spaced.text.text).units + header(&draft, level, "").len()
            < Size::of(&printed.text.text).units
        {
            level = Level::Spaced;
            draft.steps.prove_again();
            (printed, proof) = at_level(&draft, level, options)?;
        }
    }
    if level > Level::Readable {
        let pruned = draft.pruned()?;
        if pruned.unused_percent >= NOTABLE_SHARE {
            let undone = match pruned.undone {
                0 => String::new(),
                number => format!(": {number} removals were undone"),
            };
            notes.push(format!(
                "{} % of the bundle is code that rustc calls unused but that had to stay{undone}",
                pruned.unused_percent
            ));
        }
    }
    notes.extend(proof.warnings.iter().cloned());
    Ok(Bundle {
        level,
        size: Size::of(&printed.text.text),
        shares: shares(&printed.text, &printed.tokens, &draft.sources),
        package: (draft.project.package.clone(), draft.project.version.clone()),
        bin: draft.project.bin.clone(),
        proof,
        notes,
        renamed: printed.renamed,
        conflicts: printed.conflicts,
        files: draft.files(),
        default_output: draft.project.default_output(),
        text: printed.text.text,
    })
}

/// Bundles from this size on, in bytes, are always smaller at level 3.
const MAX_TO_COMPARE: usize = 20_000;

/// The share of unused code, in percent, from which on a note reports it.
const NOTABLE_SHARE: usize = 5;

fn at_level(draft: &Draft, level: Level, options: &Options) -> Result<(Printed, Proof)> {
    let rejected = |error| with_header(error, &header(draft, level, "rejected"));
    let mut printed = draft.print(level).map_err(rejected)?;
    let proof = prove(draft, &mut printed, options, |signature| header(draft, level, signature));
    let proof = proof.map_err(|error| draft.differences.explain(error, &draft.project, options))?;
    Ok((printed, proof))
}

/// Puts the header before the text of a bundle that failed before it had one: by its header the program knows
/// a bundle that the next may replace.
fn with_header(error: Error, header: &str) -> Error {
    match error {
        Error::Proof { message, text: Some(text) } => {
            Error::Proof { message, text: Some(format!("{header}{text}")) }
        }
        other => other,
    }
}

/// The two lines at the top. The same input gives the same lines.
fn header(draft: &Draft, level: Level, signature: &str) -> String {
    let project = &draft.project;
    let commit = commit(&project.workspace, &draft.files());
    format!(
        "// {} {}, {commit}, level {}\n// bench signature {signature}\n",
        project.bin,
        project.version,
        u8::from(level)
    )
}

fn notes(draft: &Draft, options: &Options) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(lack) = &draft.rustc.lack {
        let (judge, used) = (&options.toolchain, &draft.rustc.version);
        notes.push(format!(
            "toolchain {judge} {lack}: everything was checked with {used} instead; whether {judge} compiles \
             the bundle, without warnings and to the same program, is open"
        ));
    }
    notes.extend(draft.differences.note(&draft.project, options.edition));
    notes
}

/// `git <hash>`, with `+dirty` if one of `files` differs from it; `no git` outside a repository.
fn commit(folder: &Path, files: &[PathBuf]) -> String {
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
