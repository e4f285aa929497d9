//! Keeps pages up to date while any process plays games.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::IntoResponse;
use axum::Extension;
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::StreamExt;

use super::app::{App, SharedApp};
use super::connections::Client;
use super::failure::report;
use super::session::Member;

/// Interval at which the database is polled.
const POLL: Duration = Duration::from_millis(250);

/// Polls the database for new rows and ends games that their visitors have left.
pub(super) async fn follow(app: Arc<App>) {
    let mut known = None;
    let mut is_well = true;
    loop {
        tokio::time::sleep(POLL).await;
        let app = app.clone();
        // Ending a bot takes a moment, and so does a database that another process writes to.
        let look = tokio::task::spawn_blocking(move || {
            app.tables.expire();
            look(&app, known)
        });
        match look.await.map_err(anyhow::Error::from).flatten() {
            Ok(version) => (known, is_well) = (Some(version), true),
            Err(error) => {
                if std::mem::replace(&mut is_well, false) {
                    report(&error);
                }
            }
        }
    }
}

/// Loads the new rows of the database unless its version is `known`; returns the version.
fn look(app: &App, known: Option<i64>) -> anyhow::Result<i64> {
    app.check_file()?;
    let version = app.store.lock().data_version()?;
    if known != Some(version) {
        app.catch_up()?;
    }
    Ok(version)
}

/// Sends a page the size of the database, now and whenever it grows.
pub(super) async fn events(
    State(app): SharedApp,
    Extension(client): Extension<Client>,
) -> Result<impl IntoResponse, StatusCode> {
    stream(&app, client, &app.changes)
}

/// Sends a member's page the number of changes of the queue, now and whenever it changes.
pub(super) async fn upload_events(
    State(app): SharedApp,
    member: Member,
) -> Result<impl IntoResponse, StatusCode> {
    stream(&app, Client::Participant(member.participant), &app.queue.changes)
}

fn stream(
    app: &App,
    client: Client,
    changes: &watch::Sender<usize>,
) -> Result<impl IntoResponse + use<>, StatusCode> {
    let place = app.listeners.admit(client, false).ok_or(StatusCode::TOO_MANY_REQUESTS)?;
    let stream = WatchStream::new(changes.subscribe()).map(move |size| {
        let _held_as_long_as_the_page_listens = &place;
        Ok::<_, Infallible>(Event::default().event("change").data(size.to_string()))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}
