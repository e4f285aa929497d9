//! The folder of the page's sources, and Cargo's target folder.

use std::path::{Path, PathBuf};

/// The folder of this crate.
pub(super) fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder into which Cargo builds.
pub(super) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| home().with_file_name("target"), PathBuf::from)
}
