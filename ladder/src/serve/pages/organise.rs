//! The organisers' page: the state of everybody, and forms for each decision.

use anyhow::{bail, Context};
use arena::cli::Usage;
use axum::extract::{Form, State};
use axum::http::{header, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{html, Markup};
use serde::Deserialize;

use super::submissions::{self, sign_out};
use crate::course::standings::csv;
use crate::course::store::{now_ms, Decision, LadderState, Store};
use crate::serve::app::{log, SharedApp};
use crate::serve::failure::Failure;
use crate::serve::layout::{self, visible, Page};
use crate::serve::session::{Organiser, Session};

/// The address of these pages.
const SECTION: &str = "/organise";
/// The title of a page that refuses a decision.
const TITLE: &str = "Not decided";

/// A decision as a form states it.
#[derive(Debug, Deserialize)]
pub(crate) struct DecisionForm {
    form_token: String,
    action: String,
    /// The participant's name.
    #[serde(default)]
    name: String,
    /// The new name, or the deadline in UTC as `2026-12-24T18:00`.
    #[serde(default)]
    value: String,
}

/// The page of the organisers.
pub(crate) async fn show(State(app): SharedApp, Organiser(session): Organiser) -> Result<Markup, Failure> {
    app.catch_up()?;
    let state = app.ladder_state();
    let waiting = app.store.lock().waiting_uploads()?;
    let invited = app.store.lock().invited()?;
    Ok(Page::still("Organise", SECTION).show(html! {
        h1 { "Organise" }
        p.facts {
            (invited.iter().filter(|one| one.is_valid && one.name.is_some()).count()) " invited, "
            (waiting.len()) " uploads wait; " a href="/organise/standings.csv" { "standings as CSV" }
        }
        section.card { h2 { "Games" } (games_form(&session, &state)) }
        section.card { h2 { "Deadline" } (deadline_form(&session, &state)) }
        @if !waiting.is_empty() {
            section.card {
                h2 { "The queue" }
                ol {
                    @for upload in &waiting {
                        li { bdi { (visible(&upload.name)) } ", " (layout::time(upload.received_ms)) " UTC: "
                            (submissions::state(&app, upload)) }
                    }
                }
            }
        }
        (layout::table_card("Participants", &participants(&session, &state)))
        (sign_out(&session))
    }))
}

fn games_form(session: &Session, state: &LadderState) -> Markup {
    let (text, action, label) = match state.is_paused {
        true => ("No game starts.", "resume", "Resume"),
        false => ("Games start whenever the ladder runs.", "pause", "Pause"),
    };
    html! {
        form.line method="post" action=(SECTION) {
            (session.form_field())
            (text) " " button type="submit" name="action" value=(action) { (label) }
        }
    }
}

fn deadline_form(session: &Session, state: &LadderState) -> Markup {
    html! {
        form.line method="post" action=(SECTION) {
            (session.form_field())
            @match state.deadline_ms {
                Some(deadline_ms) => { "Programs are taken until " (layout::time(deadline_ms)) " UTC. " }
                None => "Programs are taken without an end. ",
            }
            input type="datetime-local" name="value" aria-label="Deadline in UTC";
            " UTC "
            button type="submit" name="action" value="deadline" { "Set (empty: none)" }
        }
    }
}

fn participants(session: &Session, state: &LadderState) -> Markup {
    let rows = html! {
        @for index in state.ladder.standings() {
            @let participant = &state.ladder.participants[index];
            tr {
                th.who scope="row" { (layout::participant(state, index)) }
                td {
                    (layout::rating(state, participant.rating)) ", " (participant.results.games()) " games"
                    @if participant.versions == 0 { ", no program" }
                    @if participant.is_retired { ", retired" }
                }
                td {
                    form.line method="post" action=(SECTION) {
                        (session.form_field())
                        input type="hidden" name="name" value=(participant.name);
                        @let action = if participant.is_retired { "reinstate" } else { "retire" };
                        button type="submit" name="action" value=(action) { (action) }
                        button type="submit" name="action" value="recheck" { "check anew" }
                        input name="value" maxlength="64" aria-label="New name" autocomplete="off";
                        button type="submit" name="action" value="rename" { "rename" }
                    }
                }
            }
        }
    };
    layout::table("", &["Name", "State", "Decide"].map(layout::Column::Text), &rows)
}

/// Records a decision.
pub(crate) async fn decide(
    State(app): SharedApp,
    Organiser(session): Organiser,
    Form(form): Form<DecisionForm>,
) -> Result<Redirect, Failure> {
    if !session.owns_form(&form.form_token) {
        let reason = "The form was not sent from this site.";
        return Err(Failure::refused(StatusCode::FORBIDDEN, TITLE, reason));
    }
    let task = tokio::task::spawn_blocking(move || {
        let decision = decision(form)?;
        Store::open(&app.directory)?.decide(&decision)?;
        log(&format!("organiser: {decision:?}"));
        app.queue.wake();
        app.catch_up()
    });
    task.await.context("a decision")?.map_err(|error| match error.downcast::<Usage>() {
        Ok(usage) => Failure::refused(StatusCode::BAD_REQUEST, TITLE, usage.to_string()),
        Err(error) => error.into(),
    })?;
    Ok(Redirect::to(SECTION))
}

fn decision(form: DecisionForm) -> anyhow::Result<Decision> {
    let DecisionForm { action, name, value, .. } = form;
    Ok(match &*action {
        "pause" | "resume" => Decision::Pause(action == "pause"),
        "deadline" if value.is_empty() => Decision::Deadline(None),
        "deadline" => Decision::Deadline(Some(Decision::parse_time(&value)?)),
        "retire" | "reinstate" => Decision::Retire(name, action == "retire"),
        "rename" => Decision::Rename(name, value),
        "recheck" => Decision::Recheck(name),
        _ => bail!(Usage("There is no such decision.".to_string())),
    })
}

/// The standings as a CSV file.
pub(crate) async fn standings(State(app): SharedApp, _: Organiser) -> Result<Response, Failure> {
    app.catch_up()?;
    let name = format!("attachment; filename=\"standings-{}.csv\"", now_ms() / 1000);
    let headers =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_string()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, csv(&app.ladder_state())?).into_response())
}
