//! The routes.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use axum::Router;
use tower_http::timeout::TimeoutLayer;

use super::app::App;
use super::failure::Failure;
use super::pages::{
    games, head_to_head, health, organise, participant, play, receive, rules, sign_in, standings,
    submissions, transcripts,
};
use super::{assets, board, follow, guard, session};

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
        .route("/board/", get(board::file))
        .route("/board/{*file}", get(board::file))
        .route("/assets/{name}", get(assets::show))
        .route("/sign-in/{token}", get(sign_in::show))
        .route("/sign-in", post(sign_in::begin))
        .route("/sign-out", post(sign_in::end))
        .route("/submissions/new", get(submissions::new))
        .route("/submissions/{id}", get(submissions::one))
        .route("/submissions/{id}/source", get(submissions::download))
        .route("/submissions/{id}/rounds/{number}", get(submissions::replay))
        .route("/submissions/games/{id}/rounds/{round}", get(submissions::output))
        .route("/organise", get(organise::show).post(organise::decide))
        .route("/organise/standings.csv", get(organise::standings))
        .route("/healthz", get(health::health))
        .route("/metrics", get(health::metrics))
        .fallback(|| async { Failure::NotFound })
        .layer(axum::extract::DefaultBodyLimit::max(guard::BODY_BYTES))
        // Behind the bound of all others: this body holds a source.
        .route(
            "/submissions",
            get(submissions::show)
                .post(receive::receive)
                .layer(axum::extract::DefaultBodyLimit::max(receive::FORM_BYTES)),
        )
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, ANSWER_TIME));
    pages
        .route("/events", get(follow::events))
        .route("/submissions/events", get(follow::upload_events))
        .layer(from_fn_with_state(app.clone(), session::require_session))
        .layer(from_fn_with_state(app.clone(), session::admit))
        .layer(from_fn(guard::harden))
        .layer(from_fn_with_state(app.clone(), health::count))
        .with_state(app)
}
