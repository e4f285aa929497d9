//! The argument that names a ladder.

use std::path::PathBuf;

use arena::cli::Usage;
use ladder::course::store::Store;
use supervisor::sandbox::{Level, Sandbox};

/// A ladder's directory.
#[derive(Debug, clap::Args)]
pub(crate) struct DirArguments {
    /// The ladder's directory.
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
}

impl DirArguments {
    /// Opens the ladder to read it.
    pub(crate) fn open(&self) -> anyhow::Result<Store> {
        Store::open_read_only(&self.directory).map_err(Usage::from_error)
    }

    /// The isolation of programs, of which none sees the ladder.
    pub(crate) fn sandbox(&self, level: Level) -> Sandbox {
        Sandbox::new(level, &[&self.directory])
    }

    /// Opens the ladder to add to it.
    pub(crate) fn open_to_write(&self) -> anyhow::Result<Store> {
        Store::open(&self.directory).map_err(Usage::from_error)
    }
}
