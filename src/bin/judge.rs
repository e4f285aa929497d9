//! Plays Othello with the course judge over standard input and output.
//!
//! `--playouts N` plays by count instead of by the clock.

use std::ffi::OsString;
use std::process::ExitCode;

use outflank::engine::Engine;
use outflank::protocol::{exit_code, judge, Pace, ProtocolError, Streams};

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    exit_code(run(&arguments))
}

fn run(arguments: &[OsString]) -> Result<(), ProtocolError> {
    let pace = Pace::COURSE.with_arguments(arguments)?;
    judge::play(&mut Streams::standard(), &mut Engine::new(), pace)
}
