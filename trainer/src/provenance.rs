//! Where an artifact came from: kept in the header of every file that the trainer writes.

use std::path::Path;
use std::process::Command;

use serde::{Deserialize, Serialize};

/// The history of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The command that wrote it, without options that do not change the result.
    pub command: String,
    /// BLAKE3 of the data it was made from, shortened; empty if there was none.
    pub data: String,
    /// The seed of everything random in it.
    pub seed: u64,
    /// The git revision of the program.
    pub revision: String,
}

impl Provenance {
    /// The provenance of what this process writes.
    pub fn new(command: String, data: String, seed: u64) -> Self {
        Self { command, data, seed, revision: revision() }
    }
}

/// The git revision of the working tree, or `unknown` outside one.
fn revision() -> String {
    let output = Command::new("git")
        .args(["describe", "--always", "--abbrev=12"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    match output {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        _ => "unknown".to_owned(),
    }
}

/// Mixes the contents of files into one short hash.
#[derive(Default)]
pub struct DataHash(blake3::Hasher);

impl DataHash {
    /// Adds a file's contents.
    pub fn add_file(&mut self, path: &Path) -> std::io::Result<()> {
        self.0.update_reader(std::fs::File::open(path)?)?;
        Ok(())
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The hash of all that was added, 16 hexadecimal digits.
    pub fn finish(&self) -> String {
        self.0.finalize().to_hex()[..16].to_owned()
    }
}
