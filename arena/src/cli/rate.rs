//! `arena rate`: Bradley-Terry ratings of all bots in results files.

use std::path::PathBuf;

use toolkit::text::Visible;

use crate::cli::{Done, Usage};
use crate::matches::standings::{Player, Standings};
use crate::stats::MIN_GAMES;
use anyhow::Context;
use toolkit::say;

/// The results to read.
#[derive(Debug, clap::Args)]
pub(crate) struct FileArguments {
    /// Results files of any runs, or directories of them (`*.jsonl`).
    #[arg(required = true, value_name = "FILE|DIR")]
    files: Vec<PathBuf>,
}

impl FileArguments {
    /// Reads the files.
    pub(crate) fn read(&self) -> anyhow::Result<Standings> {
        let mut files = Vec::new();
        for path in &self.files {
            if path.is_dir() {
                files.extend(results_in(path).map_err(Usage::from_error)?);
            } else {
                files.push(path.clone());
            }
        }
        Standings::read(&files).map_err(Usage::from_content)
    }
}

fn results_in(directory: &std::path::Path) -> anyhow::Result<Vec<PathBuf>> {
    let name = || directory.display().to_string();
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory).with_context(name)? {
        let path = entry.with_context(name)?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    anyhow::ensure!(!files.is_empty(), "{} holds no *.jsonl file", name());
    files.sort();
    Ok(files)
}

pub(crate) fn run(files: &FileArguments) -> anyhow::Result<Done> {
    print(&files.read()?);
    Ok(Done::Well)
}

/// Prints a table from best to worst.
pub(crate) fn print(standings: &Standings) {
    let mut players = standings.players();
    players.iter_mut().for_each(|player| player.name = Visible::line(&player.name).to_string());
    let width = players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
    let [name, elo, error, games, score] = ["", "Elo", "+-", "games", "score"];
    say!("{:>3}  {name:width$}  {elo:>8} {error:>7}  {games:>6}  {score:>7}  better than next\n", "");
    for (rank, Player { name, elo, error, games, score, superiority }) in (1..).zip(&players) {
        let [elo, error] = match elo {
            Some(elo) => [format!("{elo:+.1}"), format!("{error:.1}")],
            None => ["-", "-"].map(str::to_string),
        };
        say!("{rank:>3}  {name:width$}  {elo:>8} {error:>7}  {games:>6}  {:>5.1} %", 100.0 * score);
        match superiority {
            // Rounding must not show certainty.
            Some(0.9995..) => say!("  > 99.9 %"),
            Some(likelihood) => say!("  {:>6.1} %", 100.0 * likelihood),
            None => {}
        }
        say!("\n");
    }
    if players.iter().any(|player| player.elo.is_none()) {
        say!("-: fewer than {MIN_GAMES} games, too few to say\n");
    }
    say!("Elo relative to the average; +- is half of a 95 % interval; {} games\n", standings.games());
    say!("the errors count games as independent, although two games share each opening: for two\n");
    say!("bots, `report` and `stats` count pairs\n");
}
