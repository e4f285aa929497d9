//! Subcommands, exit codes, and the code that several subcommands use.

mod analyse;
mod convert;
mod engine;
mod files;
mod input;
mod jobs;
mod measure;
mod opening;
mod position;
mod problems;
mod solve;
mod time;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use toolkit::commands::{code_of, failed, parse};

/// Reads, explains and solves Othello games.
#[derive(Debug, Parser)]
#[command(name = "outflank-analyst", version)]
#[command(after_help = "Examples:\n\
     \x20 outflank-analyst analyse battle.json --html battle.html\n\
     \x20 outflank-analyst hint f5d6c3\n\
     \x20 outflank-analyst opening Tiger\n\
     \x20 outflank-analyst convert WTH_2001.wtb --to pgn\n\
     \x20 outflank-analyst solve positions.obf")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Reads games and positions in any notation and writes them in one.
    Convert(convert::Arguments),
    /// Names the opening of a game, or prints the line of a named opening.
    Opening(opening::Arguments),
    /// Judges every move of games: losses, better moves, and where each game was decided.
    Analyse(analyse::Arguments),
    /// Prints every move of a position with its value, bounds and line.
    Position(position::Arguments),
    /// Prints the best move of a position.
    Hint(position::Arguments),
    /// Measures how far the values of the analysis are from exact scores.
    Measure(measure::Arguments),
    /// Makes endgame puzzles with exactly one winning move.
    Problems(problems::Arguments),
    /// Solves positions to the end, with all cores.
    Solve(solve::Arguments),
    /// Plays in a GUI that speaks the Go text protocol: GoGui, Quarry, Sabaki.
    Gtp(engine::Arguments),
    /// Plays and analyses in a GUI that speaks NBoard's protocol.
    Nboard(engine::Arguments),
}

/// Parses the command line and runs the subcommand.
pub(crate) fn run() -> ExitCode {
    let cli: Cli = parse(&[], std::env::args_os());
    let mut out = io::stdout().lock();
    let done = match cli.command {
        Command::Convert(arguments) => convert::run(&arguments, &mut out),
        Command::Opening(arguments) => opening::run(&arguments, &mut out),
        Command::Analyse(arguments) => analyse::run(&arguments, &mut out),
        Command::Solve(arguments) => solve::run(&arguments, &mut out),
        Command::Position(arguments) => position::position(&arguments, &mut out),
        Command::Hint(arguments) => position::hint(&arguments, &mut out),
        Command::Measure(arguments) => measure::run(&arguments, &mut out),
        Command::Problems(arguments) => problems::run(&arguments, &mut out),
        Command::Gtp(arguments) => engine::gtp(&arguments, &mut out),
        Command::Nboard(arguments) => engine::nboard(&arguments, &mut out),
    };
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(error.as_ref(), code_of(error.as_ref())),
    }
}
