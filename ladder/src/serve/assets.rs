//! Style and scripts, compiled in.

use arena::show::page::BASE_STYLE;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::app::Failure;

/// By name: the content type and the parts of the content.
const ASSETS: [(&str, &str, &[&str]); 4] = [
    ("style.css", "text/css; charset=utf-8", &[BASE_STYLE, include_str!("../../web/style.css")]),
    ("live.js", "text/javascript; charset=utf-8", &[include_str!("../../web/live.js")]),
    ("play.js", "text/javascript; charset=utf-8", &[include_str!("../../web/play.js")]),
    ("icon.svg", "image/svg+xml", &[include_str!("../../web/icon.svg")]),
];

/// Sends one of them.
pub(super) async fn show(Path(name): Path<String>) -> Response {
    match ASSETS.iter().find(|(known, _, _)| *known == name) {
        Some((_, kind, parts)) => ([(header::CONTENT_TYPE, *kind)], parts.concat()).into_response(),
        None => Failure::NotFound.into_response(),
    }
}
