//! What is promised about CodinGame's protocol: dialogues held in memory and with the real program.
//!
//! Thinking is bounded by playouts, never by the clock.

mod fuzz;
mod games;
mod garbage;
mod process;
mod referee;
mod transcripts;

use std::io::BufRead;

use outflank::engine::Engine;
use outflank::mcts::Parameters;
use outflank::protocol::codingame::{self, Settings};
use outflank::protocol::{Pace, ProtocolError, Streams};

/// How the bot plays in these tests.
const SETTINGS: Settings = Settings { pace: Pace::Playouts(8), asks_for_replies: true };

/// What the bot made of its input.
struct Outcome {
    result: Result<(), ProtocolError>,
    output: String,
    log: String,
}

impl Outcome {
    /// The one line that the program prints as it fails; empty if it does not.
    fn message(&self) -> String {
        self.result.as_ref().err().map(ToString::to_string).unwrap_or_default()
    }
}

/// An engine with little memory.
fn small_engine() -> Engine {
    Engine::with_parameters(Parameters::default(), 1 << 20, 1 << 20)
}

/// The bot's side of a dialogue whose input is known beforehand.
fn hear(engine: &mut Engine, settings: Settings, input: impl BufRead) -> Outcome {
    let (mut output, mut log) = (Vec::new(), Vec::new());
    let result = codingame::play(&mut Streams::new(input, &mut output, &mut log), engine, settings);
    let text = |bytes| String::from_utf8(bytes).expect("the bot writes UTF-8");
    Outcome { result, output: text(output), log: text(log) }
}
