//! `arena play`: one game printed move by move, or any number of pairs with a live score.

use std::collections::BTreeMap;
use std::path::PathBuf;

use supervisor::stop::Stop;
use toolkit::shard::Shard;
use toolkit::text::Visible;

use super::matches::Run;
use super::text::{clock_text, print_last_words, print_result};
use crate::cli::{BotArguments, Done, LimitArguments, OpeningArguments, Usage, WorkerArguments};
use crate::files;
use crate::matches::pairs::{self, Plan};
use crate::play::contestant::Contestant;
use crate::play::record::{GameRecord, Protocol, TurnRecord};
use crate::play::referee::{self, Setup, Watcher};
use crate::show::diagram::Diagram;
use outflank::board::Move;
use outflank::game::Game;
use toolkit::say;

use super::records::{create_directory, write_record};

/// The arguments of `arena play`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n\
     \x20 outflank-arena play target/bundle/outflank.rs random\n\
     \x20 outflank-arena play 'python3 bot.py' greedy --json game.json\n\
     \x20 outflank-arena play mybot.cpp ./old --pairs 50 -j2")]
pub(crate) struct Arguments {
    /// Plays black (in the first game of each pair): a built-in bot, `git:REVISION`, a name from the bots
    /// file, a source or a command.
    black: String,
    /// Plays white (in the first game of each pair).
    white: String,
    /// Plays this number of pairs, colours swapped, instead of one game.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pairs: Option<u64>,
    #[command(flatten)]
    openings: OpeningArguments,
    /// Writes the record of the single game to this file.
    #[arg(long, value_name = "FILE", conflicts_with = "pairs")]
    json: Option<PathBuf>,
    /// Directory for the records of all games.
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Seed of the order of the openings and of built-in bots.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    bots: BotArguments,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    workers: WorkerArguments,
}

/// Plays one game or a run of pairs.
pub(crate) fn run(arguments: &Arguments, stop: &Stop) -> anyhow::Result<Done> {
    let bots = arguments.bots.find([&arguments.black, &arguments.white], stop)?;
    arguments.bots.report_sandbox(&bots)?;
    let limits = arguments.limits.limits(arguments.bots.protocol);
    if arguments.json.is_some() && arguments.bots.protocol == Protocol::Course {
        return Err(
            Usage("a game of the course has two rounds: use --record instead of --json".into()).into()
        );
    }
    let openings = match arguments.pairs {
        Some(_) => arguments.openings.read_for_pairs(&bots)?,
        None => arguments.openings.read()?,
    };
    if let Some(path) = &arguments.json {
        files::check_output(path, files::RECORD)?;
    }
    create_directory(arguments.record.as_deref())?;
    let plan = Plan::new(bots, openings, arguments.seed, limits);
    let Some(count) = arguments.pairs else { return show(arguments, &plan, stop) };
    let run = Run {
        plan,
        known: BTreeMap::new(),
        results: None,
        record: arguments.record.clone(),
        workers: arguments.workers.workers(),
        stop_file: None,
        strict: false,
    };
    run.play_share(count, Shard::WHOLE, stop)
}

/// Prints one game, or both rounds of a course game.
fn show(arguments: &Arguments, plan: &Plan, stop: &Stop) -> anyhow::Result<Done> {
    let workers = arguments.workers.workers();
    let [mut first, mut second] = [0, 1].map(|bot: usize| plan.bots[bot].contestant(workers.cores[0], stop));
    let [setup, swapped] = plan.setups(0);
    let is_course = arguments.bots.protocol == Protocol::Course;
    let mut rounds = vec![show_game(arguments, [&mut *first, &mut *second], &setup, "game")?];
    if is_course && rounds[0].fault().is_none() {
        rounds.push(show_game(arguments, [&mut *second, &mut *first], &swapped, "round-2")?);
    }
    if is_course {
        print_total(&rounds);
    }
    Ok(Done::Well)
}

/// Prints the total of both rounds of a course's game.
fn print_total(rounds: &[GameRecord]) {
    let points = f64::from(pairs::course_half_points(rounds)) / 2.0;
    let [first, second] = [0, 1].map(|seat: usize| Visible::line(&rounds[0].bots[seat].name).to_string());
    say!("total: {first} {points} : {} {second}", 2.0 - points);
    if let Some(round) = rounds.iter().position(|round| round.fault().is_some()) {
        say!("; the fault in round {} loses the game", round + 1);
    }
    say!("\n");
}

fn show_game(
    arguments: &Arguments,
    contestants: [&mut dyn Contestant; 2],
    setup: &Setup,
    name: &str,
) -> anyhow::Result<GameRecord> {
    let [black, white] = [0, 1].map(|seat: usize| Visible::line(&contestants[seat].bot().name).to_string());
    say!("black X {black}, white O {white} ({})\n", setup.limits);
    let record = referee::play(contestants, setup, &mut Printer)?;
    print_last_words(&record);
    print_result(&record);
    if let Some(path) = &arguments.json {
        write_record(path, &record)?;
    }
    if let Some(directory) = &arguments.record {
        write_record(&directory.join(format!("{name}.json")), &record)?;
    }
    Ok(record)
}

/// Prints the moves of a game in progress.
struct Printer;

impl Watcher for Printer {
    fn begun(&mut self, game: &Game) {
        say!("{}", Diagram(game));
    }

    fn turned(&mut self, game: &Game, turn: &TurnRecord) {
        let mv = turn.square.map_or("--".to_string(), |square| square.to_string());
        let [black, white] = game.disc_counts();
        // A fault is counted as the move that is missing.
        let number = game.move_count() + usize::from(turn.square.is_none());
        say!("{number:>3}. {} {mv} {black:>2}:{white:<2}", turn.color);
        say!("{}", clock_text(turn));
        if let Some(message) = &turn.message {
            say!("  {}", Visible::line(message));
        }
        say!("\n");
        if let Some((color, Move::PASS)) = game.history().last() {
            say!("     {color} passes\n");
        }
        if turn.square.is_some() && game.is_over() {
            say!("{}", Diagram(game));
        }
    }
}
