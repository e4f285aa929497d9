//! What programs that watch the server ask for: `/healthz` and `/metrics`.

use anyhow::Context;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::serve::app::SharedApp;
use crate::serve::failure::Failure;

/// Says that the server responds and can read its database.
pub(crate) async fn health(State(app): SharedApp) -> Result<&'static str, Failure> {
    app.store.lock().data_version()?;
    Ok("ok\n")
}

/// Sends all metrics.
pub(crate) async fn metrics(State(app): SharedApp) -> Result<Response, Failure> {
    let state = app.ladder_state();
    let waiting = app.store.lock().waiting_uploads()?.len();
    let numbers = [state.games.len(), state.ladder.participants.len(), waiting];
    let text = app.metrics.text(numbers).context("the metrics")?;
    Ok(([(header::CONTENT_TYPE, prometheus::TEXT_FORMAT)], text).into_response())
}

/// Counts the responses.
pub(crate) async fn count(State(app): SharedApp, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    app.metrics.count(response.status());
    response
}
