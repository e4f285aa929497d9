//! The command line: a file a subcommand, above the code that subcommands share. The ladder uses that code
//! too.
//!
//! `--help` lists the exit codes. Modules are listed bottom-up.

mod exit;

mod arguments;

mod records;

mod score_bar;

mod text;

// Subcommands; the first two lend code to others.

mod matches;

mod rate;

mod bots;

mod merge;

mod openings;

mod play;

mod referee;

mod report;

mod show;

mod sprt;

mod stats;

mod tournament;

mod tune;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use toolkit::commands::parse;

use supervisor::stop::{is_ignored, Stop};

pub use arguments::{
    read_openings, BotArguments, LimitArguments, OpeningArguments, SandboxArguments, WorkerArguments, Workers,
};
pub use exit::{exit_code, failed, Done, Usage, RESULT_CODES};

/// Referee, matches and statistics for Othello bots.
#[derive(Debug, Parser)]
#[command(name = "outflank-arena", version)]
#[command(after_help = "Examples:\n\
     \x20 outflank-arena play mybot.cpp random\n\
     \x20 outflank-arena match mybot git:v0.2.0 --results match.jsonl\n\
     \x20 outflank-arena show match.jsonl --pair 3 --game 1 --html game.html\n\
     \x20 outflank-arena roundrobin mybot greedy alphabeta --pairs 50 --results all.jsonl")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays one game, or pairs of games, between two bots and prints them.
    Play(play::Arguments),
    /// Plays one game for another program's arena: cg-brutaltester, psyleague or CG Arena.
    Referee(referee::Arguments),
    /// Shows a recorded game in the terminal, or as a page.
    Show(show::Arguments),
    /// Plays pairs between two bots and keeps the results; can be sharded, interrupted and resumed.
    Match(matches::Arguments),
    /// Plays pairs until an SPRT decides whether the first bot is better.
    Sprt(sprt::Arguments),
    /// Plays a round-robin tournament of several bots and rates them.
    Roundrobin(tournament::RoundRobin),
    /// Plays one bot against each of several others and rates them all.
    Gauntlet(tournament::Gauntlet),
    /// Merges the results of shards.
    Merge(merge::Arguments),
    /// Rates the bots of results files.
    Rate(rate::FileArguments),
    /// Writes an HTML page about the bots of results files.
    Report(report::Arguments),
    /// Tunes constants of a bot by SPSA.
    Tune(tune::Arguments),
    /// Lists the bots that can be named: built-in ones and those of the bots file.
    Bots(BotArguments),
    /// Generates balanced openings.
    Openings(openings::Arguments),
    /// Prints the log-likelihood ratio and Elo of given counts.
    Stats(stats::Arguments),
}

/// Parses the command line and runs it.
pub fn run() -> ExitCode {
    let cli: Cli = parse(RESULT_CODES, referee::respell(std::env::args_os()));
    let stop = match start_listening(&cli.command) {
        Ok(stop) => stop,
        Err(error) => return failed(&error),
    };
    let done = match cli.command {
        Command::Play(arguments) => play::run(&arguments, &stop),
        Command::Referee(arguments) => referee::run(&arguments, &stop),
        Command::Show(arguments) => show::run(&arguments),
        Command::Match(arguments) => matches::run(&arguments, &stop),
        Command::Sprt(arguments) => sprt::run(&arguments, &stop),
        Command::Roundrobin(arguments) => tournament::run_round_robin(&arguments, &stop),
        Command::Gauntlet(arguments) => tournament::run_gauntlet(&arguments, &stop),
        Command::Rate(arguments) => rate::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments, &stop),
        Command::Bots(arguments) => bots::run(&arguments),
        Command::Openings(arguments) => openings::run(&arguments, &stop),
        Command::Stats(arguments) => stats::run(&arguments),
    };
    exit_code(done, &stop)
}

fn start_listening(command: &Command) -> anyhow::Result<Stop> {
    let stop = Stop::new()?;
    // psyleague starts its referees with SIGINT ignored, so that they can finish their games.
    let ignores_interrupt = matches!(command, Command::Referee(_)) && is_ignored(SIGINT);
    stop.on_signals(if ignores_interrupt { &[SIGTERM, SIGHUP] } else { &[SIGINT, SIGTERM, SIGHUP] })?;
    Ok(stop)
}
