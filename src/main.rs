//! Plays Othello on CodinGame over standard input and output.
//!
//! `--playouts N` plays by count instead of by the clock; `bench` prints the bench signature and ends.

use std::ffi::OsString;
use std::process::ExitCode;

use outflank::bench;
use outflank::engine::Engine;
use outflank::protocol::codingame::{self, Settings};
use outflank::protocol::{exit_code, Pace, ProtocolError, Streams};

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    exit_code(run(&arguments))
}

fn run(arguments: &[OsString]) -> Result<(), ProtocolError> {
    let mut streams = Streams::standard();
    if matches!(arguments, [only] if only == "bench") {
        return streams.answer(&format!("signature {}", bench::signature()));
    }
    let settings = Settings::new(Pace::CODINGAME.with_arguments(arguments)?);
    codingame::play(&mut streams, &mut Engine::new(), settings)
}
