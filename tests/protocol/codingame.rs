//! CodinGame's protocol.

mod fuzz;
mod games;
mod garbage;
mod referee;
mod transcripts;

use std::io::BufRead;

use outflank::engine::Engine;
use outflank::protocol::codingame::{self, Settings};
use outflank::protocol::{Pace, Streams};

use crate::Outcome;

pub(crate) use transcripts::FIRST_TURN;

/// The settings of the bot in these tests.
fn settings() -> Settings {
    Settings::new(Pace::Playouts(8))
}

/// Runs the bot on a fixed input.
fn hear(engine: &mut Engine, settings: Settings, input: impl BufRead) -> Outcome {
    let (mut output, mut log) = (Vec::new(), Vec::new());
    let result = codingame::play(&mut Streams::new(input, &mut output, &mut log), engine, settings);
    Outcome::new(result, output, log)
}
