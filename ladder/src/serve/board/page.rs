//! The files of the board page.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Context;
use axum::body::Bytes;

/// The largest page that is served, in bytes: it is kept in memory.
const MAX_BYTES: u64 = 32 * 1024 * 1024;
/// The deepest nesting of folders.
const DEEPEST: usize = 4;

/// The files of the page by their address, read once: no request ever becomes a path.
#[derive(Debug, Default)]
pub(in crate::serve) struct BoardPage {
    pub(super) files: HashMap<String, (&'static str, Bytes)>,
}

impl BoardPage {
    /// Reads a folder that `cargo web` has built.
    ///
    /// # Errors
    /// If a file cannot be read, or the page is too large or nested too deep.
    pub(in crate::serve) fn load(folder: &Path) -> anyhow::Result<Self> {
        let mut page = Self::default();
        let mut left = MAX_BYTES;
        page.add(folder, "", 0, &mut left)?;
        anyhow::ensure!(page.files.contains_key("index.html"), "{}: no index.html", folder.display());
        Ok(page)
    }

    fn add(&mut self, folder: &Path, prefix: &str, depth: usize, left: &mut u64) -> anyhow::Result<()> {
        anyhow::ensure!(depth < DEEPEST, "{}: too deep for a board page", folder.display());
        let entries = std::fs::read_dir(folder);
        for entry in entries.with_context(|| format!("cannot read {}", folder.display()))? {
            let entry = entry?;
            let Some(name) = entry.file_name().to_str().map(|name| format!("{prefix}{name}")) else {
                continue;
            };
            let path = entry.path();
            if path.is_dir() {
                self.add(&path, &format!("{name}/"), depth + 1, left)?;
                continue;
            }
            let size = entry.metadata()?.len();
            let rest = left.checked_sub(size);
            *left = rest.with_context(|| format!("{}: too large for a board page", folder.display()))?;
            let content = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            self.files.insert(name.clone(), (kind(&name), content.into()));
        }
        Ok(())
    }
}

/// The content type by a file's extension.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ftl" | "txt") => "text/plain; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_becomes_a_page_with_addresses() {
        let folder = tempfile::tempdir().unwrap();
        assert!(BoardPage::load(folder.path()).is_err());
        std::fs::write(folder.path().join("index.html"), "<p>").unwrap();
        std::fs::create_dir(folder.path().join("data")).unwrap();
        std::fs::write(folder.path().join("data/a.json"), "{}").unwrap();
        let page = BoardPage::load(folder.path()).unwrap();
        assert_eq!(page.files["data/a.json"].0, "application/json");
        assert_eq!(page.files.len(), 2);
    }
}
