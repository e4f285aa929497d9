//! `ladder init`: creates a ladder of the course's rules, or leagues with a boss each.

use anyhow::Context;
use arena::cli::{Done, Usage};
use arena::play::bots::{BotKind, BotSpec, Bots};
use arena::play::limits::{ClockKind, Limits};
use ladder::course::programs::Program;
use ladder::course::store::{Boss, Store};
use supervisor::stop::{Stop, Stopped};

use super::DirArguments;

/// The leagues from the lowest to the highest, with their usual bosses.
const LEAGUES: [(&str, &str); 6] = [
    ("Wood 2", "random"),
    ("Wood 1", "greedy"),
    ("Bronze", "mobility"),
    ("Silver", "uct:300"),
    ("Gold", "alphabeta:6"),
    ("Legend", "outflank:playouts=2000"),
];

/// The rules of a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Rules {
    /// The course judge's: everybody meets everybody, Elo ratings.
    Course,
    /// Leagues with bosses, as on CodinGame.
    Leagues,
}

/// The arguments of `ladder init`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
     \x20 outflank-ladder init course\n\
     \x20 outflank-ladder init club --rules leagues --boss Legend=./mybot")]
pub(crate) struct Arguments {
    #[command(flatten)]
    directory: DirArguments,
    /// Who meets whom, and how they are ranked.
    #[arg(long, value_enum, default_value_t = Rules::Course)]
    rules: Rules,
    /// Seed of the openings and of the built-in bots.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time limit of every call, in milliseconds [default: 1000; in leagues 2000 for the first, then 150]
    #[arg(long, value_name = "MS")]
    turn_ms: Option<u32>,
    /// The clock of the limit: wall-clock time or the CPU time of the program.
    #[arg(long, value_enum, default_value_t = ClockKind::Wall)]
    clock: ClockKind,
    /// Replaces the boss of a league: a built-in bot, `git:REVISION`, a source or a command.
    #[arg(long, value_name = "LEAGUE=BOT", value_parser = parse_boss)]
    boss: Vec<(String, String)>,
    /// Meetings of a placement in leagues; a meeting is two rounds, colours swapped [default: 24]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    meetings: Option<u64>,
}

fn parse_boss(text: &str) -> Result<(String, String), String> {
    let (league, bot) = text.split_once('=').ok_or("expected LEAGUE=BOT")?;
    if !LEAGUES.iter().any(|(name, _)| *name == league) {
        let names: Vec<&str> = LEAGUES.iter().map(|(name, _)| *name).collect();
        return Err(format!("no league is called `{league}`, only {}", names.join(", ")));
    }
    Ok((league.to_string(), bot.to_string()))
}

pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    let &Arguments { rules, seed, turn_ms, clock, meetings, .. } = arguments;
    let usual = if rules == Rules::Course { Limits::COURSE } else { Limits::CODINGAME };
    let (first_ms, turn_ms) = turn_ms.map_or((usual.first_ms, usual.turn_ms), |ms| (ms, ms));
    let limits = Limits { first_ms, turn_ms, clock, ..usual };
    let directory = &arguments.directory.directory;
    if rules == Rules::Course {
        if meetings.is_some() || !arguments.boss.is_empty() {
            return Err(Usage("--boss and --meetings are of `--rules leagues`".to_string()).into());
        }
        Store::create(directory, seed, &limits, None).map_err(Usage::from_error)?;
        return Ok(Done::Well);
    }
    let mut bosses = Vec::new();
    for (league, usual) in LEAGUES {
        let chosen = arguments.boss.iter().rev().find(|(name, _)| name == league);
        let text = chosen.map_or(usual, |(_, bot)| bot);
        let boss = boss(league, text, stop);
        bosses.push(boss.map_err(|error| match error.is::<Stopped>() {
            true => error,
            false => Usage::from_error(error),
        })?);
    }
    Store::create_leagues(directory, seed, &limits, meetings.unwrap_or(24), &bosses)
        .map_err(Usage::from_error)?;
    Ok(Done::Well)
}

/// The boss that a text names.
fn boss(league: &str, text: &str, stop: &Stop) -> anyhow::Result<Boss> {
    let BotSpec { name, kind } = Bots::default().find_present(text, stop)?;
    let (program, file) = match kind {
        BotKind::Builtin(bot) => (Program::Builtin { bot: bot.to_string() }, None),
        BotKind::Process(process) => {
            let (protocol, launch) = (process.protocol, &process.launch);
            let here = std::env::current_dir().context("there is no current directory")?;
            let directory = launch.directory.as_ref().map_or(here.clone(), |directory| here.join(directory));
            match &launch.command[..] {
                [program] if program.contains('/') => {
                    (Program::File { protocol, name: name.clone() }, Some(directory.join(program)))
                }
                words => (Program::Command { protocol, words: words.to_vec(), directory }, None),
            }
        }
    };
    Ok(Boss { league: league.to_string(), bot: name, program, file })
}
