//! A command and its resource limits.

use std::path::{Path, PathBuf};

use rustix::thread::CpuSet;

use crate::sandbox::Sandbox;

/// A command and its resource limits.
#[derive(Clone, Debug, Default)]
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
    /// Files that it may read although they are in a folder that its sandbox hides.
    pub shown: Vec<PathBuf>,
}

impl Launch {
    /// A command without limits and without a sandbox.
    pub fn new(command: Vec<String>) -> Self {
        Self { command, ..Self::default() }
    }

    /// The file of the program, if it is found.
    pub fn program_path(&self) -> Option<PathBuf> {
        program_file(self.command.first()?, self.directory.as_deref().unwrap_or(Path::new("")))
    }

    /// The files that the command names, each with the index of its word.
    pub fn files(&self) -> Vec<(usize, PathBuf)> {
        command_files(&self.command, self.directory.as_deref().unwrap_or(Path::new("")))
    }
}

/// The files that a command which runs in `directory` names, each with the index of its word: the program,
/// and what its other words name as a path, as the value of an option (`--weights=FILE`), or as a module
/// (`python3 -m bot`, `java Bot`).
pub fn command_files(command: &[String], directory: &Path) -> Vec<(usize, PathBuf)> {
    let file = |(index, word): (usize, &String)| {
        let path = if index == 0 { program_file(word, directory) } else { named_file(word, directory) };
        Some((index, path?))
    };
    command.iter().enumerate().filter_map(file).collect()
}

fn program_file(program: &str, directory: &Path) -> Option<PathBuf> {
    if program.contains('/') {
        return Some(directory.join(program)).filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|path| path.is_file())
}

fn named_file(word: &str, directory: &Path) -> Option<PathBuf> {
    let value = word.split_once('=').map(|(_, value)| value.to_string());
    let module = word.replace('.', "/");
    let names =
        [Some(word.to_string()), value, Some(format!("{module}.py")), Some(format!("{module}.class"))];
    names.into_iter().flatten().map(|name| directory.join(name)).find(|path| path.is_file())
}
