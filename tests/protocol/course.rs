//! The course judge's protocol.

mod fuzz;
mod games;
mod garbage;
mod referee;
mod transcripts;

use outflank::engine::Engine;
use outflank::protocol::{judge, Pace, Streams};

use crate::Outcome;

/// How the program thinks in these tests.
const PACE: Pace = Pace::Playouts(8);

/// The program's side of a dialogue whose input is known beforehand.
fn hear(engine: &mut Engine, input: &[u8]) -> Outcome {
    let (mut output, mut log) = (Vec::new(), Vec::new());
    let result = judge::play(&mut Streams::new(input, &mut output, &mut log), engine, PACE);
    Outcome::new(result, output, log)
}
