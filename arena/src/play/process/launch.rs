//! What to start, and how to speak with it.

use std::path::{Path, PathBuf};

use rustix::thread::CpuSet;

use crate::play::limits::LimitChanges;
use crate::play::record::Protocol;

/// What to start, and within which bounds.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program and its arguments; not empty.
    pub command: Vec<String>,
    /// Where it runs; `None` for the arena's own directory.
    pub directory: Option<PathBuf>,
    /// Variables set on top of the arena's own environment.
    pub environment: Vec<(String, String)>,
    /// Its memory, in MiB: private writable pages, so that a runtime may reserve more than it uses.
    pub memory_mib: Option<u32>,
    /// The cores that it may run on; `None` for all.
    pub cores: Option<CpuSet>,
    /// Whether it is stopped from its answer to its next call, so that it takes nothing from an opponent on the same
    /// core. What it writes to standard error after its answer is then seen with its next call.
    pub freezes: bool,
}

impl Launch {
    /// The file that will be run, as far as it can be found.
    pub fn program_path(&self) -> Option<PathBuf> {
        let program = Path::new(self.command.first()?);
        if program.components().count() > 1 {
            let directory = self.directory.as_deref().unwrap_or(Path::new(""));
            return Some(directory.join(program)).filter(|path| path.is_file());
        }
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|directory| directory.join(program)).find(|path| path.is_file())
    }
}

/// A bot that is a program.
#[derive(Clone, Debug)]
pub struct ProcessSpec {
    /// What to start.
    pub launch: Launch,
    /// The language it speaks.
    pub protocol: Protocol,
    /// Where its limits differ from those of the game.
    pub limits: LimitChanges,
    /// Whether one process plays game after game; only GTP can.
    pub is_kept: bool,
}
