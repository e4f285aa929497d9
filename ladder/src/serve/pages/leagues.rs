//! The parts of pages that only leagues have: their tables, a placement, the rules.

use maud::{html, Markup};

use crate::course::state::{Ladder, Participant};
use crate::course::store::LadderState;
use crate::league::{score, Leagues, Rules, Seat};
use crate::serve::layout::Column::{Number, Text};
use crate::serve::layout::{self, table_card};

/// The members of each league, the highest first.
pub(super) fn standings(state: &LadderState, leagues: &Leagues) -> Markup {
    html! {
        @for (league, members) in leagues.members(&state.ladder.standings(), &state.ladder.participants) {
            (table_card(&layout::visible(league), &table(state, leagues, &members)))
        }
    }
}

fn table(state: &LadderState, leagues: &Leagues, members: &[(usize, Seat)]) -> Markup {
    let [score, games] = ["Score", "Games"].map(Number);
    let columns = [Text("#"), Text("Name"), score, Text("Skill"), games, Text("Placement")];
    let rows = html! {
        @for (rank, (index, seat)) in (1..).zip(members) {
            tr data-participant=(index + 1) {
                td.rank { (rank) }
                th.who scope="row" { (layout::participant(state, *index)) }
                td.number.rating { (layout::rating(state, state.ladder.participants[*index].rating)) }
                td { (format!("{:.2} ± {:.2}", seat.rating.rating, seat.rating.uncertainty)) }
                td.number { (seat.games) }
                td { (progress(leagues, *index, seat)) }
            }
        }
    };
    layout::table("standings", &columns, &rows)
}

/// How far a placement is.
fn progress(leagues: &Leagues, index: usize, seat: &Seat) -> Markup {
    html! {
        @match &seat.outcome {
            _ if leagues.is_boss(index) => span.tag { "boss" },
            Some(outcome) => span title=(outcome.to_string()) { (outcome.word()) },
            None if seat.meetings == 0 => span.tag.fresh { "waits" },
            None => span.tag.fresh { "meeting " (seat.meetings) " of " (leagues.rules.meetings) },
        }
    }
}

/// A participant's way through the leagues: the present placement, and those before it.
pub(super) fn placement(state: &LadderState, index: usize) -> Markup {
    let Some(leagues) = state.ladder.leagues().filter(|leagues| !leagues.is_boss(index)) else {
        return html! {};
    };
    let Participant { versions, .. } = state.ladder.participants[index];
    let seat = leagues.seat(index, versions);
    let boss = &state.ladder.participants[seat.league];
    let boss_score = score(&leagues.seat(seat.league, boss.versions).rating);
    let earlier = leagues.placements.iter().filter(|placement| placement.participant == index);
    html! {
        section.card {
            h2 { "Placement" }
            @if versions > 0 {
                p {
                    strong { (layout::visible(&leagues.rules.leagues[seat.league])) }
                    ": score " (layout::rating(state, score(&seat.rating))) ", the boss's "
                    (layout::rating(state, boss_score)) "; " (progress(leagues, index, &seat))
                }
            }
            ol {
                @for placement in earlier {
                    li {
                        "Program " (placement.version) ", "
                        a href={ "/games/" (placement.game) } {
                            (layout::visible(&leagues.rules.leagues[placement.league]))
                        }
                        ": " (placement.outcome.to_string())
                    }
                }
            }
        }
    }
}

/// Where a game belongs: a lap, or a league.
pub(super) fn place(ladder: &Ladder, id: u64, lap: u64) -> String {
    match ladder.leagues() {
        Some(leagues) => layout::visible(leagues.league_of_game(id)),
        None => lap.to_string(),
    }
}

/// The rules of leagues.
pub(super) fn rules(rules: &Rules) -> Markup {
    html! {
        h1 { "Rules" }
        section.card {
            h2 { "Leagues" }
            p { "From the lowest to the highest, with a boss in each:" }
            ol { @for league in &rules.leagues { li { (layout::visible(league)) } } }
            p {
                "A new participant starts in the lowest one. A new program starts anew in the league where "
                "the one before it was."
            }
        }
        section.card {
            h2 { "Placement" }
            p {
                "A program plays " (rules.meetings) " meetings in its league, one program after the other. A "
                "meeting is two rounds from one opening, colours swapped; a fault (an illegal or a late "
                "answer, a crash) loses its round."
            }
            ul {
                li { "Every third meeting is with the boss." }
                li {
                    "In all others the opponent is the member, the boss too, whose skill is closest, with a "
                    "penalty for each earlier meeting."
                }
            }
            p {
                "After the last meeting the program is promoted if its score is above the boss's, and is "
                "placed in the next league, and so on until it stays."
            }
        }
        section.card {
            h2 { "Score" }
            p {
                "Each round updates both TrueSkill ratings (mean 25, deviation 25/3, 3 % draws). The score "
                "is the mean less three deviations."
            }
        }
    }
}
