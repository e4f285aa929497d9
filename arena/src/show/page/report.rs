//! The page of a match: ratings with error bars, the crosstable, and Elo by version.

use analyst::page::{page, Template};
use serde::Serialize;
use toolkit::text::Visible;

use crate::matches::standings::{Player, Standings};

const TEMPLATE: Template = Template {
    body: include_str!("report/body.html"),
    styles: &[include_str!("report/style.css")],
    script: include_str!("report/script.js"),
};

/// The data of the page; the script reads these names.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The title: the bots.
    pub title: String,
    /// Lines under the title: limits, seed, decision of a test.
    pub facts: Vec<String>,
    /// The rows, best first.
    pub players: Vec<Player>,
    /// Wins, draws and losses of the row's player against the column's, in the order of the players.
    pub results: Vec<Vec<[u64; 3]>>,
    /// Versions of one bot, oldest first; may be empty.
    pub versions: Vec<Version>,
}

/// A point of the plot by version.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Version {
    /// Its name.
    pub name: String,
    /// Its Elo, on a scale that all versions share.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub error: f64,
}

impl Report {
    /// The report of the standings, without versions.
    pub fn of(standings: &Standings, title: String, facts: Vec<String>) -> Self {
        let order = standings.ratings.order();
        let row = |&row: &usize| order.iter().map(|&column| standings.table.results(row, column)).collect();
        let results = order.iter().map(row).collect();
        Self { title, facts, players: standings.players(), results, versions: Vec::new() }
    }
}

/// The page of a report.
///
/// # Errors
/// If a number has no JSON form.
pub fn report(report: &Report) -> serde_json::Result<String> {
    let mut shown = report.clone();
    let names = shown.players.iter_mut().map(|player| &mut player.name);
    let versions = shown.versions.iter_mut().map(|version| &mut version.name);
    for text in names.chain(versions).chain(&mut shown.facts).chain([&mut shown.title]) {
        *text = Visible::line(text).to_string();
    }
    page(&Visible::line(&report.title).to_string(), &TEMPLATE, &shown)
}
