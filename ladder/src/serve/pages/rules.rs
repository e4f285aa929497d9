//! The page that explains games, ratings and pairings: the judge's words, and the decisions where they leave
//! something open.

use std::sync::Arc;

use axum::extract::State;
use maud::{html, Markup};

use super::leagues;
use crate::course::rating::{K, START};
use crate::league::Leagues;
use crate::serve::app::App;
use crate::serve::layout::Page;
use supervisor::compile::{Language, Options};

/// The page of the rules.
pub(in crate::serve) async fn show(State(app): State<Arc<App>>) -> Markup {
    if let Some(Leagues { rules, .. }) = app.ladder_state().ladder.leagues() {
        return Page::still("Rules", "/rules").show(leagues::rules(rules));
    }
    Page::still("Rules", "/rules").show(html! {
        h1 { "Rules" }
        p.facts {
            "Quotation marks hold the judge's own words. Everything else is this ladder's interpretation."
        }
        section.card { h2 { "Words on these pages" } (words()) }
        section.card { h2 { "Programs" } (programs()) }
        section.card { h2 { "A game" } (game()) }
        section.card { h2 { "Ratings" } (ratings()) }
        section.card { h2 { "Who may meet whom" } (feasible()) }
        section.card { h2 { "Who goes first" } (priorities()) }
    })
}

fn words() -> Markup {
    html! {
        dl {
            dt { "Lap" }
            dd {
                "A pass through all participants: within a lap everybody plays at most one game, except "
                "just-updated programs and their opponents."
            }
            dt { "Effective program" }
            dd {
                "A submitted program that made at least one legal move when it was checked. Only such "
                "programs play."
            }
            dt { "Streak" }
            dd { "Games that a program has won in a row; a draw, a loss or a new program ends it." }
            dt { "Just updated" }
            dd { "A new program that has not finished a game yet: it plays before everybody else." }
            dt { "Rating" }
            dd { "Elo points of a participant; they stay when it submits a new program." }
        }
    }
}

fn programs() -> Markup {
    let command = |language| Options::default().command(language).unwrap_or_default().join(" ");
    html! {
        p { "Sources are compiled by these commands, unless their submission chooses another standard:" }
        ul {
            @for language in [Language::C, Language::Cpp, Language::Rust] {
                li { code { (command(language)) } }
            }
        }
        p {
            "Compiled programs can be submitted, too. A program reads commands from standard input and "
            "answers on standard output; it sees no network and none of the other programs."
        }
    }
}

fn game() -> Markup {
    html! {
        ul {
            li {
                "\u{201c}Each game is consisted of two rounds.\u{201d} Each program is black once; the sum "
                "decides."
            }
            li {
                "\u{201c}All commands which need an output (BEGIN and TURN) must be responded in 1 second. "
                "The output position must be valid. Or the AI will directly lose the game.\u{201d} So an "
                "illegal or malformed answer (anything but a lower-case letter, one blank and a digit), a "
                "late answer, a crash, and an exit code other than 0 after END lose the game 0 : 2; the rest "
                "is not played."
            }
            li {
                "A side without discs is \u{201c}generally scored as if the board were full (64-0)\u{201d}: "
                "the discs on the board are shown beside it."
            }
        }
    }
}

fn ratings() -> Markup {
    html! {
        p {
            "\u{201c}Every participant has an initial rank as 1500 which will be increased, decreased or "
            "kept unchanged when there's a win, lose or draw game, respectively. [...] The higher the rank "
            "difference, the more amount of rank will be changed.\u{201d}"
        }
        p {
            "Everybody starts at " (START) ". A won game moves both by " (K) " times (1 \u{2212} the "
            "expected score of the winner), by Elo's formula; a drawn game moves nobody. An upset moves the "
            "more, the higher the difference; a favourite's win moves the less."
        }
    }
}

fn feasible() -> Markup {
    html! {
        p { "All three must hold:" }
        ol {
            li {
                "Both have submitted an effective program: \u{201c}able to play at least one feasible "
                "step\u{201d}."
            }
            li {
                "\u{201c}Rank difference is no larger than 100 except one of them has just updated the AI "
                "and is of lower rank.\u{201d}"
            }
            li {
                "\u{201c}Win game difference is no larger than 1 unless the one with such advantage is of "
                "lower rank.\u{201d} Wins are counted between two programs: an update starts afresh."
            }
        }
        p { "Every new program, a first one too, counts as just updated until it has finished a game." }
    }
}

fn priorities() -> Markup {
    html! {
        ol {
            li {
                "\u{201c}The player who has just updated a new AI will be set with top priority\u{201d}: "
                "before everybody else, at the next free place."
            }
            li {
                "\u{201c}The player whose AI is under a win streak will be set with relatively high "
                "priority, ranked by length of streak.\u{201d} The streak is the program's; a draw or a loss "
                "ends it."
            }
            li { "Then the fewest games, then the name." }
        }
        p {
            "Both players are chosen by these priorities: first the one that goes first, then its opponent, "
            "for whom the fewest meetings of the two come before the fewest games. No two programs meet "
            "again while one of them may meet another that it has met less often. Except for just-updated "
            "programs and their opponents, everybody plays at most once a lap."
        }
    }
}
