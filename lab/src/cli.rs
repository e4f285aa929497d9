//! The command line: a file a subcommand. `--help` lists the exit codes; with `--json`, standard output is
//! one JSON object a line.

mod output;

mod positions;

mod perft;

mod solve;

mod balanced;

mod perfect;

mod playouts;

mod work;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use serde_json::json;
use toolkit::commands::{code_of, failed, parse, ResultCode};

use output::{Outcome, Output};

/// The exit code of a wrong result, and its line under every help.
const WRONG: u8 = 3;
const RESULT_CODES: &[ResultCode] = &[("  3  a result was wrong", &[])];

/// Benchmarks of the engine and checks against known results.
#[derive(Debug, Parser)]
#[command(name = "outflank-bench", version)]
#[command(after_help = "Examples:\n\
     \x20 outflank-bench signature\n\
     \x20 outflank-bench perft 11\n\
     \x20 outflank-bench solve positions.obf")]
struct Cli {
    /// Prints one JSON object a line.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Prints the number that changes with the engine's behaviour.
    Signature,
    /// Counts the leaves N plies from the start, and times it.
    Perft(perft::Arguments),
    /// Solves each position of a file from an empty table and checks the scores in it.
    Solve(solve::Arguments),
    /// Generates even positions as OBF, each from a game of its own.
    Balanced(balanced::Arguments),
    /// Prints each position of a file with the exact score of every move.
    Score(perfect::ScoreArguments),
    /// Compares the engine's moves with scored positions.
    Perfect(perfect::Arguments),
    /// Measures playouts a second in 30 midgame positions, and their median.
    Playouts(playouts::Arguments),
    /// Does a known amount of work and nothing else, for profilers.
    Work(work::Arguments),
}

/// Parses the command line and runs it.
pub(crate) fn run() -> ExitCode {
    let cli: Cli = parse(RESULT_CODES, std::env::args_os());
    let mut stdout = io::stdout().lock();
    let mut output = Output::new(&mut stdout, cli.json);
    let done = match cli.command {
        Command::Signature => signature(&mut output),
        Command::Perft(arguments) => perft::run(&arguments, &mut output),
        Command::Solve(arguments) => solve::run(&arguments, &mut output),
        Command::Balanced(arguments) => balanced::run(&arguments, &mut output),
        Command::Score(arguments) => perfect::score(&arguments, &mut output),
        Command::Perfect(arguments) => perfect::run(&arguments, &mut output),
        Command::Playouts(arguments) => playouts::run(&arguments, &mut output),
        Command::Work(arguments) => work::run(&arguments, &mut output),
    };
    match done {
        Ok(Outcome::Success) => ExitCode::SUCCESS,
        Ok(Outcome::WrongResult) => ExitCode::from(WRONG),
        Err(error) => failed(error.as_ref(), code_of(error.as_ref())),
    }
}

fn signature(output: &mut Output<'_>) -> anyhow::Result<Outcome> {
    let signature = outflank::bench::signature();
    output.result(&format!("signature {signature}"), json!({ "signature": signature }))?;
    Ok(Outcome::Success)
}
