//! The course judge's protocol, in memory.

#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank::protocol::{judge, Pace};
use outflank_fuzz::dialogue;

fuzz_target!(|input: &[u8]| {
    dialogue(input, 5, |streams, engine| judge::play(streams, engine, Pace::Playouts(1)));
});
