//! Plays Othello with the course judge over standard input and output.
//!
//! `--help` says what else it does.

use std::ffi::OsString;
use std::process::ExitCode;

use outflank::engine::Engine;
use outflank::protocol::{exit_code, judge, Pace, ProtocolError, Streams};

const VERSION: &str = concat!("judge ", env!("CARGO_PKG_VERSION"));

const HELP: &str = "\
Plays Othello with the course judge over standard input and output

Usage: judge [OPTION]

  --playouts N  plays by N playouts a move instead of by the clock
  --version     prints the version

Exit codes:
  0  the judge has ended the match
  2  the input or the command line is not valid";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    exit_code(run(&arguments))
}

fn run(arguments: &[OsString]) -> Result<(), ProtocolError> {
    let mut streams = Streams::standard();
    match arguments {
        [only] if only == "--help" => return streams.answer(HELP),
        [only] if only == "--version" => return streams.answer(VERSION),
        _ => {}
    }
    let pace = Pace::COURSE.with_arguments(arguments)?;
    judge::play(&mut streams, &mut Engine::new(), pace)
}
