//! `arena report`: an HTML page of the results of any runs.

use std::path::PathBuf;

use crate::cli::{Done, Usage};
use crate::files;
use crate::matches::standings::{Player, Standings};
use crate::show::page::{self, Report, Version};
use crate::stats::{Scores, MIN_GAMES};
use toolkit::say;

use super::rate::FileArguments;

/// The arguments of `arena report`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    files: FileArguments,
    /// HTML file to write.
    #[arg(long, value_name = "OUT")]
    html: PathBuf,
    /// Title of the page [default: the bots' names]
    #[arg(long)]
    title: Option<String>,
    /// Plots the Elo of these bots, from the oldest version to the newest.
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',')]
    versions: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Done> {
    files::check_output(&arguments.html, files::PAGE)?;
    let standings = arguments.files.read()?;
    let title = arguments.title.clone().unwrap_or_else(|| title(&standings));
    let mut report = Report::of(&standings, title, facts(&standings));
    report.versions = versions(&report.players, &arguments.versions)?;
    if report.versions.len() < arguments.versions.len() {
        let why = format!("The plot leaves out versions with fewer than {MIN_GAMES} games.");
        report.facts.push(why);
    }
    files::write(&arguments.html, files::PAGE, page::report(&report)?.as_bytes())?;
    say!("{} games of {} bots in {}\n", standings.games(), standings.names.len(), arguments.html.display());
    Ok(Done::Well)
}

fn title(standings: &Standings) -> String {
    match &standings.names[..] {
        [first, second] => format!("{first} against {second}"),
        names => format!("{} bots", names.len()),
    }
}

fn facts(standings: &Standings) -> Vec<String> {
    let limits: Vec<&str> = standings.limits.iter().map(String::as_str).collect();
    let mut facts = vec![format!("{} games; {}", standings.games(), limits.join(" / "))];
    if let Some((tally, scores)) =
        standings.tally.as_ref().and_then(|tally| Some((tally, Scores::of(tally.pairs)?)))
    {
        let [ll, ld, dd, wd, ww] = tally.pairs;
        facts.push(format!("{}: {tally}, {} by pairs", standings.names[0], scores.elo_text(1)));
        facts.push(format!("pairs: LL {ll}, LD {ld}, DD or WL {dd}, WD {wd}, WW {ww}"));
    }
    for (name, bot) in standings.names.iter().zip(&standings.bots) {
        facts.push(format!("{name}: {bot}"));
    }
    facts
}

/// The points of the plot, without versions with too few games to say their Elo.
fn versions(players: &[Player], names: &[String]) -> anyhow::Result<Vec<Version>> {
    let mut versions = Vec::new();
    for name in names {
        let player = players.iter().find(|player| player.name == *name);
        let player = player.ok_or_else(|| Usage(format!("no bot in these results is called `{name}`")))?;
        let version = |elo| Version { name: name.clone(), elo, error: player.error };
        versions.extend(player.elo.map(version));
    }
    Ok(versions)
}
