//! The answer where a page cannot be shown.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{html, Markup};
use toolkit::commands::typed;
use toolkit::text::Visible;

use super::layout::{self, Page};

/// Why a page cannot be shown.
pub(super) enum Failure {
    /// There is no such game, participant or page.
    NotFound,
    /// Too many visitors, or this one too often, want what takes time.
    Busy,
    /// What a visitor asks for is refused: the title of the page, and the reason.
    Refused(StatusCode, &'static str, String),
    /// Another page is meant.
    Elsewhere(&'static str),
    /// An internal error: reported on standard error, not to visitors.
    Internal(anyhow::Error),
}

impl Failure {
    pub(super) fn refused(status: StatusCode, title: &'static str, reason: impl Into<String>) -> Self {
        Self::Refused(status, title, reason.into())
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Internal(error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (status, text) = match self {
            Self::Refused(status, title, reason) => {
                return (status, refusal(status, title, &reason)).into_response()
            }
            Self::Elsewhere(address) => return Redirect::to(address).into_response(),
            Self::NotFound => (StatusCode::NOT_FOUND, "There is nothing here."),
            Self::Busy => {
                (StatusCode::SERVICE_UNAVAILABLE, "Too many replays are asked for; please try again.")
            }
            Self::Internal(error) => {
                report(&error);
                (StatusCode::INTERNAL_SERVER_ERROR, "Internal server error.")
            }
        };
        (status, layout::notice(text)).into_response()
    }
}

/// A page that says why something was refused.
fn refusal(status: StatusCode, title: &str, reason: &str) -> Markup {
    Page::still(title, "/submissions").show(html! {
        h1 { (title) }
        p.card { (Visible::lines(reason).to_string()) }
        @if status != StatusCode::UNAUTHORIZED { p { a href="/submissions" { "Your programs" } } }
    })
}

/// Reports an internal error on standard error.
pub(super) fn report(error: &anyhow::Error) {
    use std::io::Write;
    // There is nowhere left to report a failure.
    let _ = writeln!(std::io::stderr().lock(), "{}: serve: {error:#}", typed());
}
