//! `arena roundrobin` and `arena gauntlet`: a match for each pairing of several bots, and their ratings.

use std::path::PathBuf;

use supervisor::stop::Stop;

use crate::cli::Done;
use crate::matches::standings::Standings;
use crate::play::bots::BotSpec;
use toolkit::say;

use super::matches::{shard, RunSettings};
use super::rate;
use super::records::create_directory;

/// Length to which a bot's name is cut in a file name, in characters.
const NAME_IN_FILE: usize = 40;

/// The arguments of `arena roundrobin`.
#[derive(Debug, clap::Args)]
pub(crate) struct RoundRobin {
    /// The bots; each plays every other.
    #[arg(required = true, num_args = 2.., value_name = "BOT")]
    contestants: Vec<String>,
    #[command(flatten)]
    tournament: Tournament,
}

/// The arguments of `arena gauntlet`.
#[derive(Debug, clap::Args)]
pub(crate) struct Gauntlet {
    /// The bot that plays every other.
    challenger: String,
    /// Its opponents, which do not play each other.
    #[arg(required = true)]
    rivals: Vec<String>,
    #[command(flatten)]
    tournament: Tournament,
}

/// Arguments of both kinds of tournament.
#[derive(Debug, clap::Args)]
struct Tournament {
    /// Directory of the results, one file a pairing; existing files are continued.
    #[arg(long, value_name = "DIR")]
    results: PathBuf,
    /// Number of pairs of games for each pairing, those in the files included.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Plays shard I of N of every pairing only [default: from Slurm's variables in a job array]
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    #[command(flatten)]
    settings: RunSettings,
}

/// Plays a round robin.
pub(crate) fn run_round_robin(arguments: &RoundRobin, stop: &Stop) -> anyhow::Result<Done> {
    let count = arguments.contestants.len();
    let pairings = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
    arguments.tournament.play(&arguments.contestants, &pairings.collect::<Vec<_>>(), stop)
}

pub(crate) fn run_gauntlet(arguments: &Gauntlet, stop: &Stop) -> anyhow::Result<Done> {
    let bots: Vec<String> = [&arguments.challenger].into_iter().chain(&arguments.rivals).cloned().collect();
    let pairings: Vec<_> = (1..bots.len()).map(|rival| (0, rival)).collect();
    arguments.tournament.play(&bots, &pairings, stop)
}

impl Tournament {
    fn play(&self, texts: &[String], pairings: &[(usize, usize)], stop: &Stop) -> anyhow::Result<Done> {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let bots = self.settings.bots.find_all(&texts, stop)?;
        self.settings.bots.report_sandbox(&bots)?;
        let shard = shard(self.shard.as_deref())?;
        create_directory(Some(&self.results))?;
        let mut files = Vec::new();
        let mut has_failed = false;
        for &(first, second) in pairings {
            stop.check()?;
            let name = file_name([first, second], [&bots[first], &bots[second]]);
            let path = self.results.join(format!("{name}.jsonl"));
            let record = self.settings.record.as_ref().map(|directory| directory.join(&name));
            let run = self.settings.prepare([bots[first].clone(), bots[second].clone()], &path, record)?;
            has_failed |= matches!(run.play_share(self.pairs, shard, stop)?, Done::BotFailed);
            files.push(path);
            say!("\n");
        }
        rate::print(&Standings::read(&files)?);
        Ok(if has_failed { Done::BotFailed } else { Done::Well })
    }
}

/// A pairing's file name: unique whatever the bots' names, and unchanged when bots are appended.
fn file_name(indices: [usize; 2], bots: [&BotSpec; 2]) -> String {
    let plain = |name: &str| -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '=');
        name.chars().take(NAME_IN_FILE).map(|c| if is_plain(c) { c } else { '_' }).collect()
    };
    let [first, second] = bots.map(|bot| plain(&bot.name));
    format!("{:02}-{:02}-{first}-{second}", indices[0] + 1, indices[1] + 1)
}
