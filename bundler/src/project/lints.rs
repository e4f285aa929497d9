//! The `[lints]` tables of manifests: cargo passes them to rustc, so a bundle must contain what they allow.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::error::{Error, Result};

/// The lints of rustc that one of `manifests` allows, itself or through the workspace's.
///
/// # Errors
/// A manifest cannot be read.
pub(super) fn allowed(manifests: &[PathBuf], workspace: &Path) -> Result<BTreeSet<String>> {
    let read = |path: &Path| -> Result<Table> {
        let text =
            std::fs::read_to_string(path).map_err(|error| Error::Io { path: path.to_owned(), error })?;
        text.parse().map_err(|error| Error::Usage(format!("{}: {error}", path.display())))
    };
    let shared = read(workspace)?.get("workspace").and_then(|table| table.get("lints")).cloned();
    let mut found = BTreeSet::new();
    for manifest in manifests {
        let own = read(manifest)?.remove("lints");
        let inherits = own.as_ref().and_then(|lints| lints.get("workspace")).is_some();
        let lints = if inherits { shared.as_ref() } else { own.as_ref() };
        let rust = lints.and_then(|lints| lints.get("rust")).and_then(Value::as_table);
        let is_allow = |level: &Value| level.get("level").unwrap_or(level).as_str() == Some("allow");
        let names = rust.into_iter().flatten().filter(|(_, level)| is_allow(level));
        found.extend(names.map(|(name, _)| name.replace('-', "_")));
    }
    Ok(found)
}
