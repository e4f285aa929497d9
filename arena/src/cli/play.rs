//! `arena play`: one game shown as it goes, or any number of pairs with a live score.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context;
use arena::contestant::Contestant;
use arena::files;
use arena::pairs::{self, Pair, Plan};
use arena::record::{GameRecord, Protocol, TurnRecord};
use arena::referee::{self, Setup, Watcher};
use arena::stop::Stop;
use arena::summary::Summary;
use indicatif::{ProgressBar, ProgressStyle};
use outflank::board::Move;
use outflank::game::{Color, Game};
use outflank::square::Square;

use super::common::{print_summary, read_openings, BotArguments, LimitArguments, WorkerArguments};
use super::output::{say, Shown};
use super::{Done, Usage};

/// The arguments of `arena play`.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Plays black (in the first game of each pair): a built-in bot, `git:REVISION`, a name from the bots file, or a
    /// command.
    black: String,
    /// Plays white.
    white: String,
    /// Plays so many pairs of games, colours swapped, instead of one game.
    #[arg(long, value_name = "N")]
    pairs: Option<u64>,
    /// Starts from the openings in this file: transcripts, one a line.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Writes the record of the one game to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "pairs")]
    json: Option<PathBuf>,
    /// Writes the records of all games to files in this directory.
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Determines the order of the openings and what built-in bots play.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    bots: BotArguments,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    workers: WorkerArguments,
}

/// Plays what the arguments ask for.
pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    let bots = arguments.bots.find([&arguments.black, &arguments.white])?;
    let limits = arguments.limits.limits(arguments.bots.protocol());
    if arguments.json.is_some() && arguments.bots.protocol() == Protocol::Course {
        return Err(
            Usage("a game of the course has two rounds: use --record instead of --json".into()).into()
        );
    }
    let openings = read_openings(arguments.openings.as_ref())?;
    if let Some(directory) = &arguments.record {
        std::fs::create_dir_all(directory)
            .map_err(|error| Usage(format!("cannot create {}: {error}", directory.display())))?;
    }
    let plan = Plan::new(bots, openings, arguments.seed, limits);
    match arguments.pairs {
        None => show(arguments, &plan, stop),
        Some(count) => play_pairs(arguments, &plan, count, stop),
    }
}

/// Shows one game, or both rounds of the course's games.
fn show(arguments: &Arguments, plan: &Plan, stop: &Stop) -> anyhow::Result<Done> {
    let workers = arguments.workers.workers();
    let [mut first, mut second] =
        [0, 1].map(|bot: usize| plan.bots()[bot].contestant(workers.cores[0], stop));
    let [setup, swapped] = plan.setups(0);
    show_game(arguments, [&mut *first, &mut *second], &setup, "game")?;
    if arguments.bots.protocol() == Protocol::Course {
        show_game(arguments, [&mut *second, &mut *first], &swapped, "round-2")?;
    }
    Ok(Done::Well)
}

fn show_game(
    arguments: &Arguments,
    contestants: [&mut dyn Contestant; 2],
    setup: &Setup,
    name: &str,
) -> anyhow::Result<()> {
    let [black, white] = [0, 1].map(|seat: usize| Shown(&contestants[seat].bot().name).to_string());
    say!("black X {black}, white O {white} ({})\n", setup.limits);
    let record = referee::play(contestants, setup, &mut Printer)?;
    print_result(&record);
    if let Some(path) = &arguments.json {
        write_record(path, &record)?;
    }
    if let Some(directory) = &arguments.record {
        write_record(&directory.join(format!("{name}.json")), &record)?;
    }
    Ok(())
}

fn play_pairs(arguments: &Arguments, plan: &Plan, count: u64, stop: &Stop) -> anyhow::Result<Done> {
    let workers = arguments.workers.workers();
    let bar = score_bar(count);
    let mut summary = Summary::default();
    let outcome = pairs::run(plan, 0..count, &workers.cores, stop, &mut |pair| {
        summary.add(&pair);
        if let Some(directory) = &arguments.record {
            write_pair(directory, &pair)?;
        }
        bar.set_message(live_score(&summary));
        bar.inc(1);
        Ok(ControlFlow::Continue(()))
    });
    bar.finish_and_clear();
    print_summary(plan, &summary);
    outcome.map(|()| Done::Well)
}

fn score_bar(pairs: u64) -> ProgressBar {
    let bar = ProgressBar::new(pairs);
    // The template is a constant: it parses.
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} pairs  {elapsed}<{eta}  {msg}") {
        bar.set_style(style);
    }
    bar
}

fn live_score(summary: &Summary) -> String {
    match summary.tally.elo() {
        Some(elo) => format!("{}  {elo}", summary.tally),
        None => String::new(),
    }
}

fn write_pair(directory: &Path, pair: &Pair) -> anyhow::Result<()> {
    for (game, record) in pair.games.iter().enumerate() {
        write_record(&directory.join(format!("pair-{:06}-{}.json", pair.index, game + 1)), record)?;
    }
    Ok(())
}

fn write_record(path: &Path, record: &GameRecord) -> anyhow::Result<()> {
    let mut json = serde_json::to_string_pretty(record).context("cannot write a record")?;
    json.push('\n');
    files::write_whole(path, json.as_bytes())
}

/// Prints a game while it is played.
struct Printer;

impl Watcher for Printer {
    fn begun(&mut self, game: &Game) {
        say!("{}", Drawing(game));
    }

    fn turned(&mut self, game: &Game, turn: &TurnRecord) {
        let played = turn.square.map_or("--".to_string(), |square| square.to_string());
        let [black, white] = [Color::Black, Color::White].map(|color| game.discs(color).count_ones());
        say!("{:>3}. {} {played} {black:>2}:{white:<2}", game.moves_played(), turn.color);
        if let Some(clock_ms) = turn.clock_ms {
            say!(" {clock_ms:>8.2} ms");
        }
        if let Some(message) = &turn.message {
            say!("  {}", Shown(message));
        }
        say!("\n");
        if let Some((color, Move::PASS)) = game.history().last() {
            say!("     {color} passes\n");
        }
        if turn.square.is_some() && game.is_over() {
            say!("{}", Drawing(game));
        }
    }
}

fn print_result(record: &GameRecord) {
    let winner = match record.winner() {
        Some(Color::Black) => format!("black ({}) wins", Shown(&record.bots[0].name)),
        Some(Color::White) => format!("white ({}) wins", Shown(&record.bots[1].name)),
        None => "draw".to_string(),
    };
    let [black, white] = record.discs;
    say!("{winner}, {black}:{white}; {}\n", Shown(&record.termination.to_string()));
}

/// A board as text: `X` black, `O` white, `.` empty.
struct Drawing<'a>(&'a Game);

impl std::fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [black, white] = [Color::Black, Color::White].map(|color| self.0.discs(color));
        writeln!(f, "  a b c d e f g h")?;
        for row in 0..8 {
            write!(f, "{}", row + 1)?;
            for square in (0..8).filter_map(|column| Square::at(column, row)) {
                let disc = match square.bit() {
                    bit if black & bit != 0 => 'X',
                    bit if white & bit != 0 => 'O',
                    _ => '.',
                };
                write!(f, " {disc}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
