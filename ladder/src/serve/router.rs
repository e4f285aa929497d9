//! The routes.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use axum::Router;
use tower_http::timeout::TimeoutLayer;

use super::app::{App, Failure};
use super::pages::{games, head_to_head, participant, play, rules, standings, transcripts};
use super::{assets, board, follow, guard};

/// Time limit of an answer: bots think for a second a move, and undoing replays a game.
const ANSWER_TIME: Duration = Duration::from_secs(40);
pub(super) fn router(app: Arc<App>) -> Router {
    let pages = Router::new()
        .route("/", get(standings::show))
        .route("/participants/{id}", get(participant::show))
        .route("/head-to-head", get(head_to_head::show))
        .route("/versus/{a}/{b}", get(head_to_head::versus))
        .route("/games", get(games::list))
        .route("/games/{id}", get(games::show))
        .route("/games/{id}/rounds/{number}", get(games::replay))
        .route("/games/{id}/rounds/{number}/analyse", get(games::analyse))
        .route("/play", get(play::choose))
        .route("/play/{id}", get(play::show))
        .route("/tables", post(play::open))
        .route("/tables/{token}/{action}", post(play::act))
        .route("/rules", get(rules::show))
        .route("/transcripts", get(transcripts::list))
        .route("/transcripts/{id}", get(transcripts::show))
        .route("/transcripts/{id}/replay", get(transcripts::replay))
        .route("/transcripts/{id}/analyse", get(transcripts::analyse))
        .route("/board/", get(board::index))
        .route("/board/{*file}", get(board::file))
        .route("/assets/{name}", get(assets::show))
        .fallback(|| async { Failure::NotFound })
        .layer(axum::extract::DefaultBodyLimit::max(guard::BODY_BYTES))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, ANSWER_TIME));
    pages
        .route("/events", get(follow::events))
        .layer(from_fn_with_state(app.guard.clone(), guard::admit))
        .layer(from_fn(guard::harden))
        .with_state(app)
}
