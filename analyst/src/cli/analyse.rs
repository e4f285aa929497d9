//! `outflank-analyst analyse`: judges games move by move.

mod analysed;
mod html;
mod store;
mod text;
mod work;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use analyst::analysis::Plan;
use analyst::notation::GameRecord;
use anyhow::{bail, Context};
use toolkit::files::{self, Kind};

use super::input;
use super::time::{seconds, threads};
use analysed::Analysed;
use store::Store;

/// The games to analyse, the effort, and the form of the output.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Transcripts such as `f5d6c3`, or files of any format; `-` reads standard input.
    #[arg(required = true)]
    games: Vec<String>,
    /// Playouts a position, from 30 empties on thirty times as many: the same result on every machine.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    playouts: u64,
    /// Seconds a position instead of playouts; the result varies with the machine.
    #[arg(long, value_name = "SECONDS", conflicts_with = "playouts", value_parser = seconds)]
    time: Option<f64>,
    /// Solves positions with at most this many empties, without a limit [default: 18; with a time of 0.1 s or
    /// more 20, of 0.5 s 22, of 2 s 24]
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(0..=30))]
    exact: Option<u32>,
    /// Positions that are searched at the same time [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Cache of results, read and appended to [default: one for each input in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    cache: Option<PathBuf>,
    /// Neither reads nor writes a cache.
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,
    /// Analyses at most this many games.
    #[arg(long, value_name = "N")]
    games_limit: Option<usize>,
    /// Prints one JSON object a game.
    #[arg(long)]
    json: bool,
    /// Writes one page with all games to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    html: Option<PathBuf>,
}

impl Arguments {
    fn plan(&self) -> Plan {
        Plan {
            time: self.time.map(Duration::from_secs_f64),
            playouts: self.playouts,
            exact_empties: self.exact.unwrap_or_else(|| solved_within(self.time.unwrap_or(0.0))),
        }
    }
}

/// The most empties of a position that is solved in about this time; two more take four times as long.
fn solved_within(seconds: f64) -> u32 {
    let steps = [(2.0, 24), (0.5, 22), (0.1, 20)];
    steps.into_iter().find(|&(least, _)| seconds >= least).map_or(18, |(_, empties)| empties)
}

/// Our pages, so that no other is replaced.
const PAGE: Kind = Kind {
    name: "a page of outflank",
    starts: &[
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"generator\" content=\"outflank\">",
        // Of the first versions.
        "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"generator\" content=\"outflank\">",
    ],
};

/// Analyses the games and prints them.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(path) = &arguments.html {
        files::check_output(path, PAGE)?;
    }
    let mut records = Vec::new();
    for game in &arguments.games {
        records.extend(input::games(game)?);
    }
    records.truncate(arguments.games_limit.unwrap_or(usize::MAX));
    if records.is_empty() && arguments.html.is_some() {
        bail!("there is no game for the page");
    }
    let plan = arguments.plan();
    let usual = || store::default_path(&arguments.games[0]);
    let store = match arguments.cache.clone().or_else(usual).filter(|_| !arguments.no_cache) {
        Some(path) => Store::open(&path)?,
        None => Store::in_memory(),
    };
    let boards: Vec<_> =
        records.iter().flat_map(GameRecord::positions).map(|position| position.board).collect();
    let store = work::search_all(&boards, plan, threads(arguments.threads), store)?;
    let mut games = Vec::new();
    for record in records {
        let found = record.positions().into_iter().map(|at| store.find(at.board, plan).cloned());
        let reports = found.collect::<Option<Vec<_>>>().context("a position was not searched")?;
        games.push(Analysed::new(record, reports));
    }
    if let Some(path) = &arguments.html {
        files::write(path, PAGE, html::page(&games)?.as_bytes())?;
        return Ok(writeln!(out, "{}", path.display())?);
    }
    for game in &games {
        if arguments.json {
            writeln!(out, "{}", serde_json::to_string(&game.json())?)?;
        } else {
            text::print(game, out)?;
        }
    }
    Ok(())
}
