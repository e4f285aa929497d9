//! `cargo web serve`: the page on this machine, as a careful web server would send it.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use axum::extract::State;
use axum::http::header::{HeaderName, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::Router;

use toolkit::files;

use super::{build, site};

/// The content security policy: the page may load and run its own files and the engine's module.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    connect-src 'self'; style-src 'self'; img-src 'self' data: blob:; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// The arguments of `cargo web serve`.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The port on 127.0.0.1; 0 takes a free one, which is printed.
    #[arg(long, default_value_t = 8819)]
    port: u16,
    /// Shows what was built before.
    #[arg(long)]
    no_build: bool,
}

/// The files that are served, by their addresses. No other address is served, so none leads out of the
/// folder.
type Files = BTreeMap<String, PathBuf>;

/// Builds the page and serves it until it is interrupted.
pub(super) fn run(arguments: &Arguments, target: &Path) -> anyhow::Result<()> {
    if !arguments.no_build {
        build::run_briefly(target)?;
    }
    let folder = target.join("web");
    let paths = site::read_folder(&folder)?.into_iter().map(|file| file.path);
    let mut files: Files = paths.map(|path| (format!("/{path}"), folder.join(path))).collect();
    if let Some(index) = files.get("/index.html").cloned() {
        files.insert("/".into(), index);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", arguments.port))
            .await
            .with_context(|| format!("port {} of 127.0.0.1", arguments.port))?;
        let mut out = std::io::stdout().lock();
        writeln!(out, "http://{}/", listener.local_addr()?)?;
        out.flush()?;
        drop(out);
        let router = Router::new().fallback(answer).with_state(Arc::new(files));
        Ok(axum::serve(listener, router).await?)
    })
}

async fn answer(State(files): State<Arc<Files>>, method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let Some(path) = files.get(uri.path()) else { return StatusCode::NOT_FOUND.into_response() };
    let Ok(bytes) = files::read_unlinked(path, site::MAX_BYTES) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let headers = [
        (CONTENT_TYPE, media_type(path)),
        (CONTENT_SECURITY_POLICY, POLICY),
        (CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("x-content-type-options"), "nosniff"),
        (HeaderName::from_static("referrer-policy"), "no-referrer"),
    ];
    (headers, bytes).into_response()
}

fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "txt" | "ftl" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(method: Method, address: &str) -> Response {
        let files = Files::from([("/Cargo.toml".into(), crate::cli::folders::home().join("Cargo.toml"))]);
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let uri = address.parse().expect("an address");
        runtime.block_on(answer(State(Arc::new(files)), method, uri))
    }

    #[test]
    fn only_the_folders_files_are_served_and_with_the_policy() {
        let found = ask(Method::GET, "/Cargo.toml");
        assert_eq!(found.status(), StatusCode::OK);
        assert_eq!(found.headers()[CONTENT_SECURITY_POLICY], POLICY);
        for address in
            ["/", "/../Cargo.toml", "/src/main.rs", "/%2e%2e/Cargo.toml", "//Cargo.toml", "/etc/passwd"]
        {
            assert_eq!(ask(Method::GET, address).status(), StatusCode::NOT_FOUND, "{address}");
        }
        assert_eq!(ask(Method::POST, "/Cargo.toml").status(), StatusCode::METHOD_NOT_ALLOWED);
    }

    #[test]
    fn modules_are_sent_as_what_they_are() {
        assert_eq!(media_type(Path::new("a/engine.wasm")), "application/wasm");
        assert_eq!(media_type(Path::new("a")), "application/octet-stream");
    }
}
