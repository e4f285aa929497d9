//! The page of a match: ratings with error bars, the crosstable, and Elo by version.

use analyst::page::{page, Template};
use serde::Serialize;
use toolkit::text::Visible;

use crate::stats::{Crosstable, Ratings};

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

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// Elo relative to the average of all players; `None` with too few games to say.
    pub elo: Option<f64>,
    /// Half of its 95 % interval.
    pub error: f64,
    /// The number of games.
    pub games: u64,
    /// The mean score of a game, from 0 to 1.
    pub score: f64,
    /// The likelihood of superiority over the next one; `None` for the last, and with too few games to say.
    pub superiority: Option<f64>,
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
    /// The report of a crosstable; names by index.
    pub fn of_crosstable(title: &str, facts: Vec<String>, names: &[String], table: &Crosstable) -> Self {
        let ratings = Ratings::fit(table);
        let order = ratings.order();
        let player = |(rank, &index): (usize, &usize)| {
            let rating = ratings.all()[index];
            Player {
                name: names[index].clone(),
                elo: rating.is_meaningful().then_some(rating.elo),
                error: rating.error,
                games: rating.games,
                score: rating.score,
                superiority: order
                    .get(rank + 1)
                    .filter(|&&next| rating.is_meaningful() && ratings.all()[next].is_meaningful())
                    .map(|&next| ratings.superiority(index, next)),
            }
        };
        let row = |&row: &usize| order.iter().map(|&column| table.results(row, column)).collect();
        Self {
            title: title.to_string(),
            facts,
            players: order.iter().enumerate().map(player).collect(),
            results: order.iter().map(row).collect(),
            versions: Vec::new(),
        }
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
