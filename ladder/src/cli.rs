//! The subcommands.

mod course;
mod serve;

use std::process::ExitCode;

use arena::cli::{exit_code, failed};
use clap::{Parser, Subcommand};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use supervisor::stop::Stop;
use toolkit::commands::{parse, ResultCode};

/// The exit codes from 3 on.
const RESULT_CODES: &[ResultCode] = &[
    ("  3  the submitted program does not play", &["submit"]),
    ("  129, 130 or 143  stopped by SIGHUP, SIGINT or SIGTERM", &[]),
];

/// The course's ladder and leagues of Othello bots.
#[derive(Debug, Parser)]
#[command(name = "outflank-ladder", version)]
#[command(after_help = "Examples:\n\
     \x20 outflank-ladder init course\n\
     \x20 outflank-ladder init club --rules leagues\n\
     \x20 outflank-ladder invite course alice bob\n\
     \x20 outflank-ladder run course -j2\n\
     \x20 outflank-ladder serve course --submissions")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Course(course::Command),
    /// Serves a ladder's pages, on which visitors can play against its bots.
    Serve(serve::Arguments),
}

/// Parses the command line and runs it.
pub(crate) fn run() -> ExitCode {
    let cli: Cli = parse(RESULT_CODES, std::env::args_os());
    let stop = match Stop::new().and_then(|stop| stop.on_signals(&[SIGINT, SIGTERM, SIGHUP]).map(|()| stop)) {
        Ok(stop) => stop,
        Err(error) => return failed(&error),
    };
    let done = match cli.command {
        Command::Course(command) => course::run(&command, &stop),
        Command::Serve(arguments) => serve::run(&arguments, &stop),
    };
    exit_code(done, &stop)
}
