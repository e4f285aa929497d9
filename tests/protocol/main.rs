//! The protocols: dialogues in memory and with the real programs.
//!
//! Turns are limited by playouts, never by the clock.

mod codingame;
mod course;
mod documented;

mod mutation;
mod process;
mod rules;
mod table;

use outflank::engine::Engine;
use outflank::mcts::Parameters;
use outflank::protocol::ProtocolError;

/// The result of a dialogue.
struct Outcome {
    result: Result<(), ProtocolError>,
    output: String,
    log: String,
}

impl Outcome {
    fn new(result: Result<(), ProtocolError>, output: Vec<u8>, log: Vec<u8>) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("bots write text");
        Self { result, output: text(output), log: text(log) }
    }

    /// The error message of the program; empty without an error.
    fn message(&self) -> String {
        self.result.as_ref().err().map(ToString::to_string).unwrap_or_default()
    }
}

/// An engine with little memory.
fn small_engine() -> Engine {
    Engine::with_parameters(Parameters::default(), 1 << 20, 1 << 16)
}

/// The input of a transcript, and the expected answers, the lines after `> `.
fn parts(transcript: &str) -> (String, Vec<&str>) {
    let sent = transcript.lines().filter(|line| !line.starts_with("> "));
    let answers = transcript.lines().filter_map(|line| line.strip_prefix("> "));
    (sent.map(|line| format!("{line}\n")).collect(), answers.collect())
}

/// Checks that an error message, if there is one, is one readable line that starts with a line number.
fn assert_readable(error: &str) {
    assert!(error.is_empty() || error.starts_with("line "), "{error}");
    assert!(error.len() <= 300 && error.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{error}");
}
