//! The board page (`web/`), served beside the ladder, and links that open a game there.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use arena::show::link;
use axum::body::Bytes;
use axum::extract::{self, State};
use axum::http::{header, HeaderValue};
use axum::response::{IntoResponse, Response};
use maud::html;

use super::app::{report, App, Failure};
use super::layout::Page;

/// What the board page may do: run its own scripts and its own engine.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                      connect-src 'self'; style-src 'self'; img-src 'self' data: blob:; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The largest page that is served, in bytes: it is kept in memory.
const MOST_BYTES: u64 = 32 * 1024 * 1024;
/// How deep folders may lie in each other.
const DEEPEST: usize = 4;

/// The files of the page by their address, read once: no request ever becomes a path.
#[derive(Debug, Default)]
pub(super) struct BoardPage {
    files: HashMap<String, (&'static str, Bytes)>,
}

impl BoardPage {
    /// Reads a folder that `cargo web` has built.
    ///
    /// # Errors
    /// If a file cannot be read, or there is too much of them.
    pub(super) fn load(folder: &Path) -> anyhow::Result<Self> {
        let mut page = Self::default();
        let mut left = MOST_BYTES;
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
        Some("json" | "webmanifest") => "application/json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// The page itself.
pub(super) async fn index(State(app): State<Arc<App>>) -> Response {
    send(&app, "index.html")
}

/// One of its files.
pub(super) async fn file(
    State(app): State<Arc<App>>,
    extract::Path(name): extract::Path<String>,
) -> Response {
    send(&app, &name)
}

fn send(app: &App, name: &str) -> Response {
    match app.board.files.get(name) {
        Some((kind, content)) => {
            let headers = [
                (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
                (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
            ];
            (headers, content.clone()).into_response()
        }
        None if app.board.files.is_empty() => absent().into_response(),
        None => Failure::NotFound.into_response(),
    }
}

/// Says how to get the page.
fn absent() -> maud::Markup {
    let page = Page { title: "Analyse", section: "/board/", script: "/assets/live.js", size: None };
    page.show(html! {
        h1 { "The board page is not here" }
        p.card {
            "Build it with " code { "cargo web" } " and start the server with "
            code { "--board target/web" } "; games then open in it for analysis."
        }
    })
}

/// Sends a visitor to the board page with a game, in any notation that it reads.
pub(super) fn open_game(game: &str) -> Response {
    let location = link::fragment(game).map(|fragment| format!("/board/{fragment}"));
    match location.map_err(anyhow::Error::from).and_then(|place| Ok(HeaderValue::from_str(&place)?)) {
        Ok(place) => (axum::http::StatusCode::SEE_OTHER, [(header::LOCATION, place)]).into_response(),
        Err(error) => {
            report(&error);
            Failure::NotFound.into_response()
        }
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
