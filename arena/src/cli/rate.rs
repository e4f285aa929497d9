//! `arena rate`: Bradley-Terry ratings of all bots in results files.

use std::path::PathBuf;

use toolkit::text::Visible;

use crate::cli::{Done, Usage};
use crate::matches::standings::Standings;
use crate::say;
use crate::stats::MIN_GAMES;
use anyhow::Context;

/// The arguments of `arena rate`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    files: FileArguments,
}

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

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Done> {
    print(&arguments.files.read()?);
    Ok(Done::Well)
}

/// Prints a table from best to worst.
pub(crate) fn print(standings: &Standings) {
    let order = standings.order();
    let width = standings
        .names()
        .iter()
        .map(|name| Visible::line(name).to_string().chars().count())
        .max()
        .unwrap_or(0);
    say!(
        "{:>3}  {:width$}  {:>8} {:>7}  {:>6}  {:>7}  better than next\n",
        "",
        "",
        "Elo",
        "+-",
        "games",
        "score"
    );
    for (rank, &index) in order.iter().enumerate() {
        let rating = standings.rating(index);
        let name = Visible::line(&standings.names()[index]).to_string();
        let [elo, error] = match rating.is_meaningful() {
            true => [format!("{:+.1}", rating.elo), format!("{:.1}", rating.error)],
            false => ["-", "-"].map(str::to_string),
        };
        say!(
            "{:>3}  {name:width$}  {elo:>8} {error:>7}  {:>6}  {:>5.1} %",
            rank + 1,
            rating.games,
            100.0 * rating.score
        );
        let is_meaningful = |index: usize| standings.rating(index).is_meaningful();
        if let Some(&next) = order.get(rank + 1).filter(|&&next| is_meaningful(index) && is_meaningful(next))
        {
            // Rounding must not show certainty.
            match standings.superiority(index, next) {
                0.9995.. => say!("  > 99.9 %"),
                likelihood => say!("  {:>6.1} %", 100.0 * likelihood),
            }
        }
        say!("\n");
    }
    if order.iter().any(|&index| !standings.rating(index).is_meaningful()) {
        say!("-: fewer than {MIN_GAMES} games, too few to say\n");
    }
    say!("Elo relative to the average; +- is half of a 95 % interval; {} games\n", standings.games());
    say!("the errors count games as independent, although two games share each opening: for two\n");
    say!("bots, `report` and `stats` count pairs\n");
}
