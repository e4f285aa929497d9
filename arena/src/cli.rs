//! Subcommands, exit codes, and what the subcommands share.

mod common;
mod output;
mod play;
mod stats;

use std::process::ExitCode;

use anyhow::anyhow;
use arena::stop::{Stop, Stopped};
use clap::{Parser, Subcommand};
use output::complain;

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
    /// Prints the log-likelihood ratio and Elo for counts given by hand.
    Stats(stats::Arguments),
}

/// How a subcommand ended when the arena did not fail.
pub(crate) enum Done {
    /// As asked.
    Well,
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
    let cli = Cli::parse();
    let stop = match start_listening() {
        Ok(stop) => stop,
        Err(error) => return failed(&error),
    };
    let done = match cli.command {
        Command::Play(arguments) => play::run(&arguments, &stop),
        Command::Stats(arguments) => stats::run(&arguments),
    };
    match (done, stop.signal()) {
        (Ok(_), None) if output::has_failed() => failed(&anyhow!("cannot write to standard output")),
        (Ok(Done::Well), None) => ExitCode::SUCCESS,
        (Err(error), None) if !error.is::<Stopped>() => failed(&error),
        (_, signal) => ExitCode::from(u8::try_from(128 + signal.unwrap_or(0)).unwrap_or(1)),
    }
}

fn start_listening() -> anyhow::Result<Stop> {
    let stop = Stop::new()?;
    stop.on_signals()?;
    Ok(stop)
}

fn failed(error: &anyhow::Error) -> ExitCode {
    complain!("arena: {error:#}");
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}
