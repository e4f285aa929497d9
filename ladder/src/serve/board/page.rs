//! The files of the board page.

use std::collections::HashMap;
use std::path::Path;

use axum::body::Bytes;

/// The largest page that is served, in bytes: it is kept in memory.
const MAX_BYTES: u64 = 32 * 1024 * 1024;
/// The folder in which `cargo web` builds the page.
const BUILT: &str = "target/web";

/// The content type and the content of each file of the page by its address, read once: no request ever
/// becomes a path. Empty without a page.
pub(in crate::serve) type Files = HashMap<String, (&'static str, Bytes)>;

/// Reads a folder that `cargo web` has built; without one, the usual folder if it is there.
///
/// # Errors
/// If a file cannot be read, is no regular file or is a link, or if the page is too large or nested too deep.
pub(in crate::serve) fn load(folder: Option<&Path>) -> anyhow::Result<Files> {
    let built = Some(Path::new(BUILT)).filter(|folder| folder.join("index.html").is_file());
    let Some(folder) = folder.or(built) else { return Ok(Files::new()) };
    let files = toolkit::files::read_folder(folder, MAX_BYTES, &|_| true)?;
    let files = files.into_iter().map(|(name, content)| {
        let kind = kind(&name);
        (name, (kind, content.into()))
    });
    let files: Files = files.collect();
    anyhow::ensure!(files.contains_key("index.html"), "{}: no index.html", folder.display());
    Ok(files)
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
        assert!(load(Some(folder.path())).is_err());
        std::fs::write(folder.path().join("index.html"), "<p>").unwrap();
        std::fs::create_dir(folder.path().join("data")).unwrap();
        std::fs::write(folder.path().join("data/a.json"), "{}").unwrap();
        let page = load(Some(folder.path())).unwrap();
        assert_eq!(page["data/a.json"].0, "application/json");
        assert_eq!(page.len(), 2);
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("data/b.txt")).unwrap();
        let error = load(Some(folder.path())).unwrap_err().to_string();
        assert!(error.ends_with("data/b.txt is a link"), "{error}");
    }
}
