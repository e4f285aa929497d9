//! One participant: its rating over time, its programs, its opponents and its games.

use arena::play::record::GameRecord;
use axum::extract::{Path, Query, State};
use maud::{html, Markup};
use std::collections::BTreeMap;

use super::games::{latest_first, paged};
use super::leagues;
use super::standings::curves;
use crate::course::state::Results;
use crate::course::store::{GameRow, LadderState, VersionRow};
use crate::serve::app::{App, SharedApp};
use crate::serve::failure::Failure;
use crate::serve::layout::Column::{Number, Text};
use crate::serve::layout::{self, table_card, Page, Wanted};

/// The page of one participant.
pub(crate) async fn show(
    State(app): SharedApp,
    Path(id): Path<usize>,
    Query(wanted): Query<Wanted>,
) -> Result<Markup, Failure> {
    let state = app.ladder_state();
    let participant = index(&state, id)?;
    let versions = app.store.lock().versions(participant)?;
    let faults = latest_faults(&app, &state, participant)?;
    let name = layout::name(&state, participant);
    let games = latest_first(&state, |game| game.seat_of(participant).is_some());
    let is_course = state.ladder.leagues().is_none();
    let isolation = state.ladder.isolation(participant).filter(|_| is_course);
    let address = format!("/participants/{id}");
    Ok(Page::live(&name, "/", &state).show(html! {
        h1 { bdi { (name) } }
        p.facts { (facts(&state, participant)) }
        (leagues::placement(&state, participant))
        @if let Some(isolation) = isolation {
            p.card.isolated {
                strong { "May meet nobody: " } (isolation) ". " a href="/rules" { "The rules" }
            }
        }
        div.columns {
            @if !games.is_empty() { figure.card { (curves(&state, &[participant])) } }
            (table_card("Programs", &programs(&versions)))
        }
        @if !faults.is_empty() {
            section.card {
                h2 { "Latest faults" }
                @for (game, round, record) in &faults {
                    p {
                        a href={ "/games/" (game) "/rounds/" (round) } { "Game " (game) ", round " (round) }
                        ": " (layout::visible(&record.termination.to_string()))
                    }
                    // With submissions, what a program writes is its owner's alone.
                    @let last_words = record.last_words().join("\n");
                    @if app.accounts.is_none() && !last_words.is_empty() { (layout::messages(&last_words)) }
                }
            }
        }
        div.columns.wide {
            (table_card("Games", &paged(&state, &games, Some(participant), &address, &wanted)))
            (table_card("Opponents", &opponents(&state, participant)))
        }
    }))
}

/// Number of latest lost games that are searched for faults, so that a page stays cheap.
const LOST_GAMES: usize = 20;

/// The rounds that a participant lost by a fault in its latest lost games, the latest first.
fn latest_faults(
    app: &App,
    state: &LadderState,
    participant: usize,
) -> Result<Vec<(u64, u8, GameRecord)>, Failure> {
    // In leagues a fault loses one round of the two.
    let bound = if state.ladder.leagues().is_some() { 1.5 } else { 0.0 };
    let has_lost =
        |game: &GameRow| game.seat_of(participant).is_some_and(|seat| game.points_of(seat) <= bound);
    let name = &state.ladder.participants[participant].name;
    let mut faults = Vec::new();
    for &(game, _) in latest_first(state, has_lost).iter().take(LOST_GAMES) {
        let lost = app.store.lock().faults(game, name)?;
        faults.extend(lost.into_iter().map(|(round, record)| (game, round, record)));
    }
    Ok(faults)
}

/// The index of the participant of this number.
pub(crate) fn index(state: &LadderState, id: usize) -> Result<usize, Failure> {
    id.checked_sub(1).filter(|&index| index < state.ladder.participants.len()).ok_or(Failure::NotFound)
}

fn facts(state: &LadderState, index: usize) -> Markup {
    let participant = &state.ladder.participants[index];
    let Results { wins, draws, losses } = participant.results;
    let rank = state.ladder.standings().iter().position(|&other| other == index).unwrap_or_default() + 1;
    html! {
        @if participant.versions == 0 {
            "No effective program: none has made a legal move."
        } @else {
            "Rank " (rank) ", " (layout::rating_name(state).to_lowercase()) " "
            (layout::rating(state, participant.rating)) ", " (wins) " won, " (draws) " drawn, "
            (losses) " lost"
            @if participant.win_streak > 1 { ", " (participant.win_streak) " wins in a row" }
            @if participant.has_just_updated() { ", just updated" }
            " · " a href={ "/play/" (index + 1) } { "play against it" }
        }
    }
}

fn programs(versions: &[VersionRow]) -> Markup {
    let rows = html! {
        @for version in versions.iter().rev() {
            tr {
                td { @if let Some(number) = version.number { (number) } @else { "–" } }
                td { (layout::time(version.submitted_ms)) }
                @let prefix: String = version.sha256.chars().take(10).collect();
                td { code title={ "SHA-256 " (version.sha256) } { (prefix) } }
                td.wrap {
                    (layout::visible(&version.finding))
                    @if !version.messages.is_empty() {
                        details {
                            summary { "What the compiler and the check said" }
                            (layout::messages(&version.messages))
                        }
                    }
                }
            }
        }
    };
    layout::table("", &["#", "Submitted (UTC)", "Content", "Check"].map(Text), &rows)
}

fn opponents(state: &LadderState, participant: usize) -> Markup {
    let mut results: BTreeMap<usize, Results> = BTreeMap::new();
    for game in &state.games {
        if let Some(seat) = game.seat_of(participant) {
            results.entry(game.pairing.participants[1 - seat]).or_default().add(game.outcome_of(seat));
        }
    }
    let is_course = state.ladder.leagues().is_none();
    let order = state.ladder.standings().into_iter().filter(|other| *other != participant);
    let columns = [
        Text("Opponent"),
        Number(layout::rating_name(state)),
        Number("Won"),
        Number("Drawn"),
        Number("Lost"),
        Text(if is_course { "May meet" } else { "" }),
    ];

    let rows = html! {
        @for other in order {
            @let Results { wins, draws, losses } = results.get(&other).copied().unwrap_or_default();
            tr {
                th.who scope="row" { (layout::participant(state, other)) }
                td.number { (layout::rating(state, state.ladder.participants[other].rating)) }
                td.number { (wins) } td.number { (draws) } td.number { (losses) }
                td {
                    a href={ "/versus/" (participant + 1) "/" (other + 1) } {
                        @if !is_course { "games" }
                        @else if state.ladder.may_meet(participant, other) { "yes" }
                        @else { "no" }
                    }
                }
            }
        }
    };
    layout::table("", &columns, &rows)
}
