//! `arena referee`: one game, reported in the format of another arena.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use supervisor::cores;
use supervisor::stop::{Stop, Stopped};
use toolkit::commands::typed;

use crate::cli::{BotArguments, Done, LimitArguments, OpeningArguments, Usage};
use crate::files;
use crate::foreign::{self, GameReport};
use crate::play::bots::BotSpec;
use crate::play::record::GameRecord;
use crate::play::referee::{self, Setup};
use crate::show::analysis::{self, Depth};
use crate::show::replay::Replay;
use crate::show::{curve, page};
use anyhow::Context;
use outflank::game::Game;
use outflank::rng::Rng;
use toolkit::{complain, say};

/// The arguments of `arena referee`.
/// The output is in cg-brutaltester's format; with --json in that of psyleague and CG Arena, and the exit
/// code is then 0 whatever the game's result. Standard error carries errors only.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The command of black's bot, also spelled -p1.
    #[arg(long = "p1", value_name = "COMMAND", allow_hyphen_values = true)]
    black: String,
    /// The command of white's bot, also spelled -p2.
    #[arg(long = "p2", value_name = "COMMAND", allow_hyphen_values = true)]
    white: String,
    /// `seed=N`; other parameters are ignored.
    #[arg(short = 'd', value_name = "NAME=VALUE")]
    parameters: Vec<String>,
    /// Seed of the opening and of built-in bots, also spelled -seed.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<String>,
    /// Writes the log of the game to this file.
    #[arg(short = 'l', long = "log", value_name = "FILE")]
    log: Option<PathBuf>,
    /// Writes an HTML page of the game to a file, and prints its path.
    #[arg(short = 's')]
    shows: bool,
    /// Solves positions with at most this number of empty squares for the page of -s.
    #[arg(long, value_name = "EMPTIES", default_value_t = Depth::DEFAULT.empties)]
    solve: u32,
    /// Prints one line of JSON instead of scores.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    openings: OpeningArguments,
    #[command(flatten)]
    bots: BotArguments,
    #[command(flatten)]
    limits: LimitArguments,
}

/// Single-dash spellings of other arenas, and the options here.
const SPELLINGS: [(&str, &str); 3] = [("-p1", "--p1"), ("-p2", "--p2"), ("-seed", "--seed")];

/// Options that take a value.
const WITH_VALUE: [&str; 8] = ["--p1", "--p2", "--seed", "-d", "-l", "--log", "--openings", "--bots"];

/// The command line with other arenas' spellings replaced.
pub(crate) fn respell(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    if words.get(1).is_none_or(|subcommand| subcommand != "referee") {
        return words;
    }
    let mut is_value = false;
    for word in words.iter_mut().skip(2) {
        if std::mem::take(&mut is_value) {
            continue;
        }
        if let Some((_, name)) = SPELLINGS.iter().find(|(spelling, _)| word == spelling) {
            *word = OsString::from(name);
        }
        is_value = WITH_VALUE.iter().any(|option| word == option);
    }
    words
}

/// Plays the game and prints its report.
pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    let seed = seed(arguments)?;
    let report = match play(arguments, seed, stop) {
        Err(error) if arguments.json && !error.is::<Usage>() && !error.is::<Stopped>() => {
            complain!("{}: {error:#}", typed());
            GameReport::failure(&format!("{error:#}"))
        }
        report => report?,
    };
    if arguments.json {
        say!("{}\n", report.json());
    } else {
        say!("{}", report.for_brutaltester());
    }
    Ok(Done::Well)
}

/// Plays the game and writes the requested files.
fn play(arguments: &Arguments, seed: u64, stop: &Stop) -> anyhow::Result<GameReport> {
    if let Some(path) = &arguments.log {
        files::check_output(path, files::REFEREE_LOG)?;
    }
    // A program that is missing loses, as on any arena.
    let bots = arguments.bots.find_unchecked(&[&arguments.black, &arguments.white], stop)?;
    let openings = arguments.openings.read()?;
    let opening = match openings.len() {
        0 => Game::new(),
        count => openings[Rng::new(seed).below(count)].clone(),
    };
    let limits = arguments.limits.limits(arguments.bots.protocol);
    let setup = Setup { forfeits: true, ..Setup::new(opening, seed, limits) };
    let record = referee_game(&bots, &setup, stop)?;
    if let Some(path) = &arguments.log {
        files::write(path, files::REFEREE_LOG, format!("{}\n", foreign::log(&record)?).as_bytes())?;
    }
    let mut report = GameReport::of(&record);
    if arguments.shows {
        let page = write_page(&record, arguments)?;
        report.note("page", page.display().to_string());
    }
    Ok(report)
}

fn referee_game(bots: &[BotSpec], setup: &Setup, stop: &Stop) -> anyhow::Result<GameRecord> {
    // Other arenas run many referees at once: each leases a core of its own while cores are free.
    let leases = cores::lease(1);
    let core = leases.first().map(|core| core.set());
    let [mut black, mut white] = [0, 1].map(|seat: usize| bots[seat].contestant(core, stop));
    referee::play([&mut *black, &mut *white], setup, &mut ())
}

fn write_page(record: &GameRecord, arguments: &Arguments) -> anyhow::Result<PathBuf> {
    let replay = Replay::of(record)?;
    let exact = analysis::solve(&replay, Depth { empties: arguments.solve, ..Depth::DEFAULT });
    let curve = curve::curve(&replay, &exact, curve::PLAYOUTS);
    let page = page::game(record, &replay, &exact, &curve)?;
    let Some(log) = &arguments.log else {
        return Ok(files::write_temporary("arena-game-", ".html", page.as_bytes())?);
    };
    let path = log.with_extension("html");
    files::write(&path, files::PAGE, page.as_bytes())?;
    Ok(path)
}

/// The seed in either spelling, else one from the clock.
fn seed(arguments: &Arguments) -> anyhow::Result<u64> {
    let from_parameters = arguments.parameters.iter().find_map(|text| text.strip_prefix("seed="));
    let Some(text) = arguments.seed.as_deref().or(from_parameters) else {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        return Ok(u64::from(since_1970.subsec_nanos()) << 20 ^ u64::from(std::process::id()));
    };
    // CG Arena's seeds are signed.
    let signed = text.parse::<i64>().map(i64::cast_unsigned);
    let seed = signed.or_else(|_| text.parse()).context("a seed is a whole number of 64 bits");
    seed.map_err(|error| Usage(format!("`{text}`: {error:#}")).into())
}
