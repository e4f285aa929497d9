//! The answer where a page cannot be shown.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use toolkit::commands::typed;

use super::layout;

/// Why a page cannot be shown.
pub(super) enum Failure {
    /// There is no such game, participant or page.
    NotFound,
    /// Too many visitors, or this one too often, want what takes time.
    Busy,
    /// An internal error: reported on standard error, not to visitors.
    Internal(anyhow::Error),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Internal(error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (status, text) = match self {
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

/// Reports an internal error on standard error.
pub(super) fn report(error: &anyhow::Error) {
    use std::io::Write;
    // There is nowhere left to report a failure.
    let _ = writeln!(std::io::stderr().lock(), "{}: serve: {error:#}", typed());
}
