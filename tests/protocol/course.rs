//! The course judge's protocol.

mod fuzz;
mod games;
mod garbage;
mod original;
mod referee;
mod transcripts;

use outflank::engine::Engine;
use outflank::protocol::{judge, Pace, Streams};

use crate::Outcome;

/// The limits of each turn in these tests.
const PACE: Pace = Pace::Playouts(8);

/// Runs the program on a fixed input.
fn hear(engine: &mut Engine, input: &[u8]) -> Outcome {
    let (mut output, mut log) = (Vec::new(), Vec::new());
    let result = judge::play(&mut Streams::new(input, &mut output, &mut log), engine, PACE);
    Outcome::new(result, output, log)
}
