//! Style and scripts, compiled in: the ladder's own and the components that all pages share.

use analyst::components;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::failure::Failure;

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The ladder's own files: name, content type, content.
const ASSETS: [(&str, &str, &str); 4] = [
    ("live.js", SCRIPT, include_str!("../../web/live.js")),
    ("play.js", SCRIPT, include_str!("../../web/play.js")),
    ("replay.js", SCRIPT, include_str!("../../web/replay.js")),
    ("icon.svg", "image/svg+xml", include_str!("../../web/icon.svg")),
];

/// The style of the ladder's pages, behind that of the components.
const STYLE: &str = include_str!("../../web/style.css");

/// Sends the asset of this name.
pub(super) async fn show(Path(name): Path<String>) -> Response {
    let send = |kind: &'static str, content| ([(header::CONTENT_TYPE, kind)], content).into_response();
    if name == "style.css" {
        return send("text/css; charset=utf-8", components::style() + STYLE);
    }
    let own = ASSETS.iter().find(|(known, _, _)| *known == name);
    let module = components::MODULES.iter().find(|module| module.name == name);
    match (own, module) {
        (Some((_, kind, content)), _) => send(kind, (*content).to_string()),
        (_, Some(module)) => send(SCRIPT, module.text.to_string()),
        (None, None) => Failure::NotFound.into_response(),
    }
}
