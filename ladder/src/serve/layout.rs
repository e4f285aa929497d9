//! The frame of every page, and the format of names, numbers and times.

use std::sync::OnceLock;

use jiff::tz::TimeZone;
use jiff::Timestamp;
use maud::{html, Markup, DOCTYPE};
use serde::Deserialize;
use toolkit::text::Visible;

use crate::course::rating::Outcome;
use crate::course::store::LadderState;

/// Whether this server takes submissions, which the menu then shows; set once, before the first page.
pub(super) static TAKES_SUBMISSIONS: OnceLock<bool> = OnceLock::new();

/// Games on one page.
pub(super) const PAGE_GAMES: usize = 50;

/// The properties of a page besides its main part.
pub(super) struct Page<'a> {
    pub(super) title: &'a str,
    /// The address of its part of the site, which the menu marks.
    pub(super) section: &'a str,
    /// The script that it needs.
    pub(super) script: &'a str,
    /// [`LadderState::size`] if the page is to be kept up to date.
    pub(super) size: Option<usize>,
}

impl<'a> Page<'a> {
    /// A page that is kept up to date.
    pub(super) fn live(title: &'a str, section: &'a str, ladder_state: &LadderState) -> Self {
        Self { title, section, script: "/assets/live.js", size: Some(ladder_state.size()) }
    }

    /// A page that stays as it is.
    pub(super) fn still(title: &'a str, section: &'a str) -> Self {
        Self { title, section, script: "/assets/live.js", size: None }
    }

    /// The address of the events on which the page is fetched again, unless it is the ladder's.
    fn events(&self) -> Option<&'static str> {
        (self.section == "/submissions").then_some("/submissions/events")
    }

    /// The whole page around its main part.
    pub(super) fn show(&self, main: Markup) -> Markup {
        const MENU: [(&str, &str); 7] = [
            ("/", "Standings"),
            ("/games", "Games"),
            ("/head-to-head", "Head to head"),
            ("/play", "Play"),
            ("/transcripts", "Transcripts"),
            ("/rules", "Rules"),
            ("/board/", "Analyse"),
        ];
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (self.title) " · Othello ladder" }
                    link rel="stylesheet" href="/assets/style.css";
                    link rel="icon" type="image/svg+xml" href="/assets/icon.svg";
                    script type="module" src=(self.script) {}
                }
                body {
                    a.skip href="#main" { "Skip to the content" }
                    nav.site aria-label="Site" {
                        a.brand href="/" {
                            img src="/assets/icon.svg" alt="" width="22" height="22";
                            "Othello ladder"
                        }
                        @for (address, name) in MENU {
                            @let current = (address == self.section).then_some("page");
                            a href=(address) aria-current=[current] { (name) }
                        }
                        @if TAKES_SUBMISSIONS.get() == Some(&true) {
                            @let current = (self.section == "/submissions").then_some("page");
                            a href="/submissions" aria-current=[current] { "Hand in" }
                        }
                        @if self.size.is_some() { span #live hidden { "live" } }
                    }
                    main #main data-size=[self.size] data-events=[self.events()] { (main) }
                }
            }
        }
    }
}

/// The requested page of a list.
#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    /// The number of the page, from 1; the first page if absent.
    pub(super) page: Option<usize>,
}

/// A page with nothing but a sentence.
pub(super) fn notice(text: &str) -> Markup {
    Page::still(text, "").show(html! { h1 { (text) } })
}

/// The head of a table's column.
pub(super) enum Column<'a> {
    Text(&'a str),
    Number(&'a str),
}

/// A table of these rows.
pub(super) fn table(class: &str, columns: &[Column<'_>], rows: &Markup) -> Markup {
    html! {
        table class=[Some(class).filter(|class| !class.is_empty())] {
            thead {
                tr {
                    @for column in columns {
                        @match column {
                            Column::Text("") => td {},
                            Column::Text(name) => th scope="col" { (name) },
                            Column::Number(name) => th.number scope="col" { (name) },
                        }
                    }
                }
            }
            tbody { (rows) }
        }
    }
}

/// A card around a table, which scrolls if it is too wide.
pub(super) fn table_card(heading: &str, table: &Markup) -> Markup {
    html! {
        section.card.table-card tabindex="0" {
            @if !heading.is_empty() { h2 { (heading) } }
            (table)
        }
    }
}

/// What a program or a compiler has printed.
pub(super) fn messages(text: &str) -> Markup {
    html! { pre.messages tabindex="0" { (Visible::lines(text).to_string()) } }
}

/// A participant's name as a link.
pub(super) fn participant(ladder_state: &LadderState, index: usize) -> Markup {
    let name = name(ladder_state, index);
    html! { a.name href={ "/participants/" (index + 1) } title=(name) { bdi { (name) } } }
}

/// A participant's name as displayed: invisible characters are escaped.
pub(super) fn name(ladder_state: &LadderState, index: usize) -> String {
    Visible::line(&ladder_state.ladder.participants[index].name).to_string()
}

/// A text on one line: invisible characters are escaped.
pub(super) fn visible(text: &str) -> String {
    Visible::line(text).to_string()
}

/// The name of what the standings are ordered by.
pub(super) fn rating_name(ladder_state: &LadderState) -> &'static str {
    if ladder_state.ladder.leagues().is_some() {
        "Score"
    } else {
        "Rating"
    }
}

/// A rating or a score, rounded for display.
pub(super) fn rating(ladder_state: &LadderState, rating: f64) -> String {
    let decimals = if ladder_state.ladder.leagues().is_some() { 2 } else { 0 };
    format!("{rating:.decimals$}")
}

/// A change of rating, with its sign.
pub(super) fn change(before: f64, after: f64) -> Markup {
    let change = after - before;
    let class = if change < 0.0 { "bad" } else { "good" };
    html! { span.(class) { (format!("{change:+.1}").replace('-', "\u{2212}")) } }
}

/// Points over both rounds: `1½`.
pub(super) fn points(points: f64) -> String {
    let whole = points.floor();
    match (whole, points - whole > 0.0) {
        (0.0, true) => "½".to_string(),
        (whole, true) => format!("{whole}½"),
        (whole, false) => whole.to_string(),
    }
}

/// A result as a word with a colour.
pub(super) fn outcome(outcome: Outcome) -> Markup {
    let (class, word) = match outcome {
        Outcome::Win => ("good", "won"),
        Outcome::Draw => ("soft", "drawn"),
        Outcome::Loss => ("bad", "lost"),
    };
    html! { span.(class) { (word) } }
}

/// A moment, given in milliseconds since 1970.
pub(super) fn time(milliseconds: i64) -> Markup {
    let Ok(time) = Timestamp::from_millisecond(milliseconds) else { return html! { "?" } };
    html! { time datetime=(time) { (date(milliseconds)) } }
}

/// A moment as a text, given in milliseconds since 1970: `2026-11-22 19:30`.
pub(super) fn date(milliseconds: i64) -> String {
    Timestamp::from_millisecond(milliseconds).map_or_else(
        |_| "?".to_string(),
        |time| time.to_zoned(TimeZone::UTC).strftime("%F %H:%M").to_string(),
    )
}

/// Links to earlier and later pages of a list, the first page having the number 1.
pub(super) fn pager(address: &str, page: usize, count: usize) -> Markup {
    let pages = count.div_ceil(PAGE_GAMES).max(1);
    html! {
        @if pages > 1 {
            nav.pager aria-label="Pages" {
                @if page > 1 { a href={ (address) "?page=" (page - 1) } rel="prev" { "← newer" } }
                span { "page " (page) " of " (pages) }
                @if page < pages { a href={ (address) "?page=" (page + 1) } rel="next" { "older →" } }
            }
        }
    }
}
