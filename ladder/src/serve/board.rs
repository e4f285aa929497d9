//! The board page (`web/`), served beside the ladder, and links that open a game there.

pub(super) mod page;

use arena::show::link;
use axum::extract::{self, State};
use axum::http::{header, HeaderValue};
use axum::response::{IntoResponse, Response};
use maud::html;

use super::app::SharedApp;
use super::failure::{report, Failure};
use super::layout::Page;

/// The content security policy of the board page: it may run its own scripts and its own engine.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                      connect-src 'self'; style-src 'self'; img-src 'self' data: blob:; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the board page; without a name the page itself.
pub(super) async fn file(State(app): SharedApp, name: Option<extract::Path<String>>) -> Response {
    let name = name.map_or("index.html".to_string(), |extract::Path(name)| name);
    match app.board.get(&name) {
        Some((kind, content)) => {
            let headers = [
                (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
                (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
            ];
            (headers, content.clone()).into_response()
        }
        None if app.board.is_empty() => absent().into_response(),
        None => Failure::NotFound.into_response(),
    }
}

/// Explains how to build the page, where there is none.
fn absent() -> maud::Markup {
    Page::still("Analyse", "/board/").show(html! {
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
