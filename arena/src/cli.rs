//! Subcommands, exit codes, and what the subcommands share.

mod common;
mod ladder;
mod league;
mod matches;
mod merge;
mod openings;
mod output;
mod play;
mod rate;
mod records;
mod referee;
mod report;
mod score_bar;
mod serve;
mod show;
mod sprt;
mod stats;
mod tournament;
mod tune;

use std::process::ExitCode;

use anyhow::anyhow;
use arena::stop::{Stop, Stopped};
use clap::{Parser, Subcommand};
use output::complain;
use signal_hook::consts::{SIGINT, SIGTERM};

/// Referee, matches and ladders for Othello bots.
#[derive(Debug, Parser)]
#[command(name = "arena", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays games between two bots and shows them.
    Play(play::Arguments),
    /// The course judge's ladder.
    Ladder(ladder::Arguments),
    /// Shows a ladder in the browser, and lets visitors play against its bots.
    Serve(serve::Arguments),
    /// Plays one game for another program's arena: cg-brutaltester, psyleague or CG Arena.
    Referee(referee::Arguments),
    /// Shows a recorded game in the terminal, or as a page.
    Show(show::Arguments),
    /// Plays pairs between two bots and keeps the results, in shares and with interruptions if need be.
    Match(matches::Arguments),
    /// Plays pairs until it is clear whether the first bot is better.
    Sprt(sprt::Arguments),
    /// Plays a match between every two of several bots, and rates them.
    Roundrobin(tournament::RoundRobin),
    /// Plays a match between one bot and each of several others, and rates them.
    Gauntlet(tournament::Gauntlet),
    /// Leagues with bosses, as on CodinGame.
    League(league::Arguments),
    /// Puts the results of shards together.
    Merge(merge::Arguments),
    /// Rates the bots of results files.
    Rate(rate::Arguments),
    /// Writes a page about the bots of results files.
    Report(report::Arguments),
    /// Tunes constants of a built-in bot by matches between slightly different versions of it.
    Tune(tune::Arguments),
    /// Makes balanced openings.
    Openings(openings::Arguments),
    /// Prints the log-likelihood ratio and Elo for counts given by hand.
    Stats(stats::Arguments),
}

/// How a subcommand ended when the arena did not fail.
pub(crate) enum Done {
    /// As asked: exit code 0.
    Well,
    /// A bot lost by a fault, which was not to happen: exit code 3.
    BotFailed,
    /// The test says that the first bot is better: exit code 4.
    AcceptedH1,
    /// The test says that the first bot is not better: exit code 5.
    AcceptedH0,
}

/// The command line, or a file that it names, makes no sense: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);

impl Usage {
    /// Marks an error as one of usage.
    pub(crate) fn from_error(error: anyhow::Error) -> anyhow::Error {
        Self(format!("{error:#}")).into()
    }
}

/// Parses the command line and runs it.
pub(crate) fn run() -> ExitCode {
    let cli = Cli::parse_from(referee::respell(std::env::args_os()));
    let stop = match start_listening(&cli.command) {
        Ok(stop) => stop,
        Err(error) => return failed(&error),
    };
    let done = match cli.command {
        Command::Play(arguments) => play::run(&arguments, &stop),
        Command::Serve(arguments) => serve::run(&arguments, &stop),
        Command::Referee(arguments) => referee::run(&arguments, &stop),
        Command::Show(arguments) => show::run(&arguments),
        Command::Match(arguments) => matches::run(&arguments, &stop),
        Command::Sprt(arguments) => sprt::run(&arguments, &stop),
        Command::Roundrobin(arguments) => tournament::run_round_robin(&arguments, &stop),
        Command::Gauntlet(arguments) => tournament::run_gauntlet(&arguments, &stop),
        Command::Rate(arguments) => rate::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::League(arguments) => league::run(&arguments, &stop),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments, &stop),
        Command::Openings(arguments) => openings::run(&arguments, &stop),
        Command::Ladder(arguments) => ladder::run(&arguments, &stop),
        Command::Stats(arguments) => stats::run(&arguments),
    };
    match (done, stop.signal()) {
        (Err(error), _) if !error.is::<Stopped>() => failed(&error),
        (_, Some(signal)) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
        (Ok(_), None) if output::has_failed() => failed(&anyhow!("cannot write to standard output")),
        (Ok(Done::Well), None) => ExitCode::SUCCESS,
        (Ok(Done::BotFailed), None) => ExitCode::from(3),
        (Ok(Done::AcceptedH1), None) => ExitCode::from(4),
        (Ok(Done::AcceptedH0), None) => ExitCode::from(5),
        (Err(stopped), None) => failed(&stopped),
    }
}

fn start_listening(command: &Command) -> anyhow::Result<Stop> {
    let stop = Stop::new()?;
    // psyleague has its referees ignore the interrupt from the keyboard, to let them finish their games.
    let is_deaf = matches!(command, Command::Referee(_)) && referee::is_interrupt_ignored();
    stop.on_signals(if is_deaf { &[SIGTERM] } else { &[SIGINT, SIGTERM] })?;
    Ok(stop)
}

fn failed(error: &anyhow::Error) -> ExitCode {
    complain!("arena: {error:#}");
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}
