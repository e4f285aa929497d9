//! The arena's records and CodinGame's battles: what is accepted replays.

#![no_main]

use arena::foreign::battle;
use arena::play::record::GameRecord;
use arena::show::replay::Replay;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let record: Option<GameRecord> = serde_json::from_slice(bytes).ok();
    for record in record.into_iter().chain(battle::read(bytes, "battle").ok()) {
        if let Ok(replay) = Replay::of(&record) {
            assert!(replay.steps.len() <= 61 + record.opening.len());
        }
    }
});
