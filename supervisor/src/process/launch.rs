//! A command and its resource limits.

use std::path::{Path, PathBuf};

use rustix::thread::CpuSet;

use crate::sandbox::Sandbox;

/// A command and its resource limits.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program and its arguments; not empty.
    pub command: Vec<String>,
    /// Its working directory; `None` for the arena's.
    pub directory: Option<PathBuf>,
    /// Variables in addition to the arena's environment.
    pub environment: Vec<(String, String)>,
    /// Memory limit in MiB of private writable pages, so that a runtime may reserve more than it uses.
    pub memory_mib: Option<u32>,
    /// The cores that it may run on; `None` for all.
    pub cores: Option<CpuSet>,
    /// Whether it is stopped between its answer and its next call, so that it takes no time from an opponent
    /// on the same core. Later output to standard error is then read with the next call.
    pub freezes: bool,
    /// How it is isolated.
    pub sandbox: Sandbox,
}

impl Launch {
    /// The file of the program, if it is found.
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
