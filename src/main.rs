//! Plays Othello on CodinGame over standard input and output.
//!
//! `--help` says what else it does.

use std::ffi::OsString;
use std::process::ExitCode;

use outflank::bench::signature;
use outflank::engine::Engine;
use outflank::protocol::codingame::{self, Settings};
use outflank::protocol::{exit_code, Pace, ProtocolError, Streams};

const VERSION: &str = concat!("outflank ", env!("CARGO_PKG_VERSION"));

const HELP: &str = "\
Plays Othello on CodinGame over standard input and output

Usage: outflank [OPTION]

  --playouts N  plays by N playouts a move instead of by the clock
  bench         prints the bench signature, which changes with the engine's play
  --version     prints the version

Exit codes:
  0  the game is over
  2  the input or the command line is not valid";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    exit_code(run(&arguments))
}

fn run(arguments: &[OsString]) -> Result<(), ProtocolError> {
    let mut streams = Streams::standard();
    match arguments {
        [only] if only == "bench" => return streams.answer(&format!("signature {}", signature())),
        [only] if only == "--help" => return streams.answer(HELP),
        [only] if only == "--version" => return streams.answer(VERSION),
        _ => {}
    }
    let settings = Settings::new(Pace::CODINGAME.with_arguments(arguments)?);
    codingame::play(&mut streams, &mut Engine::new(), settings)
}
