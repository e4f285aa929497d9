//! The first page: the standings and the ratings over time.

use axum::extract::State;
use maud::{html, Markup};
use toolkit::commands::typed;

use super::leagues;
use crate::course::state::Participant;
use crate::course::store::LadderState;
use crate::serve::app::SharedApp;
use crate::serve::layout::Column::{Number, Text};
use crate::serve::layout::{self, Page};
use arena::show::chart::{Axis, Chart, Mark, Series};

/// Number of highest-rated participants that have a curve.
const CURVES: usize = 8;
/// The largest number of points of a curve.
const POINTS: usize = 300;

/// The page of the standings.
pub(crate) async fn show(State(app): SharedApp) -> Markup {
    let state = app.ladder_state();
    let mut order = state.ladder.standings();
    // Others were invited, and have handed in nothing yet.
    order.retain(|&index| state.has_submitted(index));
    let best: Vec<usize> = order.iter().copied().take(CURVES).collect();
    Page::live("Standings", "/", &state).show(html! {
        h1 { "Standings" }
        p.facts { (facts(&state, order.len())) }
        @if order.is_empty() {
            p.card { "Nobody takes part yet: use " code { (typed()) " submit DIR NAME COMMAND" } "." }
        } @else {
            div.columns.wide {
                @match state.ladder.leagues() {
                    Some(leagues) => div.leagues { (leagues::standings(&state, leagues)) },
                    None => (layout::table_card("", &table(&state, &order))),
                }
                figure.card {
                    (curves(&state, &best))
                    (legend(&state, &best))
                }
            }
        }
    })
}

fn facts(state: &LadderState, participants: usize) -> Markup {
    let games = state.games.len();
    html! {
        (participants) " participants, " (games) " games"
        @if state.ladder.leagues().is_none() { ", lap " (state.ladder.lap) }
        @if let Some(last) = state.games.last() { "; last game " (layout::time(last.finished_ms)) " UTC" }
    }
}

fn table(state: &LadderState, order: &[usize]) -> Markup {
    let [rating, games, won, drawn, lost, streak] =
        ["Rating", "Games", "Won", "Drawn", "Lost", "Streak"].map(Number);
    let columns = [Text("#"), Text("Name"), rating, games, won, drawn, lost, streak, Text("")];
    let rows = html! {
        @for (rank, &index) in (1..).zip(order) {
            (row(state, rank, index, &state.ladder.participants[index]))
        }
    };
    layout::table("standings", &columns, &rows)
}

fn row(state: &LadderState, rank: usize, index: usize, participant: &Participant) -> Markup {
    let Participant { rating, results, win_streak, versions, .. } = *participant;
    html! {
        tr data-participant=(index + 1) {
            td.rank { @if versions > 0 { (rank) } @else { "–" } }
            th.who scope="row" { (layout::participant(state, index)) }
            td.number.rating { (layout::rating(state, rating)) }
            td.number { (results.games()) }
            td.number { (results.wins) } td.number { (results.draws) } td.number { (results.losses) }
            td.number { @if win_streak > 0 { span.streak { (win_streak) } } @else { span.soft { "0" } } }
            td {
                @if participant.is_retired { span.tag { "retired" } }
                @if versions == 0 { span.tag { "no effective program" } }
                @if participant.has_just_updated() { span.tag.fresh { "just updated" } }
            }
        }
    }
}

/// The ratings of these participants after each of their games.
pub(crate) fn curves(state: &LadderState, participants: &[usize]) -> Markup {
    let series: Vec<Series> = participants
        .iter()
        .map(|&participant| Series {
            name: layout::name(state, participant),
            mark: Mark::Line,
            points: thinned(rating_points(state, participant)),
        })
        .collect();
    let points = series.iter().flat_map(|series| &series.points);
    let chart = Chart {
        title: format!("{}s", layout::rating_name(state)),
        x: Axis::spanning("game", points.clone().map(|point| point[0])),
        y: Axis::spanning(
            if state.ladder.leagues().is_some() { "score" } else { "Elo" },
            points.map(|point| point[1]),
        ),
        series,
    };
    chart.render(560.0, 320.0)
}

/// A participant's rating by the number of the ladder's game, from its first game on.
pub(crate) fn rating_points(state: &LadderState, participant: usize) -> Vec<[f64; 2]> {
    let mut points = Vec::new();
    for (id, game) in (1..).zip(&state.games) {
        if let Some(seat) = game.seat_of(participant) {
            if points.is_empty() {
                points.push([f64::from(id) - 1.0, game.change.before[seat]]);
            }
            points.push([f64::from(id), game.change.after[seat]]);
        }
    }
    points
}

/// At most [`POINTS`] of these points, the last one first.
fn thinned(points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    let step = points.len().div_ceil(POINTS).max(1);
    points.into_iter().rev().step_by(step).collect()
}

fn legend(state: &LadderState, participants: &[usize]) -> Markup {
    html! {
        ul.legend {
            @for (class, &participant) in participants.iter().enumerate() {
                li { span.swatch.{ "s" (class) } {} (layout::participant(state, participant)) }
            }
        }
    }
}
