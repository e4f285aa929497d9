//! The table of results between participants, and the page of two of them.

use axum::extract::{Path, State};
use maud::{html, Markup};
use std::collections::HashMap;

use super::games::{latest_first, table};
use super::participant::index;
use crate::course::state::Results;
use crate::course::store::LadderState;
use crate::serve::app::SharedApp;
use crate::serve::failure::Failure;
use crate::serve::layout::{self, Page};

/// Number of highest-rated participants in the table.
const MOST: usize = 30;

/// The table of the highest-rated.
pub(crate) async fn show(State(app): SharedApp) -> Markup {
    let state = app.ladder_state();
    let mut order = state.ladder.standings();
    order.truncate(MOST);
    let results = results(&state);
    let table = html! {
        table.cross {
            thead {
                tr {
                    th scope="col" { "Name" }
                    @for (rank, &column) in (1..).zip(&order) {
                        th.number scope="col" title=(layout::name(&state, column)) { (rank) }
                    }
                }
            }
            tbody {
                @for (rank, &row) in (1..).zip(&order) {
                    tr {
                        th scope="row" { span.soft { (rank) } " " (layout::participant(&state, row)) }
                        @for &column in &order { (cell(&results, row, column)) }
                    }
                }
            }
        }
    };
    Page::live("Head to head", "/head-to-head", &state).show(html! {
        h1 { "Head to head" }
        p.facts {
            "Games won, drawn and lost by the row against the column, among the " (order.len())
            " highest-rated."
        }
        (layout::table_card("", &table))
    })
}

/// By pair of participants, the lower index first: the results of the first against the second with all their
/// programs.
fn results(state: &LadderState) -> HashMap<[usize; 2], Results> {
    let mut results: HashMap<[usize; 2], Results> = HashMap::new();
    for game in &state.games {
        let [a, b] = game.pairing.participants;
        results.entry([a.min(b), a.max(b)]).or_default().add(game.outcome_of(usize::from(a > b)));
    }
    results
}

fn cell(results: &HashMap<[usize; 2], Results>, row: usize, column: usize) -> Markup {
    let pair = [row.min(column), row.max(column)];
    let Results { mut wins, draws, mut losses } = results.get(&pair).copied().unwrap_or_default();
    if row > column {
        std::mem::swap(&mut wins, &mut losses);
    }
    let class = match wins.cmp(&losses) {
        std::cmp::Ordering::Greater => "ahead",
        std::cmp::Ordering::Less => "behind",
        std::cmp::Ordering::Equal => "even",
    };
    html! {
        @if row == column { td.self { } }
        @else if wins + draws + losses == 0 { td.soft.number { "·" } }
        @else {
            td.number.(class) {
                a href={ "/versus/" (row + 1) "/" (column + 1) } { (wins) "–" (draws) "–" (losses) }
            }
        }
    }
}

/// Two participants: whether they may meet, and their games.
pub(crate) async fn versus(
    State(app): SharedApp,
    Path((a, b)): Path<(usize, usize)>,
) -> Result<Markup, Failure> {
    let state = app.ladder_state();
    let (a, b) = (index(&state, a)?, index(&state, b)?);
    if a == b {
        return Err(Failure::NotFound);
    }
    let names = [a, b].map(|participant| layout::name(&state, participant));
    let verdict = state.ladder.verdict(a, b);
    let explanation = verdict.to_string();
    let games = latest_first(&state, |game| game.seat_of(a).is_some() && game.seat_of(b).is_some());
    let title = format!("{} and {}", names[0], names[1]);
    Ok(Page::live(&title, "/head-to-head", &state).show(html! {
        h1 { (layout::participant(&state, a)) span.soft { " and " } (layout::participant(&state, b)) }
        @if state.ladder.leagues().is_none() {
            section.card {
                h2 { "The two " @if verdict.allows() { "may meet" } @else { "may not meet" } }
                ul.rules { @for line in explanation.lines() { li { (line) } } }
            }
        }
        (layout::table_card("Games", &table(&state, &games, Some(a))))
    }))
}
