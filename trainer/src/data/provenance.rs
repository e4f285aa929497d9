//! The provenance of a file; part of the header of every file that the trainer writes.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use toolkit::files;

/// The command, data, seed and revision that made a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The command with the options that change its result.
    pub command: String,
    /// Shortened BLAKE3 of the files it was made from.
    pub data: String,
    /// The seed of everything random in it.
    pub seed: u64,
    /// The git revision of the program.
    pub revision: String,
}

impl Provenance {
    /// The provenance of a file that this process writes; `settings` change the result.
    pub fn new(command: &str, settings: &impl Serialize, data: &DataHash, seed: u64) -> Result<Self> {
        let command = format!("{command} {}", serde_json::to_string(settings)?);
        Ok(Self { command, data: data.finish(), seed, revision: revision() })
    }

    /// Whether a file made from the other has the same contents, if the program has not changed.
    pub fn is_same_work(&self, other: &Self) -> bool {
        (&self.command, &self.data, self.seed) == (&other.command, &other.data, other.seed)
    }
}

/// The git revision of the working tree, or `unknown` outside one.
fn revision() -> String {
    let output = Command::new("git")
        .args(["describe", "--always", "--abbrev=12"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::null())
        .output();
    match output {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        _ => "unknown".to_owned(),
    }
}

/// A short hash of the contents of several files.
#[derive(Clone, Default)]
pub struct DataHash(blake3::Hasher);

impl DataHash {
    /// Adds a file's contents.
    pub fn add_file(&mut self, path: &Path) -> Result<()> {
        let read = self.0.update_reader(files::open(path)?);
        read.with_context(|| format!("cannot read {}", path.display()))?;
        Ok(())
    }

    /// The hash of everything added, as 16 hexadecimal digits.
    pub fn finish(&self) -> String {
        short_hash(&self.0)
    }
}

/// The shortened checksum of a text.
pub fn text_hash(text: &str) -> String {
    short_hash(blake3::Hasher::new().update(text.as_bytes()))
}

fn short_hash(hasher: &blake3::Hasher) -> String {
    hasher.finalize().to_hex()[..16].to_owned()
}
