//! The pages for playing against a bot, and the requests of their script.

use anyhow::Context;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use maud::{html, Markup};
use outflank::game::Color;
use outflank::square::Square;
use serde::Deserialize;
use serde_json::json;
use std::net::IpAddr;

use super::participant::index;
use super::transcripts;
use crate::serve::app::{App, SharedApp};
use crate::serve::failure::{report, Failure};
use crate::serve::guard::Peer;
use crate::serve::hints::hints;
use crate::serve::layout::{self, Page};
use crate::serve::table::{not_allowed, Table};
use crate::serve::tables::Full;
use arena::play::bots::BotSpec;
use arena::play::record::ColorName;

/// The form that begins a game.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    /// The participant's number, from 1.
    participant: usize,
    /// The visitor's colour.
    #[serde(with = "ColorName")]
    color: Color,
}

/// The arguments of an action in a game, besides its name.
#[derive(Debug, Deserialize)]
pub(crate) struct Deed {
    /// The square of a move.
    square: Option<String>,
}

/// The page on which visitors choose an opponent.
pub(crate) async fn choose(State(app): SharedApp) -> Markup {
    let state = app.ladder_state();
    let able = state.ladder.standings().into_iter();
    let able: Vec<usize> = able.filter(|&index| state.ladder.participants[index].versions > 0).collect();
    Page::live("Play", "/play", &state).show(html! {
        h1 { "Play against" }
        @if able.is_empty() { p.card { "Nobody has an effective program yet." } }
        ul.opponents {
            @for index in able {
                li.card {
                    a.name href={ "/play/" (index + 1) } { bdi { (layout::name(&state, index)) } }
                    span.soft { (layout::rating(&state, state.ladder.participants[index].rating)) }
                }
            }
        }
    })
}

/// The page of a game against a participant's program.
pub(crate) async fn show(State(app): SharedApp, Path(id): Path<usize>) -> Result<Markup, Failure> {
    let state = app.ladder_state();
    let participant = index(&state, id)?;
    let name = layout::name(&state, participant);
    if state.ladder.participants[participant].versions == 0 {
        return Ok(Page::still(&name, "/play").show(html! {
            h1 { "You against " bdi { (name) } }
            p.card {
                bdi { (name) } " has no effective program yet: none has made a legal move. "
                a href="/play" { "Who can play" }
            }
        }));
    }
    let page = Page { title: &name, section: "/play", script: "/assets/play.js", size: None };
    Ok(page.show(html! {
        h1 { "You against " bdi { (name) } }
        div.play data-participant=(id) {
            section.card {
                div #board {}
                p.tally.numeric #tally {}
                p #status role="status" aria-live="polite" { "Choose your colour to begin." }
            }
            section.card.side {
                div.buttons {
                    button #black type="button" { "New game as black" }
                    button #white type="button" { "New game as white" }
                }
                div.buttons {
                    button #undo type="button" disabled { "Undo" }
                    button #hint type="button" disabled { "Hint" }
                    button #save type="button" disabled { "Save" }
                }
                p #hints-by .soft {}
                h2 { "Moves" }
                div #moves {}
                noscript { p { "Playing needs scripts." } }
            }
        }
    }))
}

/// Begins a game.
pub(crate) async fn open(
    State(app): SharedApp,
    Extension(Peer(peer)): Extension<Peer>,
    Json(wish): Json<Wish>,
) -> Response {
    let answer = tokio::task::spawn_blocking(move || begin(&app, &wish, peer));
    respond(answer.await)
}

fn begin(app: &App, wish: &Wish, visitor: IpAddr) -> Result<serde_json::Value, Failure> {
    let (bot, limits) = bot(app, wish.participant)?;
    // Taken before the bot starts, so that there are never more bots than places.
    let place = app.tables.take_place(visitor).map_err(|full| {
        not_allowed(match full {
            Full::Everywhere => "All places are taken; please try again in a minute.",
            Full::OfOne => "You have two games already, and the programs there are thinking.",
        })
    })?;
    let seed = crate::course::store::now_ms().unsigned_abs();
    let table = Table::new(
        bot.frozen_between_turns().sandboxed(&app.sandbox),
        wish.color,
        limits,
        seed,
        app.halt.clone(),
    )?;
    let view = table.view();
    let token = app.tables.add(table, place)?;
    Ok(json!({ "token": token, "table": view }))
}

/// A participant's program as it plays now.
fn bot(app: &App, id: usize) -> Result<(BotSpec, arena::play::limits::Limits), Failure> {
    let unknown = || not_allowed("No participant of this number can play.");
    let (participant, name, number) = {
        let state = app.ladder_state();
        let Ok(participant) = index(&state, id) else { return Err(unknown()) };
        let found = &state.ladder.participants[participant];
        (participant, found.name.clone(), found.versions)
    };
    if number == 0 {
        return Err(unknown());
    }
    let version = app.store.lock().version(participant, number)?;
    if !app.is_intact(participant, number, &version) {
        return Err(not_allowed("The program has changed since it was submitted."));
    }
    let store = app.store.lock();
    Ok((version.program.bot(&name, &version.sha256, &store.programs())?, store.limits))
}

/// Performs a visitor's action in a game.
pub(crate) async fn act(
    State(app): SharedApp,
    Extension(Peer(visitor)): Extension<Peer>,
    Path((token, action)): Path<(String, String)>,
    Json(deed): Json<Deed>,
) -> Response {
    let answer = tokio::task::spawn_blocking(move || {
        let gone = || not_allowed("This game has ended; please begin a new one.");
        let table = app.tables.find(&token).ok_or_else(gone)?;
        let mut table = table.try_lock().ok_or_else(|| not_allowed("The program is still thinking."))?;
        if action == "save" && table.saved.is_none() && !app.guard.admits_save(visitor) {
            let text = "Many games were saved from your network; please try again in a few minutes.";
            return Err(not_allowed(text));
        }
        let done = do_it(&app, &mut table, &action, &deed)?;
        app.tables.touch(&token);
        Ok(done)
    });
    respond(answer.await)
}

fn do_it(app: &App, table: &mut Table, action: &str, deed: &Deed) -> Result<serde_json::Value, Failure> {
    match action {
        "move" => {
            let square = deed.square.as_deref().and_then(|name| name.parse::<Square>().ok());
            table.play(square.ok_or_else(|| not_allowed("That is not a square."))?)?;
        }
        "look" => {}
        "undo" => table.undo()?,
        "hint" => return Ok(json!({ "hints": hints(table)? })),
        "save" if table.saved.is_none() => table.saved = Some(transcripts::save(&app.directory, table)?),
        "save" => {}
        _ => return Err(not_allowed("That cannot be done.")),
    }
    Ok(json!({ "table": table.view() }))
}

fn respond(answer: Result<Result<serde_json::Value, Failure>, tokio::task::JoinError>) -> Response {
    let (status, text) = match answer.context("a table").map_err(Failure::from).flatten() {
        Ok(value) => return Json(value).into_response(),
        Err(Failure::Refused(status, _, reason)) => (status, reason),
        Err(failure) => {
            if let Failure::Internal(error) = failure {
                report(&error);
            }
            (StatusCode::INTERNAL_SERVER_ERROR, "Internal server error.".to_string())
        }
    };
    (status, Json(json!({ "error": text }))).into_response()
}
