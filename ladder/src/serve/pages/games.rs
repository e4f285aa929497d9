//! Lists of games, one game, and its replay.

use anyhow::Context;
use axum::extract::{Path, Query, State};
use axum::http::{header, HeaderValue};
use axum::response::{Html, IntoResponse, Response};
use axum::Extension;
use maud::{html, Markup};
use std::net::IpAddr;

use super::leagues;
use crate::course::store::{GameRow, LadderState};
use crate::serve::app::{App, SharedApp};
use crate::serve::board;
use crate::serve::failure::Failure;
use crate::serve::guard::Peer;
use crate::serve::layout::Column::{Number, Text};
use crate::serve::layout::{self, table_card, Page, Wanted, PAGE_GAMES};
use arena::play::record::GameRecord;

/// The part of a replay's content security policy that the header sets; the page itself holds the rest.
const REPLAY_POLICY: &str = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; connect-src 'none'";

/// All games, the latest first.
pub(crate) async fn list(State(app): SharedApp, Query(wanted): Query<Wanted>) -> Markup {
    let state = app.ladder_state();
    let games = latest_first(&state, |_| true);
    Page::live("Games", "/games", &state).show(html! {
        h1 { "Games" }
        (table_card("", &paged(&state, &games, None, "/games", &wanted)))
    })
}

/// The games of some kind with their numbers, the latest first.
pub(crate) fn latest_first(
    state: &LadderState,
    is_wanted: impl Fn(&GameRow) -> bool,
) -> Vec<(u64, &GameRow)> {
    let games = state.games.iter().enumerate().rev().filter(|(_, game)| is_wanted(game));
    games.map(|(index, game)| (index as u64 + 1, game)).collect()
}

/// The wanted part of a table of games, with links to the parts before and after it.
pub(crate) fn paged(
    state: &LadderState,
    games: &[(u64, &GameRow)],
    seen_by: Option<usize>,
    address: &str,
    wanted: &Wanted,
) -> Markup {
    let page = wanted.page.unwrap_or(1).max(1);
    let shown = games.chunks(PAGE_GAMES).nth(page - 1).unwrap_or_default();
    html! {
        (table(state, shown, seen_by))
        (layout::pager(address, page, games.len()))
    }
}

/// A table of games; seen by one participant, if one is given.
pub(crate) fn table(state: &LadderState, games: &[(u64, &GameRow)], seen_by: Option<usize>) -> Markup {
    let [first, second, third] = match seen_by {
        Some(_) => ["Program", "Result", "Opponent"],
        None => ["First", "Points", "Second"],
    }
    .map(Text);
    let is_course = state.ladder.leagues().is_none();
    let place = if is_course { Number("Lap") } else { Text("League") };
    let columns = [Number("Game"), place, first, second, third, Number("Change"), Text("Ended (UTC)")];
    let rows = html! {
        @for &(id, game) in games {
            @let seat = seen_by.and_then(|participant| game.seat_of(participant)).unwrap_or(0);
            @let participants = game.pairing.participants;
            @let (own, other) = (participants[seat], participants[1 - seat]);
            tr {
                td.number { a href={ "/games/" (id) } { (id) } }
                td.number[is_course] { (leagues::place(&state.ladder, id, game.pairing.lap)) }
                @if seen_by.is_some() {
                    td { (game.pairing.versions[seat]) }
                    td { (layout::outcome(game.outcome_of(seat))) " " (score(game, seat)) }
                } @else {
                    td.who { (layout::participant(state, own)) }
                    td.score { (score(game, seat)) }
                }
                td.who { (layout::participant(state, other)) }
                td.number { (layout::change(game.change.before[seat], game.change.after[seat])) }
                td { (layout::time(game.finished_ms)) }
            }
        }
        @if games.is_empty() { tr { td colspan="7" { "no games yet" } } }
    };
    layout::table("games", &columns, &rows)
}

fn score(game: &GameRow, seat: usize) -> String {
    format!("{} : {}", layout::points(game.points_of(seat)), layout::points(game.points_of(1 - seat)))
}

/// One game: both rounds.
pub(crate) async fn show(State(app): SharedApp, Path(id): Path<u64>) -> Result<Markup, Failure> {
    let state = app.ladder_state();
    let index = usize::try_from(id).ok().and_then(|id| id.checked_sub(1)).ok_or(Failure::NotFound)?;
    let game = state.games.get(index).ok_or(Failure::NotFound)?;
    let rounds = app.store.lock().rounds(id)?.ok_or(Failure::NotFound)?;
    let [first, second] = game.pairing.participants;
    let title = format!("Game {id}");
    let place = leagues::place(&state.ladder, id, game.pairing.lap);
    let place = match state.ladder.leagues() {
        Some(leagues) => format!("{place}, meeting {} of {}", game.pairing.lap, leagues.rules.meetings),
        None => format!("Lap {place}"),
    };
    let rating = layout::rating_name(&state);
    let columns =
        [Text("Participant"), Number("Program"), Number("Points"), Number(rating), Number("Change")];
    let rows = html! {
        @for (seat, &participant) in game.pairing.participants.iter().enumerate() {
            tr {
                th.who scope="row" { (layout::participant(&state, participant)) }
                td.number { (game.pairing.versions[seat]) }
                td.number { (layout::points(game.points_of(seat))) }
                td.number { (layout::rating(&state, game.change.after[seat])) }
                td.number { (layout::change(game.change.before[seat], game.change.after[seat])) }
            }
        }
    };
    Ok(Page::still(&title, "/games").show(html! {
        h1 { (title) }
        p.facts { (place) ", ended " (layout::time(game.finished_ms)) " UTC · "
            a href={ "/versus/" (first + 1) "/" (second + 1) } { "all games of the two" } }
        (table_card("", &layout::table("", &columns, &rows)))
        div.columns {
            @for (number, round) in (1..).zip(&rounds) {
                @let address = format!("/games/{id}/rounds/{number}");
                (round_card(number, round, &html! {
                    p.buttons {
                        a.button href=(address) { "Replay" }
                        a.button href={ (address) "/analyse" } { "Analyse" }
                    }
                }))
            }
        }
    }))
}

/// A card about a round, with whatever leads on from there.
pub(crate) fn round_card(number: usize, round: &GameRecord, links: &Markup) -> Markup {
    let [black, white] = round.bots.each_ref().map(|bot| layout::visible(&bot.name));
    let winner = round.winner().map_or("draw".to_string(), |color| format!("{color} wins"));
    html! {
        section.card {
            h2 { "Round " (number) }
            p.players {
                span.seat.black {} " " bdi { (black) } " " span.soft { "against" } " "
                span.seat.white {} " " bdi { (white) }
            }
            p {
                strong { (round.score_text()) } ", " (winner) "; "
                (layout::visible(&round.termination.to_string()))
            }
            p.transcript { (round.opening) (round.moves()) }
            (links)
        }
    }
}

/// The replay of a round, a page of its own.
pub(crate) async fn replay(
    State(app): SharedApp,
    Extension(Peer(visitor)): Extension<Peer>,
    Path((id, number)): Path<(u64, usize)>,
) -> Result<Response, Failure> {
    let way_back = html! {
        a href={ "/games/" (id) } { "← game " (id) } " · "
        a href={ "/games/" (id) "/rounds/" (number) "/analyse" } { "Analyse" }
    };
    replay_page(&app, visitor, round(&app, id, number)?, way_back).await
}

/// The replay of a record, with a link back.
pub(crate) async fn replay_page(
    app: &App,
    visitor: IpAddr,
    record: GameRecord,
    way_back: Markup,
) -> Result<Response, Failure> {
    let html = app.replays.page(visitor, record).await?;
    // The replay is a page of its own; this is its link back.
    let way_back = html! { nav.way-back aria-label="Ladder" { (way_back) } };
    let way_back = format!("<body>\n{}\n", way_back.into_string());
    let html = html.replacen("<body>\n", &way_back, 1);
    let policy = (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(REPLAY_POLICY));
    Ok(([policy], Html(html)).into_response())
}

/// A round as visitors may see it.
fn round(app: &App, id: u64, number: usize) -> Result<GameRecord, Failure> {
    let rounds = app.store.lock().rounds(id)?.ok_or(Failure::NotFound)?;
    let found = number.checked_sub(1).and_then(|index| rounds.get(index)).ok_or(Failure::NotFound)?;
    let mut record = found.clone();
    for bot in &mut record.bots {
        // Visitors must not see paths of the server.
        bot.command = bot.protocol.name().to_string();
    }
    if app.accounts.is_some() {
        // What a program writes is its owner's alone.
        record.turns.iter_mut().for_each(|turn| turn.stderr.clear());
    }
    Ok(record)
}

/// Opens a round on the board page.
pub(crate) async fn analyse(
    State(app): SharedApp,
    Path((id, number)): Path<(u64, usize)>,
) -> Result<Response, Failure> {
    let mut record = round(&app, id, number)?;
    for turn in &mut record.turns {
        // The address holds the whole game, and bots' output may be long.
        turn.stderr.clear();
    }
    let json = serde_json::to_string(&record).context("a round as JSON")?;
    Ok(board::open_game(&json))
}
