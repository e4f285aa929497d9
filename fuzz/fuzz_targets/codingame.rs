//! CodinGame's protocol, in memory.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::protocol::codingame::{play, Settings};
use outflank::protocol::Pace;
use outflank_fuzz::dialogue;

fuzz_target!(|input: &[u8]| {
    dialogue(input, 32, |streams, engine| play(streams, engine, Settings::new(Pace::Playouts(1))));
});
